/** The comments that cite entries, with what they cite. */
import { grepCitingFiles, parseRef, type StashConfig } from '../../../areas/stash/index.ts';
import { byCodeUnit, splitLines } from '../../../core/text/index.ts';
import { isRefusal, type RepoPath } from '../../../core/workspace/index.ts';
import type { Services } from '../../services.ts';
import type { FactParts } from './parts.ts';
import { STASH_FOLDER, type StashFacts, type StoredEntry } from './stash.ts';

/** A comment in a text. */
export interface CitedNumber {
  line: number;
  /** `12`, `00012` or `ctx-00012`. */
  written: string;
  digits: string;
  number: bigint;
  /** The line, without the blanks around. */
  text: string;
}

export interface Citation extends CitedNumber {
  path: RepoPath;
  /** Undefined: there is none of that number that can be read. */
  entry: StoredEntry | undefined;
}

export async function readCitations(
  { services, signal }: FactParts,
  readStash: () => Promise<StashFacts>,
): Promise<readonly Citation[]> {
  const isReady = await services.stash.config().then(
    () => true,
    () => false,
  );
  if (!isReady) return [];
  // Another process searches while this one reads the entries.
  const [named, stash] = await Promise.all([
    grepCitingFiles(services.workspace)(undefined, signal),
    readStash(),
  ]);
  if (stash.state !== 'ready') return [];
  const { config, entries } = stash;
  const files = [...new Set(named)].sort(byCodeUnit);
  const entryOf = entryFinder(entries);
  const found: Citation[] = [];
  for (const file of files) {
    signal.throwIfAborted();
    // Entries speak about each other in prose, and nobody may change them.
    if (file.startsWith(`${STASH_FOLDER}/`)) continue;
    const path = services.workspace.resolve(file);
    const read = isRefusal(path) ? path : await services.workspace.readText(path);
    if (isRefusal(path) || isRefusal(read)) continue;
    for (const cited of await citedIn(services, config, path, read.text))
      found.push({ ...cited, path, entry: entryOf(cited) });
  }
  return found;
}

/** In the order of the text. */
export async function citedIn(
  { citationsIn }: Pick<Services, 'citationsIn'>,
  config: StashConfig,
  path: string,
  text: string,
): Promise<CitedNumber[]> {
  const lines = splitLines(text);
  return (await citationsIn(path, text)).flatMap(({ ref, line }) => {
    const wanted = parseRef(ref, config);
    return wanted === undefined
      ? []
      : [{ line, written: ref, ...wanted, text: (lines[line - 1] ?? '').trim() }];
  });
}

/** The file written exactly so, or else the first of that number; there may be thousands of comments. */
function entryFinder(entries: readonly StoredEntry[]): (cited: CitedNumber) => StoredEntry | undefined {
  const byRef = new Map(entries.map((entry) => [entry.ref, entry]));
  const byNumber = new Map(entries.toReversed().map((entry) => [entry.number, entry]));
  return ({ digits, number }) => byRef.get(digits) ?? byNumber.get(number);
}
