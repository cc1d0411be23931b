/** Entries, packs and directory notes as one list: what each is, who wrote it when, and whether its code is as it was. */
import { posix } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isExpired } from '../../areas/packs/index.ts';
import { STASH_FOLDER } from '../../areas/stash/index.ts';
import type { Addition } from '../../core/git/index.ts';
import { type Facts, packTitle } from '../../knowledge/index.ts';
import type { Services } from '../services.ts';
import type { AdditionsOf } from './additions.ts';
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
  /** Who wrote what and when is still being read from the history. */
  isPartial?: true;
}

/** Most doubtful first: the state of something that points at several places is its worst. */
const WORST: readonly PlaceStatus[] = ['lost', 'ambiguous', 'edited', 'moved', 'fresh'];
/** For the search over the list; the whole text is shown with the item. */
const MOST_TEXT = 600;

export function worst(states: readonly PlaceStatus[]): PlaceStatus | 'unchecked' {
  return WORST.find((state) => states.includes(state)) ?? 'unchecked';
}

/** The history of a large repository takes seconds: without it the list is there after `waitMs`. */
export async function knowledgeList(
  services: Services,
  added: AdditionsOf,
  signal: AbortSignal,
  waitMs = Number.POSITIVE_INFINITY,
): Promise<KnowledgeList> {
  const facts = services.knowledge.facts(signal);
  const [stash, packs, contexts] = await Promise.all([facts.stash(), facts.packs(), facts.contexts()]);
  // One walk through the history for all of them.
  const written = [
    ...(stash.state === 'ready' ? [STASH_FOLDER] : []),
    ...packs.map(({ file }) => file),
    ...contexts.map(({ path }) => path),
  ];
  const read = added(written);
  const inTime = waitMs === Number.POSITIVE_INFINITY ? read : Promise.race([read, after(waitMs)]);
  const additions = inTime.then((found) => found ?? new Map());
  const kinds = await Promise.all([
    entryItems(facts, additions),
    packItems(facts, additions),
    noteItems(services, facts, additions, signal),
  ]);
  const isPartial = (await inTime) === undefined;
  return {
    now: facts.now,
    items: kinds.flat(),
    notes: facts.notes(),
    ...(isPartial ? { isPartial } : {}),
  };
}

async function after(ms: number): Promise<undefined> {
  await pause(ms, undefined, { ref: false });
  return undefined;
}

type Additions = Promise<ReadonlyMap<string, Addition>>;

async function entryItems(facts: Facts, added: Additions): Promise<readonly KnowledgeItem[]> {
  const stash = await facts.stash();
  if (stash.state !== 'ready') return [];
  const [additions, places, citations] = await Promise.all([added, facts.entryPlaces(), facts.citations()]);
  const states = new Map<string, PlaceStatus[]>();
  for (const { entry, now } of places) states.set(entry.file, [...(states.get(entry.file) ?? []), now.state]);
  const cited = new Map<string, number>();
  for (const { entry } of citations)
    if (entry !== undefined) cited.set(entry.file, (cited.get(entry.file) ?? 0) + 1);
  return stash.entries.map(({ ref, file, path, title, fields, markdown, supersededBy }) => {
    const addition = additions.get(path);
    return {
      kind: 'entry',
      id: ref,
      title,
      type: fields.type ?? 'entry',
      module: fields.module ?? '',
      state: supersededBy.length > 0 ? 'superseded' : worst(states.get(file) ?? []),
      ...authorOf(addition),
      ...(addition === undefined ? {} : { time: addition.timeMs }),
      places: fields.anchors?.length ?? 0,
      cited: cited.get(file) ?? 0,
      text: markdown.slice(0, MOST_TEXT),
    };
  });
}

async function packItems(facts: Facts, added: Additions): Promise<readonly KnowledgeItem[]> {
  const packs = await facts.packs();
  const additions = await added;
  return packs.map((each) => {
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
      ...authorOf(additions.get(each.file)),
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
  added: Additions,
  signal: AbortSignal,
): Promise<readonly KnowledgeItem[]> {
  const [listed, contexts] = await Promise.all([services.contexts.knowledge.all(signal), facts.contexts()]);
  const additions = await added;
  const said = new Map<string, string[]>();
  const dates = new Map<string, string>();
  for (const { scope, title, date } of listed) {
    said.set(scope, [...(said.get(scope) ?? []), title]);
    dates.set(scope, date);
  }
  return contexts.map((context) => {
    const { path, scope, state } = context;
    const addition = additions.get(path);
    const stated = Date.parse(dates.get(scope) ?? '');
    const time = Number.isNaN(stated) ? addition?.timeMs : stated;
    return {
      kind: 'note',
      id: scope,
      title: scope === '.' ? 'The repository' : scope,
      type: 'directory',
      module: scope === '.' ? '' : scope,
      state: noteState(context),
      ...authorOf(addition),
      ...(time === undefined ? {} : { time }),
      places: state === 'fresh' || state === 'stale' ? context.claims.length : 0,
      cited: 0,
      text: (said.get(scope) ?? []).join('\n').slice(0, MOST_TEXT),
    };
  });
}

function authorOf(addition: Addition | undefined): { author?: string } {
  return addition === undefined ? {} : { author: addition.author };
}

export function noteState(context: Awaited<ReturnType<Facts['contexts']>>[number]): Freshness {
  if (context.state === 'invalid' || context.state === 'unknown_version') return 'invalid';
  if (context.state === 'stale') return 'stale';
  return context.claims.length > 0 ? worst(context.claims.map(({ state }) => state)) : 'fresh';
}
