/**
 * The engine: every search over the files of the workspace, by words, by meaning and by regular expression. Owns `index.sqlite`,
 * which any number of processes share, the tables that speed up grep, and the watch on the files. Answers before it is complete, and shows
 * no line that is not in the file at that moment. It knows no tools, limits or envelopes.
 *
 * `CodeIndex` is all that others see. Inside: `search.ts` is a search from top to bottom, over a `live/` snapshot of segments;
 * `refresh.ts` reads files into segments (`threads/`, `analyse/`, `kernel/`); `storage/` keeps them; `ranking/` is the formula.
 */
export type {
  CodeIndex,
  DerivedData,
  IndexQuery,
  RefreshOptions,
  RefreshProgress,
  RefreshSummary,
} from './code-index.ts';
export type { ScoreParts, SearchMode } from './contract.ts';
export { openIndex } from './engine.ts';
export type { IndexPlace } from './live/database.ts';
