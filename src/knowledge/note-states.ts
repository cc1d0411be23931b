/** What notes say in a sentence, and whether the code that each is about is as it was when it was written. */
import type { ContextKnowledge } from '../areas/contexts/index.ts';
import type { Resolution } from '../core/anchors/index.ts';
import type { NoteState, NoteStates } from '../core/knowledge-note.ts';
import { linkSources, type NotesDeps } from './notes.ts';

/** Of title and sentence together. */
const LONGEST = 160;
/** Less of a sentence says nothing. */
const SHORTEST = 20;

export interface NoteStatesDeps extends NotesDeps {
  freshness: ContextKnowledge['freshness'];
}

export function createNoteStates(deps: NoteStatesDeps): NoteStates {
  return async (ids, signal) => {
    const found = new Map<string, NoteState>();
    if (ids.length === 0) return found;
    const wanted = new Set(ids);
    const documents = (await deps.library.documents()).filter(({ id }) => wanted.has(id));
    const { entryPlaces, packPlaces } = linkSources(deps, signal);
    const has = (...sources: string[]) => documents.some(({ source }) => sources.includes(source));
    const anchored = has('stash', 'discovery') ? await entryPlaces() : [];
    const referred = has('pack') ? await packPlaces() : [];
    for (const { id, source, title, text } of documents) {
      const says = sentenceBeside(title, text);
      if (source === 'pack') {
        const refs = referred.filter(({ pack }) => pack.id === id);
        // What else a search reads of a pack are titles and paths, which are no sentence.
        const brief = sentenceBeside(title, refs[0]?.pack.brief ?? '');
        found.set(id, { says: brief, state: driftOf(refs.map(({ now }) => now)) });
      } else if (source === 'context') {
        const state = await deps.freshness(id.slice(0, id.lastIndexOf('#')), signal);
        if (state !== undefined) found.set(id, { says, state });
      } else {
        const places = anchored.filter(({ entry }) => entry.ref === id).map(({ now }) => now);
        found.set(id, { says, state: anchorState(places) });
      }
    }
    return found;
  };
}

const WORST_FIRST = ['lost', 'ambiguous', 'edited'] as const;

/** The worst of them; code that only moved is as it was. */
function anchorState(places: readonly Resolution[]): string {
  if (places.length === 0) return 'no anchor';
  return `anchor ${WORST_FIRST.find((each) => places.some(({ state }) => state === each)) ?? 'fresh'}`;
}

function driftOf(refs: readonly Resolution[]): string {
  const changed = refs.filter(({ state }) => state !== 'fresh' && state !== 'moved').length;
  return changed === 0 ? 'no drift' : `drift: ${changed} of ${refs.length} refs`;
}

/** The first sentence of what is written below the title, as much as fits on the line. */
export function sentenceBeside(title: string, text: string): string {
  const bare = (line: string) => line.replace(/^[#>*\s-]+/, '').trim();
  const lines = text.split(/\r?\n/);
  const first = lines.findIndex((line) => bare(line) !== '' && bare(line) !== title.trim());
  if (first === -1) return '';
  const rest = lines.slice(first);
  const end = rest.findIndex((line) => bare(line) === '');
  const paragraph = (end === -1 ? rest : rest.slice(0, end)).map(bare).join(' ');
  const sentence = /^.*?[.!?](?=\s|$)/.exec(paragraph)?.[0] ?? paragraph;
  const room = LONGEST - title.length;
  if (sentence.length <= room) return sentence;
  return room < SHORTEST ? '' : `${sentence.slice(0, room - 1)}…`;
}
