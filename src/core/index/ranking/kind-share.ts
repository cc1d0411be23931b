/** What a file keeps of its score because of its kind. */
import { FILE_FLAGS } from '../contract.ts';
import { WEIGHTS } from './weights.ts';

const KINDS = Object.entries(FILE_FLAGS) as [keyof typeof FILE_FLAGS, number][];

export function kindShare(flags: number, wanted: number): number {
  let share = 1;
  const counted = flags & ~wanted;
  if (counted !== 0)
    for (const [kind, flag] of KINDS) if ((counted & flag) !== 0) share *= WEIGHTS.kind[kind];
  return share;
}
