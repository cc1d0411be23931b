/**
 * The inner loop of nearest neighbours with vector instructions, about eight times as fast as without:
 *
 *   run(query, row, count, dims, out): for each of `count` rows of `dims` int8 values, dims a multiple of 16,
 *   store the int32 dot product with the query. Two products of values within ±127 fit 16 bits.
 */
import {
  add,
  assemble,
  below,
  bProductsHigh,
  bProductsLow,
  constant,
  end,
  get,
  iAdd,
  iLane,
  LANES,
  loop,
  PAGE_BYTES,
  repeatIf,
  sAdd,
  set,
  sPairsToInts,
  storeInt,
  subtract,
  tee,
  vLoad,
  vZeros,
} from './assembler.ts';

const MEMORY_BYTES = 8 * PAGE_BYTES;

// The locals, by number: five parameters, two more integers, three vectors.
const QUERY = 0;
const ROW = 1;
const COUNT = 2;
const DIMS = 3;
const OUT = 4;
const QUERY_AT = 5;
const QUERY_END = 6;
const SUMS = 7;
const A = 8;
const B = 9;

const BODY = [
  [...get(QUERY), ...get(DIMS), ...add, ...set(QUERY_END)],
  loop,
  [...vZeros, ...set(SUMS)],
  [...get(QUERY), ...set(QUERY_AT)],
  loop,
  [...get(ROW), ...vLoad, ...set(A)],
  [...get(QUERY_AT), ...vLoad, ...set(B)],
  [...get(A), ...get(B), ...bProductsLow, ...get(A), ...get(B), ...bProductsHigh, ...sAdd],
  [...sPairsToInts, ...get(SUMS), ...iAdd, ...set(SUMS)],
  [...get(ROW), ...constant(LANES), ...add, ...set(ROW)],
  [...get(QUERY_AT), ...constant(LANES), ...add, ...tee(QUERY_AT), ...get(QUERY_END), ...below, ...repeatIf],
  end,
  [...get(OUT), ...get(SUMS), ...iLane(0), ...get(SUMS), ...iLane(1), ...add],
  [...get(SUMS), ...iLane(2), ...add, ...get(SUMS), ...iLane(3), ...add, ...storeInt],
  [...get(OUT), ...constant(4), ...add, ...set(OUT)],
  [...get(COUNT), ...constant(1), ...subtract, ...tee(COUNT), ...repeatIf],
  end,
].flat();

export interface SimdDot {
  /** Rows a run can take. */
  capacity(dims: number): number;
  /** Writes `count` dot products to `into` at `at`. `rows` holds `count * dims` values. */
  run(query: Int8Array, rows: Int8Array, count: number, into: Int32Array, at: number): void;
}

let opened: SimdDot | null | undefined;

/** Null where the engine has no vector instructions; then the loop in JavaScript does the work. */
export function openSimdDot(): SimdDot | null {
  opened ??= open();
  return opened;
}

function open(): SimdDot | null {
  const assembled = assemble({ integers: 2, vectors: 3, body: BODY, memoryBytes: MEMORY_BYTES });
  if (assembled === null) return null;
  const { run, memory } = assembled;
  const bytesOf = new Int8Array(memory.buffer);
  const capacity = (dims: number) => Math.floor((MEMORY_BYTES - dims) / (dims + 4));
  return {
    capacity,
    run(query, rows, count, into, at) {
      const dims = query.length;
      const rowsAt = dims;
      const outAt = rowsAt + capacity(dims) * dims;
      bytesOf.set(query, 0);
      bytesOf.set(rows, rowsAt);
      run(0, rowsAt, count, dims, outAt);
      into.set(new Int32Array(memory.buffer, outAt, count), at);
    },
  };
}
