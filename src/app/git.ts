/** What git can answer here: where a change begins, or why it is not asked, in the same words everywhere. */
import { AppError } from '../core/errors.ts';
import type { CommitId, GitLack } from '../core/git/index.ts';
import type { Workspace } from '../core/workspace/index.ts';

const WHY: Record<GitLack, string> = {
  'no-repository': 'There is no git repository here',
  'borrowed-objects':
    'The git repository here borrows objects from another place (.git/objects/info/alternates) and is therefore read without git',
  'not-trusted':
    'The git repository here points outside its work tree, or contains pipes or devices, and is therefore read without git',
  'no-program': 'git is not installed',
};

/** The beginning of a sentence; undefined if git is there. */
export function whyNoGit({ git }: Pick<Workspace, 'git'>): string | undefined {
  const lack = git.lack();
  return lack && WHY[lack];
}

/** What makes git usable here, if anything does. */
export function fixForNoGit({ git }: Pick<Workspace, 'git'>): string | undefined {
  return git.lack() === 'borrowed-objects'
    ? 'To make it complete: git repack -a -d, then delete .git/objects/info/alternates.'
    : undefined;
}

/** The commit to compare with: where the branch left the revision, so that what others did since does not count. */
export async function baseOf(workspace: Workspace, revision: string): Promise<CommitId> {
  const { git } = workspace;
  const lack = whyNoGit(workspace);
  if (lack !== undefined)
    throw new AppError('invalid', 'no_git', `${lack}, so there is nothing to compare with.`, {
      hint: ['Leave out --since.', fixForNoGit(workspace)].filter(Boolean).join(' '),
    });
  const commit = await git.branchPoint(revision);
  if (commit === undefined)
    throw new AppError('invalid', 'unknown_revision', `git has no commit ${JSON.stringify(revision)} here.`, {
      hint: 'Give a branch, a tag or a commit. A shallow clone has only the newest: fetch the rest first.',
    });
  return commit;
}
