/**
 * Vectors of chunks from the spellings that analysis finds anyway: a text is taken apart once for words and for meaning,
 * and each different spelling is looked up in the model once. Belongs to one analyser, whose numbers it is told.
 */
import { quantise, type StaticModel } from '../../embed/index.ts';
import { embeddingText } from '../analyse/embedding-text.ts';
import type { SpellingListener } from '../contract.ts';
import type { SegmentVectors } from '../segment/parts.ts';
import { GrowingRows } from './growing-rows.ts';

const FIRST_ENTRIES = 1 << 14;
const FIRST_ROWS = 1 << 15;
const UNKNOWN = -1;

export class ChunkEmbedder implements SpellingListener {
  readonly #model: StaticModel;
  readonly #scratch: Float32Array;
  /** By number of the spelling: where its rows of the model begin in `#rows`, and where they end. */
  #starts = new Int32Array(FIRST_ENTRIES).fill(UNKNOWN);
  #ends = new Int32Array(FIRST_ENTRIES);
  #rows = new Uint32Array(FIRST_ROWS);
  #rowCount = 0;
  #nameRows: Uint32Array = new Uint32Array();
  #vectors: GrowingRows;

  constructor(model: StaticModel) {
    this.#model = model;
    this.#scratch = new Float32Array(model.dims);
    this.#vectors = new GrowingRows(model.dims);
  }

  /** The chunks to come are of this file. */
  startFile(path: string): void {
    this.#nameRows = this.#model.rowsOf(embeddingText(path, ''));
  }

  knows(entry: number): boolean {
    return (this.#starts[entry] ?? UNKNOWN) !== UNKNOWN;
  }

  learn(entry: number, spelling: string): void {
    const rows = this.#model.rowsOf(spelling);
    if (entry >= this.#starts.length) this.#growEntries(entry);
    while (this.#rowCount + rows.length > this.#rows.length)
      this.#rows = copied(this.#rows, new Uint32Array(this.#rows.length * 2));
    this.#rows.set(rows, this.#rowCount);
    this.#starts[entry] = this.#rowCount;
    this.#rowCount += rows.length;
    this.#ends[entry] = this.#rowCount;
  }

  spelling(entry: number, times: number): void {
    const end = this.#ends[entry] ?? 0;
    for (let at = this.#starts[entry] ?? 0; at < end; at++) this.#model.countRow(this.#rows[at] ?? 0, times);
  }

  endChunk(): void {
    for (const row of this.#nameRows) this.#model.countRow(row, 1);
    quantise(this.#model.encodeCounted(this.#scratch), this.#vectors.next());
  }

  /** The vectors since the last call. */
  take(): SegmentVectors {
    const { id, dims } = this.#model;
    const matrix = this.#vectors.take();
    this.#vectors = new GrowingRows(dims);
    return { model: id, dims, matrix };
  }

  #growEntries(entry: number): void {
    const length = Math.max(entry + 1, this.#starts.length * 2);
    this.#starts = copied(this.#starts, new Int32Array(length).fill(UNKNOWN));
    this.#ends = copied(this.#ends, new Int32Array(length));
  }
}

function copied<T extends Int32Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
