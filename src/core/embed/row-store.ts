/**
 * Vectors in the memory of the kernel that multiplies them, and their nearness to a query: exact, and in integers, so that all machines get
 * the same result. Rows are copied once, when they are added: to copy them for each query took longer than to multiply them.
 */
import { readFileSync } from 'node:fs';
import { assetFile } from '../package-files.ts';

/** What kernel/nearness.ts exports. */
interface NearnessKernel {
  memory: { buffer: ArrayBuffer; grow(pages: number): number };
  roomAt(): number;
  roomBytes(): number;
  dotRows(query: number, rows: number, count: number, dims: number, out: number): void;
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

/** A matrix that was added: where it lies in the kernel's memory, or the matrix itself where that cannot hold it. */
export type Rows = { at: number; bytes: number } | { matrix: Int8Array };

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
    const bytes = matrix.length;
    const at = dims % LANES === 0 && bytes > 0 ? this.#place(rounded(bytes)) : undefined;
    if (at === undefined || this.#kernel === undefined) return { matrix };
    new Int8Array(this.#kernel.memory.buffer, at, bytes).set(matrix);
    return { at, bytes };
  }

  /** Its room is given to the next ones that fit; memory is never given back before the store itself is. */
  remove(rows: Rows): void {
    if ('at' in rows) this.#free({ at: rows.at, bytes: rounded(rows.bytes) });
  }

  /** The dot product of the query with each row. Divide by UNIT_DOT for the cosine. */
  dots(rows: Rows, query: Int8Array): Int32Array {
    if ('matrix' in rows || this.#kernel === undefined)
      return 'matrix' in rows ? dotsInJavaScript(rows.matrix, query) : new Int32Array();
    const dims = query.length;
    const { memory, roomAt, roomBytes, dotRows } = this.#kernel;
    const dots = new Int32Array(Math.floor(rows.bytes / dims));
    const resultsAt = roomAt() + dims;
    const atOnce = Math.floor((roomBytes() - dims) / RESULT_BYTES);
    new Int8Array(memory.buffer).set(query, roomAt());
    for (let from = 0; from < dots.length; from += atOnce) {
      const count = Math.min(atOnce, dots.length - from);
      dotRows(roomAt(), rows.at + from * dims, count, dims, resultsAt);
      dots.set(new Int32Array(memory.buffer, resultsAt, count), from);
    }
    return dots;
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
