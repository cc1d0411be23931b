/**
 * Regular-expression search over the files of a workspace, by ripgrep. What it reports is read again through the sandbox
 * before it is shown. In a large tree it keeps in memory which files cannot match. The engine (core/index) opens it.
 */
export type { GrepAnswer, GrepMatch, GrepQuery } from './query.ts';
export { openGrep, type WordOptions } from './quick/quick-grep.ts';
