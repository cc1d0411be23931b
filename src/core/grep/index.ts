/**
 * Regular-expression search over the files of a workspace, by ripgrep. What it reports is read again through the sandbox
 * before it is shown; `openQuickGrep` gives the same answers and keeps in memory which files cannot match.
 */
export { type GrepDeps, grep } from './grep.ts';
export type { GrepAnswer, GrepMatch, GrepQuery } from './query.ts';
export { openQuickGrep, type QuickGrep, type QuickGrepHost } from './quick/quick-grep.ts';
export { findRipgrep } from './ripgrep.ts';
