/** Comments that cite entries. Files are read again for every answer. */
import type { CodeIndex } from '../../core/index/index.ts';
import { byCodeUnit, splitLines } from '../../core/text/index.ts';
import { isRefusal, type RepoPath } from '../../core/workspace/index.ts';
import type { StashConfig } from './config.ts';
import { parseRef, type WantedEntry } from './naming.ts';
import type { CitationsIn, CitingFiles, StashDeps } from './stash-deps.ts';

/** One number that a comment cites. */
export interface CitedNumber extends WantedEntry {
  line: number;
  /** `12`, `00012` or `ctx-00012`. */
  written: string;
  /** The line, trimmed. */
  text: string;
}

export interface Citation extends CitedNumber {
  path: RepoPath;
}

/** Most files cite nothing, and are not parsed. */
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

/** Citations of the entry with this number, or of all entries, by path and line. */
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

/** More lines than any repository needs. */
const MOST_LINES = 20_000;
/**
 * `refer to context` in one line, or broken so that the next line begins with `context`. `"context"` is an import in Go. No counts: for
 * `{0,40}` ripgrep makes forty copies of all letters of Unicode, which takes longer than searching most repositories.
 */
const CITING_LINE = String.raw`\brefers?\s+to\s+(?:the\s+)?contexts?\b|^[^\w"]*(?:to\s+)?(?:the\s+)?contexts?\b[^\w"]*(?:entr(?:y|ies)\W*)?(?:[\w.-]*\d|$)`;

/** Asks ripgrep, which sees what was just written; the index would have to stat every file first. */
export function grepCitingFiles(grep: CodeIndex['grep']): CitingFiles {
  return async (_, signal) => {
    const answer = await grep(
      {
        pattern: CITING_LINE,
        caseSensitive: false,
        contextLines: 0,
        limit: MOST_LINES,
        maxLineLength: 80,
        isSeldom: true,
      },
      signal,
    );
    return 'invalidPattern' in answer ? [] : answer.matches.map(({ path }) => path);
  };
}
