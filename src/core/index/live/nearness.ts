/**
 * How near a query is to every chunk. Up to some number of chunks exactly. Of more, all are estimated from codes first, and those that may be among the
 * best are multiplied; the rest keep their estimates.
 */
import { quantise, type RowStore, type Rows, UNIT_DOT } from '../../embed/index.ts';
import type { Exactness, VectorSource } from '../contract.ts';
import type { ReusedArrays } from '../ranking/reused-arrays.ts';
import type { LiveSegment } from './snapshot.ts';

/** So many are multiplied in some six milliseconds; of fewer, estimates save nothing. */
const EXACTNESS: Exactness = { mostExact: 250_000, leastExact: 16_384 };
/**
 * Of estimated chunks, this share and at least so many are multiplied. With it the hundred nearest chunks of a query are found to 99.9 %
 * (docs/design/embedding.md).
 */
const EXACT_SHARE = 1 / 16;

export class SegmentNearness implements VectorSource {
  readonly #segments: readonly LiveSegment[];
  readonly #rowsOf: (live: LiveSegment) => Rows | undefined;
  readonly #store: RowStore;
  readonly #arrays: ReusedArrays;
  readonly #chunkLimit: number;
  readonly #leastExact: number;
  readonly refine?: NonNullable<VectorSource['refine']>;

  /** `segments` have vectors of one model. */
  constructor(
    segments: readonly LiveSegment[],
    rowsOf: (live: LiveSegment) => Rows | undefined,
    store: RowStore,
    arrays: ReusedArrays,
    chunkLimit: number,
    { mostExact, leastExact }: Exactness = EXACTNESS,
  ) {
    this.#segments = segments;
    this.#rowsOf = rowsOf;
    this.#store = store;
    this.#arrays = arrays;
    this.#chunkLimit = chunkLimit;
    this.#leastExact = leastExact;
    if (chunkLimit > mostExact)
      this.refine = (query, scores, from, to) => this.#makeRangeExact(query, scores, from, to);
  }

  scores(query: Float32Array): Float32Array {
    const wanted = quantised(query);
    const scores = this.#arrays.singles('near', this.#chunkLimit);
    const all = this.#segments.flatMap((live) => {
      const rows = this.#rowsOf(live);
      return rows === undefined ? [] : [{ rows, into: scores, at: live.chunkBase }];
    });
    if (this.refine === undefined) this.#store.cosines(all, wanted);
    else this.#store.estimate(all, wanted, Math.max(this.#leastExact, this.#chunkLimit * EXACT_SHARE));
    for (const { deadChunks, chunkBase } of this.#segments)
      for (let chunk = 0; chunk < (deadChunks?.length ?? 0); chunk++)
        if (deadChunks?.[chunk] === 1) scores[chunkBase + chunk] = 0;
    return scores;
  }

  #makeRangeExact(query: Float32Array, scores: Float32Array, from: number, to: number): void {
    // The chunks of a file are in one segment.
    const live = this.#segments.findLast(({ chunkBase }) => chunkBase <= from);
    if (live !== undefined)
      this.#exact(live, quantised(query), scores, from - live.chunkBase, to - live.chunkBase);
  }

  #exact(live: LiveSegment, query: Int8Array, scores: Float32Array, from: number, to: number): void {
    const rows = this.#rowsOf(live);
    if (rows === undefined || to > live.segment.chunkCount) return;
    const { chunkBase, deadChunks } = live;
    const dots = this.#store.dots(rows, query, from, to);
    for (let i = 0; i < dots.length; i++)
      if (deadChunks === undefined || deadChunks[from + i] === 0)
        scores[chunkBase + from + i] = (dots[i] ?? 0) / UNIT_DOT;
  }
}

function quantised(query: Float32Array): Int8Array {
  const wanted = new Int8Array(query.length);
  quantise(query, wanted);
  return wanted;
}
