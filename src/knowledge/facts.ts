/** Everything that was written down, as it is now, for whoever judges it; each part is read once and only if asked for. */
import { type ContextKnowledge, type SurveyedContext, surveyContexts } from '../areas/contexts/index.ts';
import { isExpired, type PacksArea } from '../areas/packs/index.ts';
import { nameFinder, STASH_FOLDER, type Stash, type SurveyedStash } from '../areas/stash/index.ts';
import type { Clock } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { openPlaces, type Places, type SymbolsOf } from '../core/places/index.ts';
import { type FileFacts, listedOnce, type Workspace } from '../core/workspace/index.ts';
import { type EntryCitation, type EntryPlace, type Link, type LinkSources, linksTo } from './links.ts';
import { type PackFacts, readPacks } from './packs.ts';

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
