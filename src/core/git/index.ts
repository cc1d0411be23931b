/**
 * What git knows, and what it would say without being asked: which repository a directory belongs to and whether it can be
 * trusted, which files its ignore files exclude, commits, trees and blobs. Read-only; no program that the repository
 * configures is ever run.
 */

export type { ChangedPath } from './changes.ts';
export { type GitCommand, gitCommand, nulSeparated } from './command.ts';
export { isIgnored } from './gitignore.ts';
export { ownScope, scopesAbove } from './ignore-scopes.ts';
export type { Addition } from './log.ts';
export { type BlobText, createPlumbing, type GitLack, type GitPlumbing } from './plumbing.ts';
export { findRepository, lackOfRepository, type Repository, repositoryAt } from './repository.ts';
export { type WalkOptions, walk } from './walk.ts';
