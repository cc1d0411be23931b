/**
 * The workspace: one repository as everyone above sees it. Every path from outside, every read, listing, search and question
 * to git of all tools goes through it. It owns nothing on disk and only reads. It refuses to know tools, wire forms and
 * what a file means.
 */
export type { KnownCommit } from '../git/index.ts';
export {
  type FileFacts,
  type FileReader,
  isRefusal,
  matchGlob,
  matchGlobTree,
  openReader,
  type Refusal,
  type RefusalCode,
  type RepoPath,
  refusalError,
} from '../sandbox/index.ts';
export { type Watch, type WatchSystem, watchOfSystem } from '../watch/index.ts';
export { LargeFiles, leftOut } from './large-files.ts';
export { isPlainHome, topLevel } from './top-level.ts';
export {
  listedOnce,
  openWorkspace,
  openWorkspaceSync,
  type Workspace,
  type WorkspaceOptions,
} from './workspace.ts';
