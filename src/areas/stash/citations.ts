/** Where comments cite entries. Every place was read at the moment of answering. */
import { byCodeUnit } from '../../core/text/index.ts';
import { isRefusal, type Workspace } from '../../core/workspace/index.ts';
import type { StashConfig } from './config.ts';
import { parseRef, type WantedEntry } from './naming.ts';
import type { CitingFiles, StashDeps } from './ports.ts';

export interface CitedPlace {
  path: string;
  line: number;
}

export interface Citation extends CitedPlace {
  wanted: WantedEntry;
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
    for (const { ref, line } of await citationsIn(path, file.text, { signal })) {
      const wanted = parseRef(ref, config);
      if (wanted === undefined || (number !== undefined && wanted.number !== number)) continue;
      found.push({ path, line, wanted });
    }
  }
  return found;
}

/** So many lines of one repository do not speak of entries. */
const MOST_LINES = 20_000;
/** The words in one line; or broken before `context`, which then begins the next. `"context"` is an import of Go. */
const MAY_CITE = String.raw`\brefers?\s+to\s+(?:the\s+)?contexts?\b|^[^\w"]{0,40}(?:to\s+)?(?:the\s+)?contexts?\b[^\w"]{0,12}(?:entr(?:y|ies)\W{0,4})?(?:[\w.-]{0,40}\d|$)`;

/** ripgrep sees what was written a moment ago; the index would have to look at every file first. */
export function grepCitingFiles(workspace: Workspace): CitingFiles {
  return async (_, signal) => {
    const answer = await workspace.grep(
      { pattern: MAY_CITE, caseSensitive: false, contextLines: 0, limit: MOST_LINES, maxLineLength: 80 },
      signal,
    );
    return 'invalidPattern' in answer ? [] : answer.matches.map(({ path }) => path);
  };
}
