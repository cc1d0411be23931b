/**
 * A pattern that matches nearly everywhere. Its matches are not worth moving through a pipe: they are counted by
 * file, and only the files that the answer shows are searched for places.
 */
import { byCodeUnit } from '../../text/index.ts';
import type { PathTest } from '../glob.ts';
import { listedPath, type RepoPath } from '../repo-path.ts';

export interface Crowd {
  total: number;
  filesSearched: number;
  /** The first files that hold enough matches, in order. */
  first: RepoPath[];
}

const COUNT = /(.+?)\0(\d+)\n/gs;
const SEARCHED = /\n(\d+) files searched\n/;

/** From the output of --count --null --stats. */
export function parseCrowd(output: string, isWanted: PathTest, enough: number): Crowd {
  const counts: { path: RepoPath; count: number }[] = [];
  for (const [, name = '', count = ''] of output.matchAll(COUNT)) {
    const path = listedPath(name.replace(/^\.\//, ''));
    if (path !== undefined && isWanted(path)) counts.push({ path, count: Number(count) });
  }
  counts.sort((a, b) => byCodeUnit(a.path, b.path));
  const first: RepoPath[] = [];
  let total = 0;
  for (const { path, count } of counts) {
    if (total < enough) first.push(path);
    total += count;
  }
  return { total, first, filesSearched: Number(SEARCHED.exec(output)?.[1] ?? counts.length) };
}
