/**
 * The index: every text file of the workspace, and what else is given to it, by words and by meaning. Owns
 * `<data_dir>/index.sqlite`; any number of processes share it. Answers before it is complete, and shows no line that
 * is not in the file at that moment. It refuses to know tools, limits and wire forms.
 */
export type { CodeIndex, IndexOptions, IndexQuery } from './api.ts';
export type { SearchMode } from './contract.ts';
export { openIndex } from './open-index.ts';
export { searchWithoutIndex } from './search/without-index.ts';
