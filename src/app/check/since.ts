/** Which findings a change has to do with. */
import { posix } from 'node:path';
import type { Workspace } from '../../core/workspace/index.ts';
import type { Facts } from '../../knowledge/index.ts';
import { baseOf } from '../git.ts';
import type { Problem } from './rule.ts';

/** Says whether the change from the revision to the work tree touches what a problem is about. */
export async function touchedSince(
  workspace: Workspace,
  revision: string,
  { files }: Pick<Facts, 'files'>,
  signal: AbortSignal,
): Promise<(problem: Problem) => boolean> {
  const base = await baseOf(workspace, revision);
  const changes = (await workspace.git.changedPaths(base, signal, files)) ?? [];
  const touched = new Set<string>();
  for (const { path } of changes) {
    touched.add(path);
    touched.add(`${posix.dirname(path)}/`);
  }
  return ({ file, related = [] }) => [file, ...related].some((path) => touched.has(path));
}
