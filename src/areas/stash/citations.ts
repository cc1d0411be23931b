/** Comments that cite entries. Every place is read at the moment of answering. */
import { byCodeUnit, splitLines } from '../../core/text/index.ts';
import { isRefusal, type RepoPath, type Workspace } from '../../core/workspace/index.ts';
import type { StashConfig } from './config.ts';
import type { OpenEntryStore } from './entry-store.ts';
import { nameFinder, parseRef, type WantedEntry } from './naming.ts';
import type { CitationsIn, CitingFiles, StashDeps } from './stash-deps.ts';
import { successorsIn } from './successors.ts';

/** A comment in a text. */
export interface CitedNumber extends WantedEntry {
  line: number;
  /** `12`, `00012` or `ctx-00012`. */
  written: string;
  /** The line, without the blanks around. */
  text: string;
}

export interface Citation extends CitedNumber {
  path: RepoPath;
}

/** Most files cite nothing; those are not parsed for their comments. */
const MAY_CITE = /\bcontexts?\b/i;

/** In the order of the text. */
export async function citedIn(
  citationsIn: CitationsIn,
  config: StashConfig,
  path: string,
  text: string,
  options: { signal: AbortSignal },
): Promise<CitedNumber[]> {
  if (!MAY_CITE.test(text)) return [];
  const lines = splitLines(text);
  return (await citationsIn(path, text, options)).flatMap(({ ref, line }) => {
    const wanted = parseRef(ref, config);
    return wanted === undefined
      ? []
      : [{ line, written: ref, ...wanted, text: (lines[line - 1] ?? '').trim() }];
  });
}

/** Of the entry with this number, or of all; by path and line. */
export async function citationsOf(
  number: bigint | undefined,
  config: StashConfig,
  { workspace, citationsIn, citingFiles }: StashDeps,
  signal: AbortSignal,
): Promise<Citation[]> {
  const digits = number === undefined ? undefined : String(number);
  const files = [...new Set(await citingFiles(digits, signal))].sort(byCodeUnit);
  const found: Citation[] = [];
  for (const written of files) {
    signal.throwIfAborted();
    const path = workspace.resolve(written);
    const file = isRefusal(path) ? path : await workspace.readText(path);
    if (isRefusal(path) || isRefusal(file)) continue;
    for (const cited of await citedIn(citationsIn, config, path, file.text, { signal }))
      if (number === undefined || cited.number === number) found.push({ ...cited, path });
  }
  return found;
}

/** No repository has more lines that mention entries. */
const MOST_LINES = 20_000;
/** The words in one line; or broken before `context`, which then begins the next. `"context"` is an import of Go. */
const CITING_LINE = String.raw`\brefers?\s+to\s+(?:the\s+)?contexts?\b|^[^\w"]{0,40}(?:to\s+)?(?:the\s+)?contexts?\b[^\w"]{0,12}(?:entr(?:y|ies)\W{0,4})?(?:[\w.-]{0,40}\d|$)`;

/** ripgrep sees what was written a moment ago; the index would have to look at every file first. */
export function grepCitingFiles(workspace: Workspace): CitingFiles {
  return async (_, signal) => {
    const answer = await workspace.grep(
      { pattern: CITING_LINE, caseSensitive: false, contextLines: 0, limit: MOST_LINES, maxLineLength: 80 },
      signal,
    );
    return 'invalidPattern' in answer ? [] : answer.matches.map(({ path }) => path);
  };
}

/** A citation with the state of the entry it names. */
export interface CitedRef {
  path: string;
  line: number;
  /** As the entry's file has it; for an unknown entry, as written. */
  ref: string;
  state: 'current' | 'superseded' | 'unknown';
  superseded_by?: readonly string[];
}

/** All of the workspace, by path and line. */
export async function listCitations(
  open: OpenEntryStore,
  deps: StashDeps,
  signal: AbortSignal,
): Promise<CitedRef[]> {
  const store = await open();
  const all = await store.all(signal);
  const find = nameFinder(all);
  const successors = successorsIn(all, store.config);
  const cited = await citationsOf(undefined, store.config, deps, signal);
  return cited.map(({ path, line, digits, number }) => {
    const entry = find({ digits, number });
    if (entry === undefined) return { path, line, ref: digits, state: 'unknown' };
    const superseded_by = successors.get(entry.number);
    return superseded_by === undefined
      ? { path, line, ref: entry.ref, state: 'current' }
      : { path, line, ref: entry.ref, state: 'superseded', superseded_by };
  });
}
