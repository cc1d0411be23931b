/** What the stash needs from the rest of the program; the app passes it in. */
import type { SymbolsOf } from '../../core/places/index.ts';
import type { CitedEntry } from '../../core/text/index.ts';
import type { Workspace } from '../../core/workspace/index.ts';

/** Entries that the comments of a text refer to. */
export type CitationsIn = (
  path: string,
  text: string,
  options: { signal: AbortSignal },
) => Promise<readonly CitedEntry[]>;

/**
 * Files that may cite entries, or the entry with this number (digits without leading zeros). It may return too many files:
 * each is read before a place is shown.
 */
export type CitingFiles = (number: string | undefined, signal: AbortSignal) => Promise<Iterable<string>>;

export interface StashDeps {
  workspace: Workspace;
  symbolsOf: SymbolsOf;
  citationsIn: CitationsIn;
  citingFiles: CitingFiles;
}
