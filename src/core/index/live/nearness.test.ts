import { describe, expect, it } from 'vitest';
import { normalise, quantise, UNIT_DOT } from '../../embed/embedder.ts';
import { RowStore } from '../../embed/index.ts';
import { dotsInJavaScript } from '../../embed/row-store.ts';
import { ReusedArrays } from '../ranking/reused-arrays.ts';
import { SegmentNearness } from './nearness.ts';
import type { LiveSegment } from './snapshot.ts';

const DIMS = 64;
const NEAREST = 100;

/** Always the same unit vectors, around as many centres as texts have topics. */
function vectors(count: number, seed: number): { matrix: Int8Array; rows: Float32Array[] } {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return ((state >>> 8) % 20_001) / 10_000 - 1;
  };
  const centres = Array.from({ length: 40 }, () => Float32Array.from({ length: DIMS }, next));
  const matrix = new Int8Array(count * DIMS);
  const rows = Array.from({ length: count }, (_, i) => {
    const row = Float32Array.from(centres[i % centres.length] ?? [], (value) => value + 1.2 * next());
    normalise(row);
    quantise(row, matrix.subarray(i * DIMS, (i + 1) * DIMS));
    return row;
  });
  return { matrix, rows };
}

function segments(matrix: Int8Array, ends: readonly number[], dead: ReadonlySet<number>) {
  const store = new RowStore();
  const rows = new Map<LiveSegment, ReturnType<RowStore['add']>>();
  const all = ends.map((end, i) => {
    const base = ends[i - 1] ?? 0;
    const deadChunks = Uint8Array.from({ length: end - base }, (_, chunk) =>
      dead.has(base + chunk) ? 1 : 0,
    );
    const live = {
      chunkBase: base,
      segment: { chunkCount: end - base },
      deadChunks: deadChunks.includes(1) ? deadChunks : undefined,
    } as unknown as LiveSegment;
    rows.set(live, store.add(matrix.subarray(base * DIMS, end * DIMS), DIMS));
    return live;
  });
  return (mostExact: number) =>
    new SegmentNearness(all, (live) => rows.get(live), store, new ReusedArrays(), ends.at(-1) ?? 0, {
      mostExact,
      leastExact: 16_384,
    });
}

const best = (scores: Float32Array) =>
  [...scores.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b).slice(0, NEAREST);

describe('nearness to every chunk', () => {
  const count = 40_000;
  const { matrix, rows } = vectors(count, 5);
  const dead = new Set([3, 17_000, 39_999]);
  const nearness = segments(matrix, [1_001, 17_500, count], dead);
  const query = rows[12_345] ?? new Float32Array(DIMS);
  const quantised = new Int8Array(DIMS);
  quantise(query, quantised);
  const exact = Float32Array.from(dotsInJavaScript(matrix, quantised), (dot, i) =>
    dead.has(i) ? 0 : dot / UNIT_DOT,
  );

  it('is exact for few', () => {
    const few = nearness(count);
    expect(few.scores(query)).toEqual(exact);
    expect(few.refine).toBeUndefined();
  });

  it('is exact for the nearest of many, and 0 for what is gone', () => {
    const scores = nearness(count - 1).scores(query);
    expect(best(scores)).toEqual(best(exact));
    for (const chunk of best(exact)) expect(scores[chunk]).toBe(exact[chunk]);
    for (const chunk of dead) expect(scores[chunk]).toBe(0);
    expect(scores).not.toEqual(exact);
  });

  it('can be made exact for the chunks of a file', () => {
    const many = nearness(count - 1);
    const scores = many.scores(query);
    many.refine?.(query, scores, 16_990, 17_040);
    expect(scores.subarray(16_990, 17_040)).toEqual(exact.subarray(16_990, 17_040));
  });
});
