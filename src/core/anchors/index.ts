/**
 * Anchors: a place in code that is found again after the code around it, or in it, has changed; if the place is not certain,
 * none is given. Pure: text in, value out. Owns nothing on disk, never opens a file, and knows no languages: callers that have
 * an outline pass the symbols in.
 */
export type { Anchor } from './anchor.ts';
export { readAnchor } from './anchor.ts';
export { type CandidateFile, findRenamed } from './find-renamed.ts';
export { makeAnchor } from './make.ts';
export { likelyHomes, worthOutlining } from './other-files.ts';
export { openPage, type Page, type SymbolSpan } from './page.ts';
export type { Resolution } from './resolve.ts';
export { resolveAnchor } from './resolve.ts';
