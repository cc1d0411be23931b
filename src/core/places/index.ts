/**
 * Places: where code that somebody wrote down is now. Reads files through the sandbox and asks the anchor engine; what was
 * read for one place serves the others of a call. Owns nothing on disk. Does not know languages (the caller
 * passes an outline in), nor what a place was written down for.
 */
export { declaredLines, symbolPlace } from './declared-lines.ts';
export { openPlaces, type Places, type SymbolsOf } from './places.ts';
