/**
 * Places: where code that somebody wrote down is now. Reads files through the sandbox and asks the anchor engine; what was
 * read for one place serves the others of a call. Owns nothing on disk. Refuses to know languages (whoever has an outline
 * hands it in) and what a place was written down for.
 */
export { openPlaces, type Places, type SymbolsOf } from './places.ts';
