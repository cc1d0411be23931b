/**
 * The index: every text file of the workspace, by words and by meaning. Owns `<data_dir>/index.sqlite`; any number of processes share it.
 * Answers before it is complete, and shows no line that is not in the file at that moment. It knows no tools, limits or envelopes.
 *
 * `CodeIndex` is all that others see. Inside: `search.ts` is a search from top to bottom, over a `live/` snapshot of segments;
 * `refresh.ts` reads files into segments (`threads/`, `analyse/`, `kernel/`); `storage/` keeps them; `ranking/` is the formula.
 */
export type { CodeIndex, IndexOptions, IndexQuery } from './code-index.ts';
export type { SearchMode } from './contract.ts';
export { searchWithoutIndex } from './grep-fallback.ts';
export { openIndex } from './open-index.ts';
