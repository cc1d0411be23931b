/**
 * Vectors in the memory of the kernel that multiplies them, and their nearness to a query: exact, or estimated from codes of a bit a dimension, for
 * an eighth of the time. All in integers, so that all machines get the same result. Rows are copied once, when they are added: to copy them
 * for each query took longer than to multiply them.
 */
import { readFileSync } from 'node:fs';
import { assetFile } from '../package-files.ts';
import { UNIT_DOT } from './embedder.ts';

/** What kernel/nearness.ts exports. */
interface NearnessKernel {
  memory: { buffer: ArrayBuffer; grow(pages: number): number };
  roomAt(): number;
  roomBytes(): number;
  dotRows(query: number, rows: number, count: number, dims: number, out: number): void;
  makeCodes(rows: number, count: number, dims: number, codes: number, factors: number): void;
  estimateRows(
    table: number,
    codes: number,
    factors: number,
    groups: number,
    dims: number,
    scale: number,
    out: number,
    counts: number,
  ): void;
  makeExact(
    query: number,
    rows: number,
    estimates: number,
    count: number,
    least: number,
    dims: number,
    unit: number,
  ): void;
}

// Node's types leave WebAssembly to the DOM library; this is the part used here.
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { exports: unknown };
};

/** Bytes in a vector, in a result, and in a page of memory. */
const LANES = 16;
const RESULT_BYTES = 4;
const PAGE_BYTES = 65_536;
/** Rows whose codes lie together. */
const GROUP = 16;
/** As in the kernel: of an estimate from -1 to 1. */
const STEPS = 4_096;

/** A matrix that was added: where it lies in the kernel's memory, or the matrix itself where that cannot hold it. */
export type Rows = PlacedRows | { matrix: Int8Array };

interface PlacedRows extends Gap {
  count: number;
  codesAt: number;
  factorsAt: number;
  estimatesAt: number;
}

/** Rows, and where the results for them go. */
interface RowsInto {
  rows: Rows;
  into: Float32Array;
  at: number;
}

interface Gap {
  at: number;
  bytes: number;
}

export class RowStore {
  readonly #kernel = openKernel();
  /** Room in the kernel's memory that no rows use, by address; no two touch. */
  readonly #gaps: Gap[] = [];

