/** Nearness of a query to every row: exact, because it is fast enough, and in integers, so that all machines get the same result. */
import { readFileSync } from 'node:fs';
import { assetFile } from '../package-files.ts';

/** What kernel/nearness.ts exports. */
interface NearnessKernel {
  memory: { buffer: ArrayBuffer };
  roomAt(): number;
  roomBytes(): number;
  dotRows(query: number, rows: number, count: number, dims: number, out: number): void;
}

// Node's types leave WebAssembly to the DOM library; this is the part used here.
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { exports: unknown };
};

/** Bytes in a vector, and in a result. */
const LANES = 16;
const RESULT_BYTES = 4;

/**
 * The dot product of the query with each row of the matrix (row after row, `query.length` values each). Divide by
 * UNIT_DOT for the cosine.
 */
export function dotAll(matrix: Int8Array, query: Int8Array): Int32Array {
  const dims = query.length;
  const rows = dims === 0 ? 0 : Math.floor(matrix.length / dims);
  const dots = new Int32Array(rows);
  const kernel = dims % LANES === 0 ? openKernel() : undefined;
  if (kernel === undefined) {
    for (let row = 0; row < rows; row++) dots[row] = dotAt(matrix, row * dims, query);
    return dots;
  }
  const { memory, roomAt, roomBytes, dotRows } = kernel;
  const atOnce = Math.floor((roomBytes() - dims) / (dims + RESULT_BYTES));
  const rowsAt = roomAt() + dims;
  const resultsAt = rowsAt + atOnce * dims;
  const bytes = new Int8Array(memory.buffer);
  bytes.set(query, roomAt());
  for (let from = 0; from < rows; from += atOnce) {
    const count = Math.min(atOnce, rows - from);
    bytes.set(matrix.subarray(from * dims, (from + count) * dims), rowsAt);
    dotRows(roomAt(), rowsAt, count, dims, resultsAt);
    dots.set(new Int32Array(memory.buffer, resultsAt, count), from);
  }
  return dots;
}

/** The same in JavaScript, for dimensions that the vector instructions cannot handle. */
export function dotAt(matrix: Int8Array, start: number, query: Int8Array): number {
  let sum = 0;
  for (let d = 0; d < query.length; d++) sum += (matrix[start + d] ?? 0) * (query[d] ?? 0);
  return sum;
}

let opened: NearnessKernel | undefined;

/** Undefined if the file is missing: the result is the same, but slower. */
function openKernel(): NearnessKernel | undefined {
  if (opened !== undefined) return opened;
  const file = assetFile('kernel/nearness.wasm');
  if (file === undefined) return undefined;
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)));
  // The file is compiled from kernel/nearness.ts, which exports exactly these.
  opened = exports as NearnessKernel;
  return opened;
}
