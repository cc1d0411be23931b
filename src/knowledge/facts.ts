/** Everything that was written down, and where its code is now; each part is read once, when it is first asked for. */
import { type ContextKnowledge, type SurveyedContext, surveyContexts } from '../areas/contexts/index.ts';
import { isExpired, PACK_FOLDER, type Pack, type PacksArea, type Ref } from '../areas/packs/index.ts';
import { nameFinder, STASH_FOLDER, type Stash, type SurveyedStash } from '../areas/stash/index.ts';
import type { Resolution } from '../core/anchors/index.ts';
import type { Clock } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { openPlaces, type Places, type SymbolsOf } from '../core/places/index.ts';
import { splitLines } from '../core/text/index.ts';
import { type FileFacts, isRefusal, listedOnce, type Workspace } from '../core/workspace/index.ts';
import {
  type EntryCitation,
  type EntryPlace,
  type Link,
  type LinkSources,
  linksTo,
  type PackPlace,
} from './links.ts';

export interface RefFacts extends PackPlace {
  /** Of the reference in the pack's file. */
  line: number;
}

export type PackFacts =
  | { file: string; problem: { message: string; hint: string } }
  | { file: string; pack: Pack; refs: readonly RefFacts[] };

export interface FactDeps {
  workspace: Workspace;
  symbolsOf: SymbolsOf;
  stash: Pick<Stash, 'config' | 'citations' | 'survey'>;
  packs: Pick<PacksArea, 'survey'>;
  /** The folder of the packs, relative to the root; undefined if it lies elsewhere. */
  packFolder: string | undefined;
  claims: Pick<ContextKnowledge, 'of'>;
  clock: Clock;
}

export type ReadyStash = { state: 'ready' } & SurveyedStash;
export type StashFacts = ReadyStash | { state: 'absent' } | { state: 'broken'; error: AppError };

export interface Facts {
  readonly now: number;
  /** All files that a reader may open, hidden ones too. */
  files(): Promise<readonly FileFacts[]>;
  stash(): Promise<StashFacts>;
  /** Comments that cite entries, by path and line. */
  citations(): Promise<readonly EntryCitation[]>;
  /** The places entries are anchored to. */
  entryPlaces(): Promise<readonly EntryPlace[]>;
  packs(): Promise<readonly PackFacts[]>;
  contexts(): Promise<readonly SurveyedContext[]>;
  /** What was written about these files. */
  linksTo(paths: ReadonlySet<string>): Promise<readonly Link[]>;
  /** What could not be looked at, and why. */
  notes(): readonly string[];
}

export function gatherFacts(deps: FactDeps, signal: AbortSignal): Facts {
  const { symbolsOf, clock } = deps;
  const workspace = listedOnce(deps.workspace, signal);
  const notes: string[] = [];
  const now = clock.now();
  // One for all: files read for the places of entries serve those of packs.
  const places = openPlaces(workspace, symbolsOf, signal);
  const stash = once(async () => {
    const facts = await readStash(deps.stash, signal);
    if (facts.state === 'absent')
      notes.push('There is no .context directory: entries and the comments that cite them are not checked.');
    return facts;
  });
  const citations = once(() => readCitations(deps.stash, stash, signal));
  const entryPlaces = once(async () => readEntryPlaces(await stash(), places));
  const packs = once(() => readPacks(deps.packs, deps.packFolder, places, signal));
  const sources: LinkSources = {
    citations,
    entryPlaces,
    packPlaces: async () =>
      (await packs()).flatMap((each) =>
        'problem' in each || isExpired(each.pack.expiresAt, now) ? [] : each.refs,
      ),
    claims: deps.claims.of,
  };
  return {
    now,
    files: () => workspace.files({ includeHidden: true }),
    stash,
    citations,
    entryPlaces,
    packs,
    contexts: once(() => surveyContexts(workspace, clock, signal)),
    linksTo: (paths) => linksTo(paths, sources),
    notes: () => notes,
  };
}

export function once<T>(read: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined;
  return () => {
    value ??= read();
    return value;
  };
}

async function readStash(stash: Pick<Stash, 'survey'>, signal: AbortSignal): Promise<StashFacts> {
  try {
    return { state: 'ready', ...(await stash.survey(signal)) };
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.kind === 'cancelled') throw thrown;
    return thrown.code === 'not_initialized' ? { state: 'absent' } : { state: 'broken', error: thrown };
  }
}

async function readCitations(
  stash: Pick<Stash, 'config' | 'citations'>,
  readEntries: () => Promise<StashFacts>,
  signal: AbortSignal,
): Promise<readonly EntryCitation[]> {
  const isReady = await stash.config().then(
    () => true,
    () => false,
  );
  if (!isReady) return [];
  // Another process searches while this one reads the entries.
  const [cited, entries] = await Promise.all([stash.citations(signal), readEntries()]);
  if (entries.state !== 'ready') return [];
  const entryOf = nameFinder(entries.entries);
  return (
    cited
      // Entries mention each other in prose, and nobody may change them.
      .filter(({ path }) => !path.startsWith(`${STASH_FOLDER}/`))
      .map((citation) => ({ ...citation, entry: entryOf(citation) }))
  );
}

async function readEntryPlaces(stash: StashFacts, places: Places): Promise<readonly EntryPlace[]> {
  if (stash.state !== 'ready') return [];
  const found: EntryPlace[] = [];
  for (const entry of stash.entries)
    for (const anchor of entry.fields.anchors ?? [])
      found.push({ entry, anchor, now: await places.now(anchor) });
  return found;
}

async function readPacks(
  packs: Pick<PacksArea, 'survey'>,
  packFolder: string | undefined,
  places: Places,
  signal: AbortSignal,
): Promise<readonly PackFacts[]> {
  const found: PackFacts[] = [];
  for (const surveyed of await packs.survey(signal)) {
    const file = packFolder === undefined ? surveyed.file : `${packFolder}/${PACK_FOLDER}/${surveyed.file}`;
    if ('problem' in surveyed) {
      found.push({ file, problem: surveyed.problem });
      continue;
    }
    const { pack, text } = surveyed;
    const refs: RefFacts[] = [];
    for (const section of pack.sections)
      for (const ref of section.refs)
        refs.push({
          pack,
          section,
          ref,
          line: lineOf(text, section.key, ref.key),
          now: await placeOf(ref, places),
        });
    found.push({ file, pack, refs });
  }
  return found;
}

async function placeOf(ref: Ref, places: Places): Promise<Resolution> {
  if (ref.anchor !== undefined) return await places.now(ref.anchor, ref.path);
  const page = await places.page(ref.path);
  if (isRefusal(page)) return { state: 'lost', confidence: 0, reason: page.reason };
  return ref.lines.end > page.lines.length
    ? { state: 'lost', confidence: 0, reason: `the file has only ${page.lines.length} lines` }
    : { state: 'fresh', confidence: 0, reason: 'it has no anchor' };
}

/** As we write them, a key is in a line of its own; where people wrote otherwise, line 1. */
function lineOf(text: string, section: string, ref: string): number {
  const lines = splitLines(text);
  const keyAt = (key: string, from: number) =>
    lines.findIndex(
      (line, at) => at >= from && line.replace(/["']/g, '').trim().replace(/^- /, '') === `key: ${key}`,
    );
  const start = keyAt(section, 0);
  const at = start === -1 ? -1 : keyAt(ref, start + 1);
  return at === -1 ? 1 : at + 1;
}
