/**
 * Symbols: where a name is declared, and what every mention of it is. Asked by question: only files that hold the name are
 * parsed (in core/parsing's threads), and what was learnt is kept by content in `symbols.sqlite`, which this module
 * owns. Knows no tools and no envelopes.
 */
export { hasFacts } from '../facts/index.ts';
export type { Assignment } from './assignments.ts';
export { calleesOf } from './callees.ts';
export type { Mention } from './classify.ts';
export type { ReadFile } from './facts-store.ts';
export { lineAt, lineText } from './lines.ts';
export type { DeclarationRef } from './meaning.ts';
export { parseQuestion } from './question.ts';
export { openSymbols, type SymbolDeps, type SymbolIndex } from './symbol-index.ts';
export type { SymbolMatch } from './symbol-match.ts';
export { type MentionsFound, SymbolSession } from './symbol-session.ts';
export { testTitle } from './test-title.ts';
