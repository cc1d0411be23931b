/**
 * Counts tokens and adds up their rows of the table, each by its scale and the logarithm of its count. Weights and sums
 * are whole numbers, so that every machine comes to the same vector, with vector instructions or without.
 */
import { normalise } from '../quantise.ts';
import type { ModelViews } from './layout.ts';
import { openSimdSum } from './simd-sum.ts';
import { MOST_COUNT, weighing } from './weighing.ts';

/** Different tokens of one text; more than a chunk of code ever has. */
const MOST_ROWS = 1_000;
export interface TokenSum {
  count(row: number, times: number): void;
  /** The unit vector of what was counted, or zeros for nothing. The next text starts from nothing. */
  finish(into: Float32Array): Float32Array;
}

export function openTokenSum({ scales, vectors }: ModelViews, dims: number): TokenSum {
  const counts = new Uint8Array(scales.length);
  const rows = new Int32Array(MOST_ROWS);
  const weights = new Int32Array(MOST_ROWS);
  const { factors, weightUnit } = weighing(scales);
  const simd = openSimdSum(vectors, dims, MOST_ROWS);
  const plain = new Int32Array(dims);
  let different = 0;

  const sums = (): Int32Array => {
    for (let i = 0; i < different; i++) {
      const row = rows[i] ?? 0;
      weights[i] = Math.round((scales[row] ?? 0) * (factors[counts[row] ?? 0] ?? 0) * weightUnit);
      counts[row] = 0;
    }
    if (simd !== null) return simd.run(rows, weights, different);
    return addRows(plain.fill(0), vectors, rows, weights, different);
  };

  return {
    count(row, times) {
      const before = counts[row] ?? 0;
      if (before === 0) {
        if (different === MOST_ROWS) return;
        rows[different++] = row;
      }
      counts[row] = Math.min(MOST_COUNT, before + times);
    },
    finish(into) {
      into.set(sums());
      different = 0;
      normalise(into);
      return into;
    },
  };
}

/** What simd-sum.ts does, for engines without vector instructions. */
export function addRows(
  sums: Int32Array,
  vectors: Int8Array,
  rows: Int32Array,
  weights: Int32Array,
  count: number,
): Int32Array {
  const dims = sums.length;
  for (let i = 0; i < count; i++) {
    const start = (rows[i] ?? 0) * dims;
    const weight = weights[i] ?? 0;
    for (let k = 0; k < dims; k++) sums[k] = (sums[k] ?? 0) + weight * (vectors[start + k] ?? 0);
  }
  return sums;
}
