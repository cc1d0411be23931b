/** What git knows about the workspace: commits, trees, blobs, and what differs from them. Read-only. */

import { decodeText, type FileFacts, type Refusal, type RepoPath, refuse } from '../sandbox/index.ts';
import { type ChangedPath, changes, indexEntries, type ReadForHash, staged } from './changes.ts';
import type { GitCommand } from './command.ts';
import { allEntries, entryAt, grepTree, type TreeEntry, type TreeFile } from './commit-tree.ts';
import { type Addition, additionsIn, churnIn } from './log.ts';
import { type MergePoint, mergePoint } from './merge-point.ts';
import { commitOf, objectId } from './revision.ts';

export interface BlobText extends TreeFile {
  text: string;
}

export type GitLack = 'no-repository' | 'borrowed-objects' | 'not-trusted' | 'no-program';

/**
 * `undefined` everywhere: this is not a git repository (or not one to be trusted, or there is no git), or there is
 * no such revision.
 */
export interface GitPlumbing {
  isRepository(): boolean;
  /** Why there is no git to ask; undefined if there is. */
  lack(): GitLack | undefined;
  /** Whether git, if it is there, does answer when it is asked; also in a repository without a commit. */
  answers(): Promise<boolean>;
  headCommit(): Promise<string | undefined>;
  /** The id of the commit that a revision from outside means. */
  resolveRevision(revision: string): Promise<string | undefined>;
  mergeBase(one: string, other: string): Promise<string | undefined>;
  readBlob(revision: string, path: RepoPath): Promise<BlobText | Refusal | undefined>;
  /** From the revision to the work tree, untracked files included, without submodules, ordered by path. */
  changedPaths(revision: string, signal?: AbortSignal): Promise<ChangedPath[] | undefined>;
  /** From HEAD to what is staged, ordered by path. */
  stagedPaths(signal?: AbortSignal): Promise<ChangedPath[] | undefined>;
  /** When the files below a directory came into the history of HEAD, newest first. */
  additions(directory: RepoPath, signal?: AbortSignal): Promise<Addition[] | undefined>;
  /** How many of the newest so many commits touched each path. */
  churn(limit: number, signal?: AbortSignal): Promise<ReadonlyMap<string, number> | undefined>;
  /** Where two commits met in the history of HEAD. */
  mergePoint(one: string, other: string, signal?: AbortSignal): Promise<MergePoint | undefined>;
  /** The files of a revision with a line that matches an extended regular expression, in any case. */
  grepTree(revision: string, pattern: string, signal?: AbortSignal): Promise<RepoPath[] | undefined>;
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
  /** Does the work with git and the commit, if there are both. */
  const at = async <T>(revision: string, work: (git: GitCommand, commit: string) => Promise<T>) => {
    const git = deps.git();
    const commit = git && (await commitOf(git, revision));
    return git === undefined || commit === undefined ? undefined : work(git, commit);
  };
  const isOpenFile = (entry: TreeEntry) => entry.isFile && !deps.isDenied(entry.path);

  return {
    isRepository: () => deps.git() !== undefined,
    lack: () => (deps.git() === undefined ? deps.lack() : undefined),
    answers: async () =>
      (await deps.git()?.(['rev-parse', '--is-inside-work-tree']))?.toString('utf8').trim() === 'true',
    headCommit: () => at('HEAD', async (_, commit) => commit),
    resolveRevision: (revision) => at(revision, async (_, commit) => commit),
    mergeBase: (one, other) =>
      at(one, (_, first) =>
        at(other, async (git, second) => objectId(await git(['merge-base', first, second]))),
      ),
    readBlob: (revision, path) =>
      at(revision, async (git, commit) => {
        if (deps.isDenied(path)) return refuse('denied');
        const entry = await entryAt(git, commit, path);
        if (entry === undefined) return refuse('missing');
        if (!entry.isFile) return refuse('not_a_file');
        if (entry.size > deps.maxFileBytes) return refuse('too_large');
        const bytes = await git(['cat-file', 'blob', entry.blob]);
        if (bytes === undefined) return refuse('unreadable');
        const text = decodeText(bytes);
        return text === undefined ? refuse('binary') : { path, blob: entry.blob, size: entry.size, text };
      }),
    changedPaths: (revision, signal) =>
      at(revision, async (git, commit) => {
        // In this order: what changes meanwhile looks changed, never the other way round.
        const indexTimeMs = deps.indexTimeMs();
        const index = await indexEntries(git, { signal });
        const files = await deps.files(signal);
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
    stagedPaths: (signal) =>
      at('HEAD', async (git, commit) => {
        const before = await allEntries(git, commit, { signal });
        const index = await indexEntries(git, { signal });
        return before && staged(before.filter(isOpenFile), index).filter(({ path }) => !deps.isDenied(path));
      }),
    additions: (directory, signal) =>
      at('HEAD', async (git, commit) =>
        (await additionsIn(git, commit, directory, { signal }))?.filter(({ path }) => !deps.isDenied(path)),
      ),
    churn: (limit, signal) => at('HEAD', (git, commit) => churnIn(git, commit, limit, { signal })),
    mergePoint: (one, other, signal) =>
      at(one, (_, first) =>
        at(other, (_, second) =>
          at('HEAD', (git, head) => mergePoint(git, head, [first, second], { signal })),
        ),
      ),
    grepTree: (revision, pattern, signal) =>
      at(revision, async (git, commit) =>
        (await grepTree(git, commit, pattern, { signal })).filter((path) => !deps.isDenied(path)),
      ),
  };
}
