/**
 * What governs a place that a result shows: ids and titles only, a handful, within a fixed allowance. The agent decides
 * whether to open them.
 */
import type { Claim } from '../areas/contexts/index.ts';
import { type CitationsIn, citedIn, nameFinder, type SurveyedEntry } from '../areas/stash/index.ts';
import type { Resolution } from '../core/anchors/index.ts';
import type { KnowledgeAt, KnowledgeNote, Place } from '../core/knowledge-note.ts';
import { estimateTokens } from '../core/text/index.ts';
import { isRefusal, type Workspace } from '../core/workspace/index.ts';
import type { AnchorCache } from './anchor-cache.ts';
import { type Library, packTitle } from './library.ts';
import { type EntryCitation, type Link, type LinkSources, linksTo, scopesAbove } from './links.ts';

const MOST_NOTES = 5;
const MOST_TOKENS = 150;
const LONGEST_TITLE = 80;
const LONGEST_PATH = 120;

export interface NotesDeps {
  library: Library;
  claims(scopes: readonly string[]): Promise<readonly Claim[]>;
  workspace: Workspace;
  citationsIn: CitationsIn;
  /** One for each, since a cache keeps only the anchors of its last call. */
  anchorCaches: { entries: AnchorCache; packs: AnchorCache };
}

/** Where all that is written points at now. */
export function linkSources(deps: NotesDeps, signal: AbortSignal): LinkSources {
  return {
    citations: (paths) => citationsNow(paths, deps, signal),
    entryPlaces: async () => {
      const { entries = [] } = (await deps.library.stash()) ?? {};
      const pairs = entries.flatMap((entry) =>
        (entry.fields.anchors ?? []).map((anchor) => ({ entry, anchor })),
      );
      const found = await deps.anchorCaches.entries(
        pairs.map(({ anchor }) => anchor),
        signal,
      );
      return pairs.map((pair, at) => ({ ...pair, now: found[at] ?? NO_ANCHOR }));
    },
    packPlaces: async () => {
      const refs = (await deps.library.packs()).flatMap((pack) =>
        pack.sections.flatMap((section) => section.refs.map((ref) => ({ pack, section, ref }))),
      );
      const anchors = refs.flatMap(({ ref }) => ref.anchor ?? []);
      const found = (await deps.anchorCaches.packs(anchors, signal)).values();
      return refs.map((each) => ({
        ...each,
        now: each.ref.anchor === undefined ? NO_ANCHOR : (found.next().value ?? NO_ANCHOR),
      }));
    },
    claims: deps.claims,
  };
}

export function createKnowledgeAt(deps: NotesDeps): KnowledgeAt {
  return async (places, signal) => {
    const links = await linksTo(new Set(places.map(({ path }) => path)), linkSources(deps, signal));
    return places.map((place) => {
      const notes: KnowledgeNote[] = [];
      for (const link of links) if (link.by !== 'directory' && isOn(place, link)) add(notes, noteOf(link));
      for (const scope of scopesAbove(place.path))
        for (const link of links)
          if (link.by === 'directory' && link.claim.scope === scope) add(notes, noteOf(link));
      return withinAllowance(notes, place.path);
    });
  };
}

/** A reference without an anchor counts where it was written. */
const NO_ANCHOR: Resolution = { state: 'fresh', confidence: 0, reason: 'it has no anchor' };

/** Read at this moment, so that a line number is never that of an older file. */
async function citationsNow(
  paths: ReadonlySet<string>,
  { library, workspace, citationsIn }: NotesDeps,
  signal: AbortSignal,
): Promise<EntryCitation[]> {
  const stash = await library.stash();
  if (stash === undefined || stash.entries.length === 0) return [];
  const entryOf = nameFinder(stash.entries);
  const found: EntryCitation[] = [];
  for (const written of paths) {
    signal.throwIfAborted();
    const path = workspace.resolve(written);
    const read = isRefusal(path) ? path : await workspace.readText(path);
    if (isRefusal(path) || isRefusal(read)) continue;
    for (const cited of await citedIn(citationsIn, stash.config, path, read.text, { signal }))
      found.push({ ...cited, path, entry: entryOf(cited) });
  }
  return found;
}

function isOn(place: Place, link: Exclude<Link, { by: 'directory' }>): boolean {
  if (link.by === 'comment')
    return link.path === place.path && place.startLine <= link.line && link.line <= place.endLine;
  const { now } = link;
  const was = link.by === 'anchor' ? link.anchor.path : link.ref.path;
  const [start, end] =
    link.by === 'reference' && link.ref.anchor === undefined
      ? [link.ref.lines.start, link.ref.lines.end]
      : [now.startLine, now.endLine];
  // Code that is lost is nowhere.
  if (start === undefined || end === undefined) return false;
  return (now.path ?? was) === place.path && place.startLine <= end && start <= place.endLine;
}

function noteOf(link: Link): KnowledgeNote {
  switch (link.by) {
    case 'comment':
      return entryNote(link.entry, `comment at line ${link.line}`);
    case 'anchor':
      return entryNote(link.entry, 'its own anchor');
    case 'reference':
      return {
        id: link.pack.id,
        kind: 'pack',
        title: packTitle(link.pack),
        via: `section ${link.section.title}`,
      };
    case 'directory':
      return {
        id: link.claim.id,
        kind: link.claim.kind,
        title: link.claim.title,
        via: `directory ${link.claim.scope}`,
      };
  }
}

function entryNote({ ref, fields, title, supersededBy }: SurveyedEntry, via: string): KnowledgeNote {
  const [successor] = supersededBy;
  return {
    id: ref,
    kind: fields.type ?? 'entry',
    title: successor === undefined ? title : `${title} (superseded by ${successor})`,
    via,
  };
}

function add(notes: KnowledgeNote[], note: KnowledgeNote): void {
  if (notes.some(({ id }) => id === note.id)) return;
  const title = note.title.length > LONGEST_TITLE ? `${note.title.slice(0, LONGEST_TITLE - 1)}…` : note.title;
  notes.push({ ...note, title });
}

/** The first few; the last of them says how many more there are, and which command shows them. */
function withinAllowance(notes: readonly KnowledgeNote[], path: string): KnowledgeNote[] {
  for (let count = Math.min(notes.length, MOST_NOTES); count > 0; count--) {
    const kept = notes.slice(0, count);
    const last = kept.at(-1);
    const more = notes.length - count;
    const shown = path.length > LONGEST_PATH ? '' : ` ${path}`;
    if (more > 0 && last !== undefined)
      kept[count - 1] = { ...last, via: `${last.via}; and ${more} more: pilotbook brief${shown}` };
    const tokens = kept.reduce((sum, note) => sum + estimateTokens(JSON.stringify(note)), 0);
    if (tokens <= MOST_TOKENS || count === 1) return kept;
  }
  return [];
}
