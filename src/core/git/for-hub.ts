/** Copies of repositories elsewhere and the files of their commits: what only a hub needs, so that a server over stdio never loads it. */
export { isBranchName, type Mirror, openMirror, originAddress } from './mirror.ts';
export { writeScratch, writeTree } from './tree-files.ts';
