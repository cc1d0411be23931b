/** What git knows about the workspace: commits, trees, texts, and what differs from them. Read-only. */

import type { FileFacts, RepoPath } from '../sandbox/index.ts';
import { type ChangedPath, changes, indexEntries, type ReadForHash, staged } from './changes.ts';
import type { GitCommand } from './command.ts';
import { allEntries, entriesAt, type TreeEntry, textsOf } from './commit-tree.ts';
import {
  branchPoint,
  type CommitId,
  type KnownCommit,
  type MergePoint,
  mergeBase,
  mergePoint,
  resolveRevision,
} from './commits.ts';
import { type Addition, additionsIn, churnIn, type PastCommit, type PastQuery, pastIn } from './log.ts';

export type GitLack = 'no-repository' | 'borrowed-objects' | 'not-trusted' | 'no-program';

/**
 * `undefined` everywhere: this is not a git repository (or not one to be trusted, or there is no git), or there is
 * no such commit.
 */
export interface GitPlumbing {
  isRepository(): boolean;
  /** Why there is no git to ask; undefined if there is. */
  lack(): GitLack | undefined;
  /** Whether git, if it is there, does answer when it is asked; also in a repository without a commit. */
  answers(): Promise<boolean>;
  /** The commit that a revision from outside means. */
  resolveRevision(revision: string): Promise<CommitId | undefined>;
  /** Where HEAD left a revision from outside; the revision itself if the two have no commit in common. */
  branchPoint(revision: string): Promise<CommitId | undefined>;
  mergeBase(one: KnownCommit, other: KnownCommit): Promise<CommitId | undefined>;
  /** A file as a commit has it, if it is text and a reader may open it. */
  text(commit: KnownCommit, path: RepoPath, signal?: AbortSignal): Promise<string | undefined>;
  /** The same of many files, in the order given; the others are left out. */
  texts(
    commit: KnownCommit,
    paths: readonly RepoPath[],
    signal?: AbortSignal,
  ): AsyncIterable<{ path: RepoPath; text: string }>;
  /**
   * From the commit to the work tree, untracked files included, without submodules, ordered by path. `files` are all
   * that a reader may open, hidden ones too; listed here if the caller has no list.
   */
  changedPaths(
    commit: KnownCommit,
    signal?: AbortSignal,
    files?: () => Promise<readonly FileFacts[]>,
  ): Promise<ChangedPath[] | undefined>;
  /** From the commit to what is staged, ordered by path. */
  stagedPaths(commit: KnownCommit, signal?: AbortSignal): Promise<ChangedPath[] | undefined>;
  /** From one commit to another, ordered by path; from nothing if there is no first one. */
  changedBetween(
    one: KnownCommit | undefined,
    other: KnownCommit,
    signal?: AbortSignal,
  ): Promise<ChangedPath[] | undefined>;
  /** When these files, and those below these directories, were added in the history of HEAD, newest first. */
  additions(paths: readonly RepoPath[], signal?: AbortSignal): Promise<Addition[] | undefined>;
  /** How many of the newest so many commits touched each path. */
  churn(limit: number, signal?: AbortSignal): Promise<ReadonlyMap<string, number> | undefined>;
  /** The newest commits of HEAD and what they changed, newest first, merges left out. */
  past(query: PastQuery, signal?: AbortSignal): Promise<PastCommit[] | undefined>;
  /** Where two commits met in the history of HEAD. */
  mergePoint(one: CommitId, other: CommitId, signal?: AbortSignal): Promise<MergePoint | undefined>;
}

export interface PlumbingDeps {
  /** Asked each time: a repository may be made or removed while the server runs. */
  git(): GitCommand | undefined;
  /** Why `git` is not there. */
  lack(): GitLack;
  isDenied(path: string): boolean;
  /** Hidden ones included. */
  files(signal: AbortSignal | undefined): Promise<FileFacts[]>;
  /** When git's index was last written; 0 if there is none. */
  indexTimeMs(): number;
  readForHash: ReadForHash;
  maxFileBytes: number;
}

export function createPlumbing(deps: PlumbingDeps): GitPlumbing {
  const withGit = async <T>(work: (git: GitCommand) => Promise<T>): Promise<T | undefined> => {
    const git = deps.git();
    return git && (await work(git));
  };
  const isOpenFile = (entry: TreeEntry) => entry.isFile && !deps.isDenied(entry.path);
  const texts: GitPlumbing['texts'] = async function* (commit, paths, signal) {
    const git = deps.git();
    if (git === undefined) return;
    const open = paths.filter((path) => !deps.isDenied(path));
    const entries = await entriesAt(git, commit, open, { signal });
    const files = entries.filter(({ isFile, size }) => isFile && size <= deps.maxFileBytes);
    yield* textsOf(git, files, { signal });
  };

  return {
    isRepository: () => deps.git() !== undefined,
    lack: () => (deps.git() === undefined ? deps.lack() : undefined),
    answers: async () =>
      (await deps.git()?.(['rev-parse', '--is-inside-work-tree']))?.toString('utf8').trim() === 'true',
    resolveRevision: (revision) => withGit((git) => resolveRevision(git, revision)),
    branchPoint: (revision) => withGit((git) => branchPoint(git, revision)),
    mergeBase: (one, other) => withGit((git) => mergeBase(git, one, other)),
    text: async (commit, path, signal) => {
      for await (const { text } of texts(commit, [path], signal)) return text;
      return undefined;
    },
    texts,
    changedPaths: (commit, signal, listed = () => deps.files(signal)) =>
      withGit(async (git) => {
        // In this order a file that changes meanwhile is reported as changed.
        const indexTimeMs = deps.indexTimeMs();
        const index = await indexEntries(git, { signal });
        const files = await listed();
        const before = await allEntries(git, commit, { signal });
        if (before === undefined) return undefined;
        const submodules = before.filter((entry) => !entry.isFile).map((entry) => `${entry.path}/`);
        const own = files.filter(({ path }) => !submodules.some((submodule) => path.startsWith(submodule)));
        return changes(before.filter(isOpenFile), {
          files: own,
          index,
          indexTimeMs,
          read: deps.readForHash,
        });
      }),
    stagedPaths: (commit, signal) =>
      withGit(async (git) => {
        const before = await allEntries(git, commit, { signal });
        const index = await indexEntries(git, { signal });
        return before && staged(before.filter(isOpenFile), index).filter(({ path }) => !deps.isDenied(path));
      }),
    changedBetween: (one, other, signal) =>
      withGit(async (git) => {
        const before = one === undefined ? [] : await allEntries(git, one, { signal });
        const after = await allEntries(git, other, { signal });
        if (before === undefined || after === undefined) return undefined;
        const now = new Map(after.filter(isOpenFile).map((entry) => [entry.path, entry]));
        return staged(before.filter(isOpenFile), now);
      }),
    additions: (paths, signal) =>
      withGit(async (git) =>
        (await additionsIn(git, paths, { signal }))?.filter(({ path }) => !deps.isDenied(path)),
      ),
    churn: (limit, signal) => withGit((git) => churnIn(git, limit, { signal })),
    past: (query, signal) =>
      withGit(async (git) =>
        (await pastIn(git, query, { signal }))?.map((commit) => ({
          ...commit,
          paths: commit.paths.filter((path) => !deps.isDenied(path)),
        })),
      ),
    mergePoint: (one, other, signal) => withGit((git) => mergePoint(git, [one, other], { signal })),
  };
}
