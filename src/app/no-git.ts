/** Why git is not asked here: the words are the same wherever something is left undone for it. */
import type { GitLack } from '../core/git/index.ts';
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

/** What ends the lack, if it is not simply as it should be. */
export function fixForNoGit({ git }: Pick<Workspace, 'git'>): string | undefined {
  return git.lack() === 'borrowed-objects'
    ? 'To make it complete: git repack -a -d, then delete .git/objects/info/alternates.'
    : undefined;
}
