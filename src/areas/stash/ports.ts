/** What the stash asks of the house; the app hands it in. */
import type { SymbolsOf } from '../../core/places/index.ts';
import type { CommentText } from '../../core/text/index.ts';
import type { Workspace } from '../../core/workspace/index.ts';

/** Comments of a text; undefined where the language is not known. */
export type CommentsOf = (path: string, text: string) => Promise<readonly CommentText[] | undefined>;

/**
 * Files that may cite entries, or the entry of this number (digits without leading zeros). A guess is enough:
 * every file is read again before a place is shown.
 */
export type CitingFiles = (number: string | undefined, signal: AbortSignal) => Promise<Iterable<string>>;

export interface StashDeps {
  workspace: Workspace;
  symbolsOf: SymbolsOf;
  commentsOf: CommentsOf;
  citingFiles: CitingFiles;
}
