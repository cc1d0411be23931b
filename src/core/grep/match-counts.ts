/**
 * A pattern that matches nearly everywhere. Its matches are not worth moving through a pipe: they are counted by
 * file, and only the files that the answer shows are searched for places.
 */
import { listedPath, type PathTest, printedName, type RepoPath } from '../sandbox/index.ts';
import { FirstFiles } from './first-files.ts';

export interface MatchCounts {
  total: number;
  filesSearched: number;
  /** The first files that hold enough matches, in order. */
  first: RepoPath[];
}

const COUNT = /(.+?)\0(\d+)\n/gs;
const SEARCHED = /\n(\d+) files searched\n/;

/** From the output of --count --null --stats. */
export function parseMatchCounts(output: string, isWanted: PathTest, enough: number): MatchCounts {
  const files = new FirstFiles<{ path: RepoPath; count: number }>(enough, ({ count }) => count);
  let total = 0;
  let held = 0;
  for (const [, name = '', digits = ''] of output.matchAll(COUNT)) {
    const path = listedPath(printedName(name));
    if (path === undefined || !isWanted(path)) continue;
    const count = Number(digits);
    total += count;
    held++;
    if (files.room(path) > 0) files.add({ path, count });
  }
  const first = files.inOrder().map(({ path }) => path);
  return { total, first, filesSearched: Number(SEARCHED.exec(output)?.[1] ?? held) };
}
