/**
 * The workspace: one repository as everyone above sees it. Every path from outside, every read, listing and question to git of
 * all tools goes through it, and it sets the rules by which the engine (core/index) searches. It owns nothing on disk and only reads.
 * It knows no tools and no envelopes, and not what a file means.
 */
export type { KnownCommit, PastCommit } from '../git/index.ts';
export {
  type FileFacts,
  type FileReader,
  isRefusal,
  lstatOrUndefined,
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
export { CHANGES_RULES, directoriesOf } from './live-listing.ts';
export { isPlainHome, topLevel } from './top-level.ts';
export {
  listedOnce,
  openWorkspace,
  openWorkspaceSync,
  type SearchableWorkspace,
  type SearchRules,
  type Workspace,
  type WorkspaceOptions,
} from './workspace.ts';
