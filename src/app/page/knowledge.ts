/** Entries, packs and directory notes as one list: what each is, who wrote it when, and whether its code is as it was. */
import { posix } from 'node:path';
import { isExpired } from '../../areas/packs/index.ts';
import { STASH_FOLDER } from '../../areas/stash/index.ts';
import type { Addition } from '../../core/git/index.ts';
import { isRefusal } from '../../core/workspace/index.ts';
import { type Facts, packTitle } from '../../knowledge/index.ts';
import type { Services } from '../services.ts';
import type { PlaceStatus } from './marks.ts';

export type Freshness =
  | PlaceStatus
  /** It names no code, so nothing can be compared. */
  | 'unchecked'
  | 'stale'
  | 'superseded'
  | 'expired'
  | 'invalid';

export interface KnowledgeItem {
  kind: 'entry' | 'pack' | 'note';
  /** Ref of the entry, id of the pack, directory of the note. */
  id: string;
  title: string;
  /** `decision`, `draft`, `directory`; what it says it is. */
  type: string;
  module: string;
  state: Freshness;
  /** Who committed it; absent if nobody did, or it is not known. */
  author?: string;
  /** When it was written, in milliseconds since the epoch; absent if that is not known. */
  time?: number;
  /** Places in code that it points at. */
  places: number;
  /** Comments that cite it. */
  cited: number;
  /** Until when a pack lasts. */
  expires?: number | null;
  text: string;
}

export interface KnowledgeList {
  now: number;
  items: readonly KnowledgeItem[];
  /** What could not be looked at, and why. */
  notes: readonly string[];
}

/** Most doubtful first: the state of something that points at several places is its worst. */
const WORST: readonly PlaceStatus[] = ['lost', 'ambiguous', 'edited', 'moved', 'fresh'];
/** For the search over the list; the whole text is shown with the item. */
const MOST_TEXT = 600;

export function worst(states: readonly PlaceStatus[]): PlaceStatus | 'unchecked' {
  return WORST.find((state) => states.includes(state)) ?? 'unchecked';
}

export async function knowledgeList(services: Services, signal: AbortSignal): Promise<KnowledgeList> {
  const facts = services.knowledge.facts(signal);
  const items = [
    ...(await entryItems(services, facts, signal)),
    ...(await packItems(facts)),
    ...(await noteItems(services, facts, signal)),
  ];
  return { now: facts.now, items, notes: facts.notes() };
}

async function entryItems(
  services: Services,
  facts: Facts,
  signal: AbortSignal,
): Promise<readonly KnowledgeItem[]> {
  const stash = await facts.stash();
  if (stash.state !== 'ready') return [];
  const added = await additionsOf(services, signal);
  const states = new Map<string, PlaceStatus[]>();
  for (const { entry, now } of await facts.entryPlaces())
    states.set(entry.file, [...(states.get(entry.file) ?? []), now.state]);
  const cited = new Map<string, number>();
  for (const { entry } of await facts.citations())
    if (entry !== undefined) cited.set(entry.file, (cited.get(entry.file) ?? 0) + 1);
  return stash.entries.map(({ ref, file, path, title, fields, markdown, supersededBy }) => {
    const addition = added.get(path);
    return {
      kind: 'entry',
      id: ref,
      title,
      type: fields.type ?? 'entry',
      module: fields.module ?? '',
      state: supersededBy.length > 0 ? 'superseded' : worst(states.get(file) ?? []),
      ...(addition === undefined ? {} : { author: addition.author, time: addition.timeMs }),
      places: fields.anchors?.length ?? 0,
      cited: cited.get(file) ?? 0,
      text: markdown.slice(0, MOST_TEXT),
    };
  });
}

/** When each entry was first committed, and by whom. */
export async function additionsOf(
  { workspace }: Services,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Addition>> {
  const folder = workspace.resolve(STASH_FOLDER);
  const found = isRefusal(folder) ? undefined : await workspace.git.additions(folder, signal);
  // Newest first, so the oldest of a path stays.
  return new Map((found ?? []).map((addition) => [addition.path, addition]));
}

async function packItems(facts: Facts): Promise<readonly KnowledgeItem[]> {
  return (await facts.packs()).map((each) => {
    if ('problem' in each)
      return {
        kind: 'pack',
        id: each.file,
        title: posix.basename(each.file),
        type: 'pack',
        module: '',
        state: 'invalid',
        places: 0,
        cited: 0,
        text: each.problem.message,
      };
    const { pack, refs } = each;
    return {
      kind: 'pack',
      id: pack.id,
      title: packTitle(pack),
      type: pack.status,
      module: '',
      state: isExpired(pack.expiresAt, facts.now) ? 'expired' : worst(refs.map(({ now }) => now.state)),
      time: pack.updatedAt,
      places: refs.length,
      cited: 0,
      expires: pack.expiresAt,
      text: (pack.brief ?? '').slice(0, MOST_TEXT),
    };
  });
}

async function noteItems(
  services: Services,
  facts: Facts,
  signal: AbortSignal,
): Promise<readonly KnowledgeItem[]> {
  const listed = await services.contexts.knowledge.all(signal);
  const said = new Map<string, string[]>();
  const dates = new Map<string, string>();
  for (const { scope, title, date } of listed) {
    said.set(scope, [...(said.get(scope) ?? []), title]);
    dates.set(scope, date);
  }
  return (await facts.contexts()).map((context) => {
    const { scope, state } = context;
    const time = Date.parse(dates.get(scope) ?? '');
    return {
      kind: 'note',
      id: scope,
      title: scope === '.' ? 'The repository' : scope,
      type: 'directory',
      module: scope === '.' ? '' : scope,
      state: noteState(context),
      ...(Number.isNaN(time) ? {} : { time }),
      places: state === 'fresh' || state === 'stale' ? context.claims.length : 0,
      cited: 0,
      text: (said.get(scope) ?? []).join('\n').slice(0, MOST_TEXT),
    };
  });
}

export function noteState(context: Awaited<ReturnType<Facts['contexts']>>[number]): Freshness {
  if (context.state === 'invalid' || context.state === 'unknown_version') return 'invalid';
  if (context.state === 'stale') return 'stale';
  return context.claims.length > 0 ? worst(context.claims.map(({ state }) => state)) : 'fresh';
}
