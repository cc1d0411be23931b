/**
 * The vector of a chunk: the sum of the rows of its words, each weighted by its scale and the logarithm of its count.
 * Step by step what src/core/embed/static/model.ts and embedder.ts do, to the same bits; but all words of a chunk count, not the first 400.
 */
import { Bytes, Numbers } from './numbers';

/** Different rows of one text; more than a chunk of code ever has. */
const MOST_ROWS: u32 = 1000;
const MOST_COUNT: u32 = 255;
const LARGEST: f64 = 127;
/** Columns that are summed at once: as many as there are registers for. */
const COLUMNS: u32 = 32;

let table: usize = 0;
let scales: usize = 0;
let factors: usize = 0;
let sums: usize = 0;
/** Pairs of the address of a row and its weight. */
let weighted: usize = 0;
let dims: u32 = 0;
let unit: f64 = 0;
/** By row: how often in the text. Zero between texts. */
const counts = new Numbers();
const rows = new Numbers();
/** Of the name of the file, which counts for each of its chunks. */
export const nameRows = new Numbers();
export const vectors = new Bytes();

export function hasModel(): bool {
  return table != 0;
}

/** Room for factors by count, for scales and for the table, one behind the other. The caller fills it in. */
export function takeModel(rowCount: u32, dimensions: u32, weightUnit: f64): usize {
  dims = dimensions;
  unit = weightUnit;
  counts.stretch(rowCount);
  factors = heap.alloc((<usize>(MOST_COUNT + 1) << 3) + (<usize>rowCount << 2) + <usize>rowCount * dims);
  scales = factors + ((MOST_COUNT + 1) << 3);
  table = scales + (<usize>rowCount << 2);
  sums = heap.alloc(<usize>dims << 2);
  weighted = heap.alloc((<usize>MOST_ROWS + 1) << 3);
  return factors;
}

@inline
export function countRow(row: u32, times: u32): void {
  const before = counts.get(row);
  if (before == 0) rows.push(row);
  counts.set(row, before + times);
}

/** Adds the vector of what was counted since the last call to `vectors`. */
export function endText(): void {
  for (let i: u32 = 0; i < nameRows.length; i++) countRow(nameRows.get(i), 1);
  const used = min(rows.length, MOST_ROWS);
  for (let i: u32 = 0; i < rows.length; i++) {
    const row = rows.get(i);
    const times = min(counts.get(row), MOST_COUNT);
    counts.set(row, 0);
    if (i >= used) continue;
    const scale: f64 = load<f32>(scales + (<usize>row << 2));
    const pair = weighted + (<usize>i << 3);
    store<usize>(pair, table + <usize>row * dims);
    store<i32>(pair, <i32>round(scale * load<f64>(factors + (<usize>times << 3)) * unit), 4);
  }
  // Rows are added in pairs: an odd one is paired with a row of weight zero.
  store<usize>(weighted + (<usize>used << 3), table);
  store<i32>(weighted + (<usize>used << 3), 0, 4);
  addRows(used);
  quantise();
  rows.clear();
}

/** Half goes up, as Math.round does. */
@inline
function round(value: f64): f64 {
  const up = ceil(value);
  return up - 0.5 > value ? up - 1 : up;
}

/** Two rows at a time: their bytes are mixed in pairs, which one instruction weighs and adds. */
function addRows(count: u32): void {
  const end = weighted + (<usize>count << 3);
  for (let column: u32 = 0; column < dims; column += COLUMNS) {
    let sum0 = i32x4.splat(0);
    let sum1 = i32x4.splat(0);
    let sum2 = i32x4.splat(0);
    let sum3 = i32x4.splat(0);
    let sum4 = i32x4.splat(0);
    let sum5 = i32x4.splat(0);
    let sum6 = i32x4.splat(0);
    let sum7 = i32x4.splat(0);
    for (let pair = weighted; pair < end; pair += 16) {
      const rowA = load<usize>(pair) + column;
      const rowB = load<usize>(pair, 8) + column;
      const weights = i32x4.splat((load<i32>(pair, 4) & 0xffff) | (load<i32>(pair, 12) << 16));
      let a = v128.load(rowA);
      let b = v128.load(rowB);
      let mixed = v128.shuffle<i8>(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
      sum0 = i32x4.add(sum0, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(mixed), weights));
      sum1 = i32x4.add(sum1, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(mixed), weights));
      mixed = v128.shuffle<i8>(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
      sum2 = i32x4.add(sum2, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(mixed), weights));
      sum3 = i32x4.add(sum3, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(mixed), weights));
      a = v128.load(rowA, 16);
      b = v128.load(rowB, 16);
      mixed = v128.shuffle<i8>(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
      sum4 = i32x4.add(sum4, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(mixed), weights));
      sum5 = i32x4.add(sum5, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(mixed), weights));
      mixed = v128.shuffle<i8>(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
      sum6 = i32x4.add(sum6, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(mixed), weights));
      sum7 = i32x4.add(sum7, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(mixed), weights));
    }
    const at = sums + (<usize>column << 2);
    v128.store(at, sum0);
    v128.store(at, sum1, 16);
    v128.store(at, sum2, 32);
    v128.store(at, sum3, 48);
    v128.store(at, sum4, 64);
    v128.store(at, sum5, 80);
    v128.store(at, sum6, 96);
    v128.store(at, sum7, 112);
  }
}

/** A unit vector times 127, rounded; zeros stay zeros. Four components at a time, each as `quantise` rounds one. */
function quantise(): void {
  vectors.reserve(dims);
  const into = vectors.at + vectors.length;
  vectors.length += dims;
  let squares: f64 = 0;
  for (let d: u32 = 0; d < dims; d++) {
    const component: f64 = <f32>load<i32>(sums + (<usize>d << 2));
    squares += component * component;
  }
  if (squares == 0) {
    memory.fill(into, 0, dims);
    return;
  }
  const factor = f64x2.splat(1 / sqrt(squares));
  for (let d: u32 = 0; d < dims; d += 4) {
    const components = f32x4.convert_i32x4_s(v128.load(sums + (<usize>d << 2)));
    const low = scaled(f64x2.promote_low_f32x4(components), factor);
    const high = scaled(f64x2.promote_low_f32x4(i8x16.shuffle(components, components, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15)), factor);
    const shorts = i16x8.narrow_i32x4_s(i8x16.shuffle(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23), i32x4.splat(0));
    v128.store32_lane(into + d, i8x16.narrow_i16x8_s(shorts, shorts), 0);
  }
}

/** Two components, as whole numbers in the low half. */
@inline
function scaled(components: v128, factor: v128): v128 {
  const unit = f64x2.promote_low_f32x4(f32x4.demote_f64x2_zero(f64x2.mul(components, factor)));
  const exact = f64x2.mul(unit, f64x2.splat(LARGEST));
  const up = f64x2.ceil(exact);
  // Half goes up, as Math.round does.
  const tooHigh = f64x2.gt(f64x2.sub(up, f64x2.splat(0.5)), exact);
  return i32x4.trunc_sat_f64x2_s_zero(f64x2.sub(up, v128.and(tooHigh, f64x2.splat(1))));
}
