/** Commits: which one a revision means, and where two lines of history split or met. */
import type { GitCall, GitCommand } from './command.ts';

/** The full id of a commit, as git printed it: safe to pass on, and git need not look it up again. */
export type CommitId = string & { readonly isCommitId: true };

/** What git may be given without resolving it first. */
export type KnownCommit = CommitId | 'HEAD';

const MAX_REVISION_CHARS = 256;
const OBJECT_ID = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const NOT_IN_A_REVISION = /^-|[\u0000-\u001f\u007f]/;

/** The commit that a revision from outside means. */
export async function resolveRevision(git: GitCommand, revision: string): Promise<CommitId | undefined> {
  if (!isSafeRevision(revision)) return undefined;
  return commitIn(
    await git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]),
  );
}

/** The commit where HEAD left the revision; the revision itself if the two have no commit in common. */
export async function branchPoint(git: GitCommand, revision: string): Promise<CommitId | undefined> {
  if (!isSafeRevision(revision)) return undefined;
  return (await mergeBase(git, `${revision}^{commit}`, 'HEAD')) ?? (await resolveRevision(git, revision));
}

export async function mergeBase(
  git: GitCommand,
  one: string,
  other: string,
  call: GitCall = {},
): Promise<CommitId | undefined> {
  return commitIn(await git(['merge-base', one, other], call));
}

function isSafeRevision(revision: string): boolean {
  return revision !== '' && revision.length <= MAX_REVISION_CHARS && !NOT_IN_A_REVISION.test(revision);
}

function commitIn(output: Buffer | undefined): CommitId | undefined {
  const id = output?.toString('utf8').trim();
  return id !== undefined && OBJECT_ID.test(id) ? (id as CommitId) : undefined;
}

export interface MergePoint {
  /** The first commit with both in its history. */
  commit: CommitId;
  /** The parents that had only the one, and only the other. */
  sides: readonly [CommitId, CommitId];
}

const ONE = 1;
const OTHER = 2;

/** Undefined: one is an ancestor of the other, or they never met in the history of HEAD. */
export async function mergePoint(
  git: GitCommand,
  [one, other]: readonly [CommitId, CommitId],
  call: GitCall,
): Promise<MergePoint | undefined> {
  const base = await mergeBase(git, one, other, call);
  if (base === one || base === other) return undefined;
  const before = base === undefined ? [] : ['--not', base];
  const output = await git(
    ['rev-list', '--topo-order', '--reverse', '--parents', 'HEAD', ...before, '--'],
    call,
  );
  const seen = new Map<string, number>();
  for (const line of output?.toString('utf8').split('\n') ?? []) {
    // Each line is what git printed: ids of commits.
    const [commit, ...parents] = line.split(' ') as [CommitId, ...CommitId[]];
    let has = commit === one ? ONE : commit === other ? OTHER : 0;
    for (const parent of parents) has |= seen.get(parent) ?? 0;
    seen.set(commit, has);
    if (has !== (ONE | OTHER)) continue;
    const first = parents.find((parent) => seen.get(parent) === ONE);
    const second = parents.find((parent) => seen.get(parent) === OTHER);
    return first === undefined || second === undefined ? undefined : { commit, sides: [first, second] };
  }
  return undefined;
}
