/** What others than the tools use of questions about symbols. */
export { findSymbol, timeFor } from './find-symbol.ts';
export { firstLineOf } from './symbol-view.ts';
