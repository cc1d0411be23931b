/** Past commits of a checkout with a `.git`, for ranking over an index in memory; undefined without one. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { HistorySource } from '../../src/core/index/contract.ts';
import { HistoryField, MOST_COMMITS, storedHistory } from '../../src/core/index/history/history-field.ts';

const LARGEST_OUTPUT = 256 * 1024 * 1024;

export function memoryHistory(
  folder: string,
  fileLimit: number,
  fileId: (path: string) => number,
): HistorySource | undefined {
  if (!existsSync(join(folder, '.git'))) return undefined;
  const shape = ['--name-only', '-z', '--no-merges', '--no-renames', `--max-count=${MOST_COMMITS}`];
  const args = ['-C', folder, 'log', ...shape, '--format=%x01%H %s', 'HEAD', '--'];
  const output = execFileSync('git', args, { encoding: 'utf8', maxBuffer: LARGEST_OUTPUT });
  const commits = output
    .split('\u0001')
    .slice(1)
    .map((part) => {
      const [head = '', ...paths] = part.split('\0').map((each) => each.replace(/^\n/, ''));
      const at = head.indexOf(' ');
      return {
        id: head.slice(0, at),
        subject: head.slice(at + 1),
        paths: paths.filter((path) => path !== ''),
      };
    })
    .filter(({ paths }) => paths.length > 0);
  return new HistoryField(storedHistory('HEAD', 0, commits)).over(fileLimit, fileId);
}
