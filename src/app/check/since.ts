/** Which findings a change has to do with. */
import { posix } from 'node:path';
import { AppError } from '../../core/errors.ts';
import type { Workspace } from '../../core/workspace/index.ts';
import { fixForNoGit, whyNoGit } from '../no-git.ts';
import type { Problem } from './rule.ts';

/** The commit to compare with: where the branch left the revision, so that what others did since does not count. */
export async function baseOf(workspace: Workspace, revision: string): Promise<string> {
  const { git } = workspace;
  const lack = whyNoGit(workspace);
  if (lack !== undefined)
    throw new AppError('invalid', 'no_git', `${lack}, so there is nothing to compare with.`, {
      hint: ['Leave out --since.', fixForNoGit(workspace)].filter(Boolean).join(' '),
    });
  const commit = await git.resolveRevision(revision);
  if (commit === undefined)
    throw new AppError('invalid', 'unknown_revision', `git has no commit ${JSON.stringify(revision)} here.`, {
      hint: 'Give a branch, a tag or a commit. A shallow clone has only the newest: fetch the rest first.',
    });
  return (await git.mergeBase(commit, 'HEAD')) ?? commit;
}

/** Says whether the change from the revision to the work tree touches what a problem is about. */
export async function touchedSince(
  workspace: Workspace,
  revision: string,
  signal: AbortSignal,
): Promise<(problem: Problem) => boolean> {
  const changes = (await workspace.git.changedPaths(await baseOf(workspace, revision), signal)) ?? [];
  const touched = new Set<string>();
  for (const { path } of changes) {
    touched.add(path);
    touched.add(`${posix.dirname(path)}/`);
  }
  return ({ file, related = [] }) => [file, ...related].some((path) => touched.has(path));
}
