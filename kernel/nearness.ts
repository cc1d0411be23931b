/**
 * Dot products of a query with many rows of bytes, the inner loop of nearest neighbours: about eight times as fast as in JavaScript, which has
 * no vector instructions. A module of its own, so that a search need not start the kernel of analysis.
 */

/** Bytes in a vector. */
const LANES: usize = 16;

const ROOM_BYTES: i32 = 524288;
const room = memory.data(ROOM_BYTES, 16);

/** Where the host puts what belongs to one query, and finds the results. */
export function roomAt(): usize {
  return room;
}

export function roomBytes(): usize {
  return ROOM_BYTES;
}

/** For each of `count` rows of `dims` bytes, a multiple of 16, within ±127: two products fit 16 bits. */
export function dotRows(query: usize, rows: usize, count: u32, dims: u32, out: usize): void {
  const end = query + dims;
  let row = rows;
  let into = out;
  for (let i: u32 = 0; i < count; i++) {
    let sums = i32x4.splat(0);
    for (let at = query; at < end; at += LANES) {
      const a = v128.load(row);
      const b = v128.load(at);
      const pairs = i16x8.add(i16x8.extmul_low_i8x16_s(a, b), i16x8.extmul_high_i8x16_s(a, b));
      sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_s(pairs));
      row += LANES;
    }
    const total =
      i32x4.extract_lane(sums, 0) + i32x4.extract_lane(sums, 1) + i32x4.extract_lane(sums, 2) + i32x4.extract_lane(sums, 3);
    store<i32>(into, total);
    into += 4;
  }
}

// Codes: the signs of a row, a bit for each dimension, and a factor. What a code says of a dot product is an estimate: the query summed up with
// those signs, times the factor (sum of squares by sum of magnitudes of the row), which makes it right on average.
// Codes of sixteen rows lie together, byte by byte: byte 0 of all of them, then byte 1. So one instruction looks up four dimensions of
// sixteen rows in a table of the sixteen sums that four signs can give.

/** Rows whose codes lie together. */
const GROUP: u32 = 16;

/** Of `count` rows from `rows` on. The last group is filled up with zeros. `dims` is a multiple of 16. */
export function makeCodes(rows: usize, count: u32, dims: u32, codes: usize, factors: usize): void {
  const groupBytes = (dims / 8) * GROUP;
  memory.fill(codes, 0, ((count + GROUP - 1) / GROUP) * groupBytes);
  let row = rows;
  for (let i: u32 = 0; i < count; i++) {
    let into = codes + (i / GROUP) * groupBytes + (i % GROUP);
    let squares = i32x4.splat(0);
    let magnitudes = i32x4.splat(0);
    for (let d: u32 = 0; d < dims; d += 16) {
      const a = v128.load(row);
      const signs = i8x16.bitmask(a);
      store<u8>(into, <u8>signs);
      store<u8>(into + GROUP, <u8>(signs >> 8));
      into += 2 * GROUP;
      const pairs = i16x8.add(i16x8.extmul_low_i8x16_s(a, a), i16x8.extmul_high_i8x16_s(a, a));
      squares = i32x4.add(squares, i32x4.extadd_pairwise_i16x8_s(pairs));
      const sizes = i16x8.extadd_pairwise_i8x16_u(i8x16.abs(a));
      magnitudes = i32x4.add(magnitudes, i32x4.extadd_pairwise_i16x8_u(sizes));
      row += LANES;
    }
    const size = <f32>total(magnitudes);
    store<f32>(factors + 4 * i, size > 0 ? <f32>total(squares) / size : 0);
  }
}

function total(sums: v128): i32 {
  return i32x4.extract_lane(sums, 0) + i32x4.extract_lane(sums, 1) + i32x4.extract_lane(sums, 2) + i32x4.extract_lane(sums, 3);
}

/** Steps of an estimate from -1 to 1, for counting. */
const STEPS: i32 = 4096;

/**
 * An estimate for each row of `groups` groups, and how many fall into each step. `table`: for each four dimensions sixteen sums within ±63, so that
 * two of them fit a byte; one of each together must fit sixteen bits. `scale` is for all rows.
 */
export function estimateRows(
  table: usize,
  codes: usize,
  factors: usize,
  groups: u32,
  dims: u32,
  scale: f32,
  out: usize,
  counts: usize,
): void {
  const low = i8x16.splat(15);
  const by = f32x4.splat(scale);
  const bytes = dims / 8;
  let code = codes;
  let factor = factors;
  let into = out;
  for (let g: u32 = 0; g < groups; g++) {
    let first = i16x8.splat(0);
    let second = i16x8.splat(0);
    let sums = table;
    for (let b: u32 = 0; b < bytes; b++) {
      const signs = v128.load(code);
      const one = i8x16.swizzle(v128.load(sums), v128.and(signs, low));
      const other = i8x16.swizzle(v128.load(sums, LANES), i8x16.shr_u(signs, 4));
      const both = i8x16.add(one, other);
      first = i16x8.add(first, i16x8.extend_low_i8x16_s(both));
      second = i16x8.add(second, i16x8.extend_high_i8x16_s(both));
      code += LANES;
      sums += 2 * LANES;
    }
    put(i32x4.extend_low_i16x8_s(first), factor, by, into, counts);
    put(i32x4.extend_high_i16x8_s(first), factor + 16, by, into + 16, counts);
    put(i32x4.extend_low_i16x8_s(second), factor + 32, by, into + 32, counts);
    put(i32x4.extend_high_i16x8_s(second), factor + 48, by, into + 48, counts);
    factor += 64;
    into += 64;
  }
}

function put(sums: v128, factor: usize, by: v128, into: usize, counts: usize): void {
  const values = f32x4.mul(f32x4.mul(f32x4.convert_i32x4_s(sums), v128.load(factor)), by);
  v128.store(into, values);
  const middle = f32x4.splat(<f32>(STEPS / 2));
  const steps = i32x4.trunc_sat_f32x4_s(f32x4.add(f32x4.mul(values, middle), middle));
  const within = i32x4.min_s(i32x4.max_s(steps, i32x4.splat(0)), i32x4.splat(STEPS - 1));
  count(counts, i32x4.extract_lane(within, 0));
  count(counts, i32x4.extract_lane(within, 1));
  count(counts, i32x4.extract_lane(within, 2));
  count(counts, i32x4.extract_lane(within, 3));
}

function count(counts: usize, step: i32): void {
  const at = counts + 4 * step;
  store<u32>(at, load<u32>(at) + 1);
}

/** Puts the dot product, divided by `unit`, in the place of every estimate that is not below `least`. */
export function makeExact(
  query: usize,
  rows: usize,
  estimates: usize,
  rowCount: u32,
  least: f32,
  dims: u32,
  unit: f32,
): void {
  for (let i: u32 = 0; i < rowCount; i++) {
    const at = estimates + 4 * i;
    if (load<f32>(at) < least) continue;
    dotRows(query, rows + i * dims, 1, dims, at);
    store<f32>(at, <f32>load<i32>(at) / unit);
  }
}
