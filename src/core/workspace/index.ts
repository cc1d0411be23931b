/**
 * The workspace: the one sandbox through which every path from outside, every read, listing, search and process of
 * all tools goes. It owns nothing on disk and only reads. It refuses to know tools, wire forms and what a file means.
 */
export type { Addition } from './git/additions.ts';
export type { ChangedPath } from './git/changes.ts';
export type { BlobText, GitLack } from './git/plumbing.ts';
export { matchGlob, matchGlobTree } from './glob.ts';
export type { GrepMatch } from './grep/query.ts';
export { LargeFiles, leftOut } from './large-files.ts';
export type { FileFacts } from './read-file.ts';
export { type FileReader, openReader } from './reader.ts';
export { isRefusal, type Refusal, type RefusalCode, refusalError } from './refusal.ts';
export type { RepoPath } from './repo-path.ts';
export { topLevel } from './top-level.ts';
export type { Watch } from './watch.ts';
export type { WatchSystem } from './watch-tree.ts';
export {
  openWorkspace,
  openWorkspaceSync,
  type Workspace,
  type WorkspaceOptions,
} from './workspace.ts';
