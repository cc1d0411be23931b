/** What a brief is about: files, and the commit they are compared with, if any. */
import { ANCHOR_FOLDER, STASH_FOLDER } from '../../areas/stash/index.ts';
import { AppError } from '../../core/errors.ts';
import type { ChangedPath, CommitId } from '../../core/git/index.ts';
import { isRefusal, refusalError, type Workspace } from '../../core/workspace/index.ts';
import type { Facts } from '../../knowledge/index.ts';
import { baseOf, fixForNoGit, whyNoGit } from '../git.ts';

export interface BriefOptions {
  /** A revision; the change is from where the branch left it to the work tree. */
  since?: string | undefined;
  staged?: boolean | undefined;
  /** Files or directories; without them, and without the two above, what is not committed. */
  paths?: readonly string[] | undefined;
  tokens?: number | undefined;
  signal: AbortSignal;
}

export interface BriefedFile {
  path: string;
  /** `named` if nobody said that it changed. */
  change: ChangedPath['change'] | 'named';
}

export interface Change {
  /** `3 files changed since 1a2b3c4d5e` */
  title: string;
  /** The commit before the change. */
  base: CommitId | undefined;
  files: readonly BriefedFile[];
  notes: readonly string[];
}

const SHORT_ID = 10;

export async function changeOf(
  workspace: Workspace,
  { files: listed }: Pick<Facts, 'files'>,
  options: BriefOptions,
): Promise<Change> {
  const { since, staged, paths = [], signal } = options;
  if ([since !== undefined, staged === true, paths.length > 0].filter(Boolean).length > 1)
    throw new AppError('invalid', 'usage', 'Give only one of a revision, the staged files or paths.');
  if (paths.length > 0) return await namedFiles(workspace, await listed(), paths);
  const { git } = workspace;
  const lack = whyNoGit(workspace);
  if (lack !== undefined)
    throw new AppError('invalid', 'no_git', `${lack}, so there are no changes to report.`, {
      hint: ['Name files or directories.', fixForNoGit(workspace)].filter(Boolean).join(' '),
    });
  const base = since === undefined ? await git.resolveRevision('HEAD') : await baseOf(workspace, since);
  const changed =
    base === undefined
      ? undefined
      : staged === true
        ? await git.stagedPaths(base, signal)
        : await git.changedPaths(base, signal, listed);
  if (changed === undefined || base === undefined)
    throw new AppError(
      'invalid',
      'no_commit',
      'Nothing was committed here yet, so there are no changes to report.',
      { hint: 'Name files or directories.' },
    );
  const files = changed.filter(({ path }) => !path.startsWith(`${STASH_FOLDER}/${ANCHOR_FOLDER}/`));
  const how =
    staged === true
      ? 'staged'
      : since === undefined
        ? 'not committed'
        : `changed since ${base.slice(0, SHORT_ID)}`;
  return { title: `${amount(files.length)} ${how}`, base, files, notes: [] };
}

async function namedFiles(
  workspace: Workspace,
  listed: readonly { path: string }[],
  paths: readonly string[],
): Promise<Change> {
  const files = new Map<string, BriefedFile>();
  const notes: string[] = [];
  for (const written of paths) {
    const path = workspace.resolve(written);
    if (isRefusal(path)) throw refusalError(path);
    const below = listed.filter(
      (file) => path === '.' || file.path === path || file.path.startsWith(`${path}/`),
    );
    for (const file of below) files.set(file.path, { path: file.path, change: 'named' });
    if (below.length > 0) continue;
    // A file that git ignores may be named; one that was deleted may still be written about.
    files.set(path, { path, change: 'named' });
    if (isRefusal(await workspace.facts(path))) notes.push(`${path} does not exist.`);
  }
  return { title: amount(files.size), base: undefined, files: [...files.values()], notes };
}

function amount(count: number): string {
  return `${count} ${count === 1 ? 'file' : 'files'}`;
}
