/** Exact nearest neighbours: every row is looked at. Integer arithmetic, so the answer is the same everywhere. */
import { LANES, openSimdDot } from './simd-dot.ts';

export interface Neighbour {
  row: number;
  /** Divide by UNIT_DOT for the cosine. */
  dot: number;
}

/** The dot product of the query with each row of the matrix (row after row, `query.length` values each). */
export function dotAll(matrix: Int8Array, query: Int8Array, into?: Int32Array): Int32Array {
  const dims = query.length;
  const rows = dims === 0 ? 0 : Math.floor(matrix.length / dims);
  const dots = into ?? new Int32Array(rows);
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

/**
 * The `k` rows with the largest dot product, best first, equal ones by row. Rows whose byte in `allowed` is 0
 * are left out.
 */
export function dotTopK(matrix: Int8Array, query: Int8Array, k: number, allowed?: Uint8Array): Neighbour[] {
  return topK(dotAll(matrix, query), k, allowed);
}

export function topK(dots: Int32Array, k: number, allowed?: Uint8Array): Neighbour[] {
  if (k <= 0) return [];
  // A heap with the worst kept row on top.
  const heap: Neighbour[] = [];
  for (let row = 0; row < dots.length; row++) {
    const dot = dots[row] ?? 0;
    const worst = heap[0];
    if (heap.length === k && worst !== undefined && dot <= worst.dot) continue;
    if (allowed !== undefined && allowed[row] === 0) continue;
    if (heap.length < k) rise(heap, { row, dot });
    else sink(heap, { row, dot });
  }
  return heap.sort((a, b) => b.dot - a.dot || a.row - b.row);
}

const worse = (a: Neighbour, b: Neighbour) => a.dot < b.dot || (a.dot === b.dot && a.row > b.row);

function rise(heap: Neighbour[], item: Neighbour): void {
  let at = heap.length;
  heap.push(item);
  while (at > 0) {
    const up = (at - 1) >> 1;
    const parent = heap[up];
    if (parent === undefined || !worse(item, parent)) break;
    heap[at] = parent;
    at = up;
  }
  heap[at] = item;
}

function sink(heap: Neighbour[], item: Neighbour): void {
  let at = 0;
  for (;;) {
    const left = heap[2 * at + 1];
    if (left === undefined) break;
    const right = heap[2 * at + 2];
    const rightIsWorse = right !== undefined && worse(right, left);
    const child = rightIsWorse ? right : left;
    if (!worse(child, item)) break;
    heap[at] = child;
    at = 2 * at + (rightIsWorse ? 2 : 1);
  }
  heap[at] = item;
}
