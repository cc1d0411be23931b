/** Where two lines of development met. */
import type { GitCall, GitCommand } from './command.ts';
import { objectId } from './revision.ts';

export interface MergePoint {
  /** The first commit with both in its past. */
  commit: string;
  /** The parents that had only the one, and only the other. */
  sides: readonly [string, string];
}

const ONE = 1;
const OTHER = 2;

/** Undefined: one lies in the past of the other, or they never met in the past of `head`. */
export async function mergePoint(
  git: GitCommand,
  head: string,
  [one, other]: readonly [string, string],
  call: GitCall,
): Promise<MergePoint | undefined> {
  const base = objectId(await git(['merge-base', one, other], call));
  if (base === one || base === other) return undefined;
  const past = base === undefined ? [] : ['--not', base];
  const output = await git(['rev-list', '--topo-order', '--reverse', '--parents', head, ...past], call);
  const seen = new Map<string, number>();
  for (const line of output?.toString('utf8').split('\n') ?? []) {
    const [commit = '', ...parents] = line.split(' ');
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
