/**
 * Git: which repository a directory belongs to and whether it can be trusted, which files its ignore files
 * exclude (both without running git), and commits, trees and texts, all of it read-only. For a hub (for-hub.ts),
 * bare copies of repositories elsewhere. No program that a repository configures is ever run.
 */

export type { ChangedPath } from './changes.ts';
export { type GitCommand, gitCommand, nulSeparated } from './command.ts';
export type { CommitId, KnownCommit } from './commits.ts';
export { isIgnored, ownScope, scopesAbove } from './ignore-files.ts';
export type { Addition, PastCommit } from './log.ts';
export { createPlumbing, type GitLack, type GitPlumbing } from './plumbing.ts';
export { findRepository, lackOfRepository, type Repository, repositoryAt } from './repository.ts';
export { type WalkOptions, walk } from './walk.ts';
export { workTreeAt } from './work-trees.ts';