  /** The store keeps a copy, except of rows that the vector instructions cannot multiply. */
  add(matrix: Int8Array, dims: number): Rows {
    const count = dims % LANES === 0 ? matrix.length / dims : 0;
    const groups = Math.ceil(count / GROUP);
    const codeBytes = (groups * GROUP * dims) / 8;
    const resultBytes = groups * GROUP * RESULT_BYTES;
    const bytes = rounded(matrix.length) + codeBytes + 2 * resultBytes;
    const at = count > 0 ? this.#place(bytes) : undefined;
    if (at === undefined || this.#kernel === undefined) return { matrix };
    const codesAt = at + rounded(matrix.length);
    const factorsAt = codesAt + codeBytes;
    new Int8Array(this.#kernel.memory.buffer, at, matrix.length).set(matrix);
    this.#kernel.makeCodes(at, count, dims, codesAt, factorsAt);
    return { at, bytes, count, codesAt, factorsAt, estimatesAt: factorsAt + resultBytes };
  }

  /** Its room is given to the next ones that fit; memory is never given back before the store itself is. */
  remove(rows: Rows): void {
    if ('at' in rows) this.#free({ at: rows.at, bytes: rows.bytes });
  }

  /** The dot product of the query with each row from `from` up to `to`. Divide by UNIT_DOT for the cosine. */
  dots(rows: Rows, query: Int8Array, from = 0, to: number = countOf(rows, query.length)): Int32Array {
    const dims = query.length;
    if ('matrix' in rows) return dotsInJavaScript(rows.matrix.subarray(from * dims, to * dims), query);
    const kernel = this.#kernel;
    const dots = new Int32Array(Math.max(0, to - from));
    if (kernel === undefined) return dots;
    const resultsAt = kernel.roomAt() + dims;
    const atOnce = Math.floor((kernel.roomBytes() - dims) / RESULT_BYTES);
    new Int8Array(kernel.memory.buffer).set(query, kernel.roomAt());
    for (let done = 0; done < dots.length; done += atOnce) {
      const count = Math.min(atOnce, dots.length - done);
      kernel.dotRows(kernel.roomAt(), rows.at + (from + done) * dims, count, dims, resultsAt);
      dots.set(new Int32Array(kernel.memory.buffer, resultsAt, count), done);
    }
    return dots;
  }

  /** The cosine of the query with every row. */
  cosines(all: readonly RowsInto[], query: Int8Array): void {
    const kernel = this.#kernel;
    const dims = query.length;
    if (kernel !== undefined) new Int8Array(kernel.memory.buffer).set(query, kernel.roomAt());
    for (const { rows, into, at } of all) {
      if ('matrix' in rows) into.set(cosines(dotsInJavaScript(rows.matrix, query)), at);
      else if (kernel !== undefined) {
        const { estimatesAt, count } = rows;
        kernel.makeExact(
          kernel.roomAt(),
          rows.at,
          estimatesAt,
          count,
          Number.NEGATIVE_INFINITY,
          dims,
          UNIT_DOT,
        );
        into.set(new Float32Array(kernel.memory.buffer, estimatesAt, count), at);
      }
    }
  }

  /**
   * The cosine of the query with every row, exact for at least the `exact` rows that are nearest by their codes; the others keep what their codes
   * say. Rows without codes are exact.
   */
  estimate(all: readonly RowsInto[], query: Int8Array, exact: number): void {
    const kernel = this.#kernel;
    const dims = query.length;
    const placed: (RowsInto & { rows: PlacedRows })[] = [];
    for (const { rows, into, at } of all)
      if ('at' in rows) placed.push({ rows, into, at });
      else into.set(cosines(dotsInJavaScript(rows.matrix, query)), at);
    if (kernel === undefined || placed.length === 0) return;
    const { table, scale } = signSums(query);
    const queryAt = kernel.roomAt();
    const tableAt = queryAt + rounded(dims);
    const countsAt = tableAt + rounded(table.length);
    const { buffer } = kernel.memory;
    new Int8Array(buffer, queryAt, dims).set(query);
    new Int8Array(buffer, tableAt, table.length).set(table);
    const counts = new Uint32Array(buffer, countsAt, STEPS).fill(0);
    for (const { rows } of placed) {
      const groups = Math.ceil(rows.count / GROUP);
      const { codesAt, factorsAt, estimatesAt } = rows;
      kernel.estimateRows(tableAt, codesAt, factorsAt, groups, dims, scale, estimatesAt, countsAt);
    }
    const least = lowestStep(counts, exact);
    for (const { rows, into, at } of placed) {
      kernel.makeExact(queryAt, rows.at, rows.estimatesAt, rows.count, least, dims, UNIT_DOT);
      into.set(new Float32Array(buffer, rows.estimatesAt, rows.count), at);
    }
  }

  /** Undefined: the kernel is missing, or its memory cannot grow any more. */
  #place(bytes: number): number | undefined {
    const memory = this.#kernel?.memory;
    if (memory === undefined) return undefined;
    if (!this.#gaps.some((gap) => gap.bytes >= bytes)) {
      const end = memory.buffer.byteLength;
      const last = this.#gaps.at(-1);
      const atEnd = last !== undefined && last.at + last.bytes === end ? last.bytes : 0;
      const pages = Math.ceil((bytes - atEnd) / PAGE_BYTES);
      try {
        memory.grow(pages);
      } catch {
        return undefined;
      }
      this.#free({ at: end, bytes: pages * PAGE_BYTES });
    }
    const index = this.#gaps.findIndex((gap) => gap.bytes >= bytes);
    const gap = this.#gaps[index];
    if (gap === undefined) return undefined;
    if (gap.bytes === bytes) this.#gaps.splice(index, 1);
    else this.#gaps[index] = { at: gap.at + bytes, bytes: gap.bytes - bytes };
    return gap.at;
  }

  #free(gap: Gap): void {
    const gaps = this.#gaps;
    let index = gaps.findIndex(({ at }) => at > gap.at);
    if (index === -1) index = gaps.length;
    const before = gaps[index - 1];
    const after = gaps[index];
    const joins = {
      before: before && before.at + before.bytes === gap.at,
      after: after?.at === gap.at + gap.bytes,
    };
    const from = joins.before && before ? before.at : gap.at;
    const to = joins.after && after ? after.at + after.bytes : gap.at + gap.bytes;
    const start = joins.before ? index - 1 : index;
    gaps.splice(start, (joins.before ? 1 : 0) + (joins.after ? 1 : 0), { at: from, bytes: to - from });
  }
}

