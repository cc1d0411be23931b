/** Nearness to every row: exact, because it is fast enough. Integer arithmetic, so the answer is the same everywhere. */
import { LANES } from './assembler.ts';
import { openSimdDot } from './simd-dot.ts';

/**
 * The dot product of the query with each row of the matrix (row after row, `query.length` values each). Divide by
 * UNIT_DOT for the cosine.
 */
export function dotAll(matrix: Int8Array, query: Int8Array): Int32Array {
  const dims = query.length;
  const rows = dims === 0 ? 0 : Math.floor(matrix.length / dims);
  const dots = new Int32Array(rows);
  const simd = dims % LANES === 0 ? openSimdDot() : null;
  const block = simd?.capacity(dims) ?? 0;
  if (simd === null || block === 0) {
    for (let row = 0; row < rows; row++) dots[row] = dotAt(matrix, row * dims, query);
    return dots;
  }
  for (let from = 0; from < rows; from += block) {
    const count = Math.min(block, rows - from);
    simd.run(query, matrix.subarray(from * dims, (from + count) * dims), count, dots, from);
  }
  return dots;
}

export function dotAt(matrix: Int8Array, start: number, query: Int8Array): number {
  let sum = 0;
  for (let d = 0; d < query.length; d++) sum += (matrix[start + d] ?? 0) * (query[d] ?? 0);
  return sum;
}
