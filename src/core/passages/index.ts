/**
 * Passages: the parts of files that a prompt needs, best first, whole declarations where they are short enough. Chosen by the order of
 * the index, by the words of the prompt in declarations and their names, and by one step along calls and bases. The same state
 * gives the same passages. Knows no tools, no budgets of files and no envelopes; reads files through core/symbols.
 */
export type { AnalysedFile } from './analysed-file.ts';
export {
  createPassages,
  type FoundPassages,
  type Passage,
  type PassageDeps,
  type PassageFinder,
} from './find-passages.ts';
export { sizeOf } from './parts.ts';
export { linesOf, spansOf } from './spans.ts';
export type { TestOf } from './tests-of.ts';
