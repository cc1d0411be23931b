/** What files keep of their scores because of their kind, unless the query asks for that kind. */
import { FILE_FLAGS } from '../contract.ts';
import { WEIGHTS } from './weights.ts';

const KINDS = Object.entries(FILE_FLAGS) as [keyof typeof FILE_FLAGS, number][];
/** Flags above are not kinds. */
const KIND_BITS = KINDS.reduce((bits, [, flag]) => bits | flag, 0);

export class KindShares {
  /** By the flags that are kinds. */
  readonly #shares: Float64Array;

  constructor(wanted: number) {
    this.#shares = Float64Array.from({ length: KIND_BITS + 1 }, (_, flags) => shareOf(flags & ~wanted));
  }

  of(flags: number): number {
    return this.#shares[flags & KIND_BITS] ?? 1;
  }

  weigh(files: Float64Array, fileFlags: Uint16Array): void {
    const shares = this.#shares;
    for (let file = 0; file < files.length; file++)
      files[file] = (files[file] ?? 0) * (shares[(fileFlags[file] ?? 0) & KIND_BITS] ?? 1);
  }
}

function shareOf(flags: number): number {
  let share = 1;
  for (const [kind, flag] of KINDS) if ((flags & flag) !== 0) share *= WEIGHTS.kind[kind];
  return share;
}