/** The lowest estimate of a step that has to be reached so that `wanted` are. */
function lowestStep(counts: Uint32Array, wanted: number): number {
  if (wanted <= 0) return Number.POSITIVE_INFINITY;
  let step = STEPS - 1;
  for (let reached = counts[step] ?? 0; reached < wanted && step > 0; reached += counts[step] ?? 0) step--;
  // A little lower, so that no estimate of the step falls below it by rounding; the last step takes all that is lower still.
  return step === 0 ? Number.NEGATIVE_INFINITY : (step - 0.01) / (STEPS / 2) - 1;
}

const cosines = (dots: Int32Array): Float32Array => Float32Array.from(dots, (dot) => dot / UNIT_DOT);

/** What each four dimensions of the query sum up to with each choice of signs; `scale` leads from there, times the factor of a row, to a cosine. */
function signSums(query: Int8Array): { table: Int8Array; scale: number } {
  const parts = Math.floor(query.length / SIGNS);
  const sums = new Float64Array(parts * CHOICES);
  let [most, total] = [1, 1];
  for (let part = 0; part < parts; part++) {
    let magnitude = 0;
    for (let i = 0; i < SIGNS; i++) magnitude += Math.abs(query[part * SIGNS + i] ?? 0);
    most = Math.max(most, magnitude);
    total += magnitude;
    for (let choice = 0; choice < CHOICES; choice++)
      for (let i = 0; i < SIGNS; i++) {
        const component = query[part * SIGNS + i] ?? 0;
        const place = part * CHOICES + choice;
        sums[place] = (sums[place] ?? 0) + (((choice >> i) & 1) === 1 ? -component : component);
      }
  }
  // One of each part together must fit sixteen bits, rounding included.
  const factor = Math.min(LARGEST_SUM / most, (LARGEST_TOTAL - parts) / total);
  return { table: Int8Array.from(sums, (sum) => Math.round(sum * factor)), scale: 1 / (factor * UNIT_DOT) };
}

/** Dimensions whose signs are looked up together, and how many choices of signs they have. */
const SIGNS = 4;
const CHOICES = 16;
const LARGEST_SUM = 63;
const LARGEST_TOTAL = 32_767;

function countOf(rows: Rows, dims: number): number {
  return 'at' in rows ? rows.count : dims === 0 ? 0 : Math.floor(rows.matrix.length / dims);
}

const rounded = (bytes: number): number => Math.ceil(bytes / LANES) * LANES;

/** The same without the kernel: for dimensions that its instructions cannot handle. */
export function dotsInJavaScript(matrix: Int8Array, query: Int8Array): Int32Array {
  const dims = query.length;
  const dots = new Int32Array(dims === 0 ? 0 : Math.floor(matrix.length / dims));
  for (let row = 0; row < dots.length; row++) {
    let sum = 0;
    for (let d = 0; d < dims; d++) sum += (matrix[row * dims + d] ?? 0) * (query[d] ?? 0);
    dots[row] = sum;
  }
  return dots;
}

let compiled: object | undefined;

/** With a memory of its own, which goes with the store. Undefined if the file is missing: the result is the same, but slower. */
function openKernel(): NearnessKernel | undefined {
  if (compiled === undefined) {
    const file = assetFile('kernel/nearness.wasm');
    if (file === undefined) return undefined;
    compiled = new WebAssembly.Module(readFileSync(file));
  }
  // The file is compiled from kernel/nearness.ts, which exports exactly these.
  return new WebAssembly.Instance(compiled).exports as NearnessKernel;
}
