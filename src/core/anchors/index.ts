/**
 * Anchors: a place in code that is found again after the code around it, or in it, has changed, and refused
 * when it is not certain. Pure: text in, value out. Owns nothing on disk, never opens a file, and
 * refuses to know languages: whoever has an outline hands the symbols in.
 */
export type { Anchor } from './anchor.ts';
export { readAnchor } from './anchor.ts';
export { type CandidateFile, findRenamed } from './find-renamed.ts';
export { makeAnchor } from './make.ts';
export { likelyHomes, worthOutlining } from './other-files.ts';
export { openPage, type Page, type SymbolSpan } from './page.ts';
export type { Resolution } from './resolve.ts';
export { resolveAnchor } from './resolve.ts';
