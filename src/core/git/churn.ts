/** How often files changed lately: the commits, of the newest so many, that touched each. */
import { PLAIN_LOG } from './additions.ts';
import { type GitCall, type GitCommand, nulSeparated } from './command.ts';

export async function churnIn(
  git: GitCommand,
  commit: string,
  limit: number,
  call: GitCall,
): Promise<ReadonlyMap<string, number> | undefined> {
  const shape = ['--name-only', '-z', '--format=', '--no-merges', '--no-renames', '--relative'];
  const silent = ['--no-ext-diff', '--no-textconv', '--no-color', '--no-notes'];
  const output = await git([...PLAIN_LOG, 'log', ...shape, ...silent, `--max-count=${limit}`, commit], call);
  if (output === undefined) return undefined;
  const counts = new Map<string, number>();
  for (const part of nulSeparated(output)) {
    const path = part.replace(/^\n/, '');
    if (path !== '') counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  return counts;
}
