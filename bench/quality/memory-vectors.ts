/** Vectors of all chunks in one matrix, by the table that ships in the package. */
import { quantise, RowStore, type Rows, type StaticModel, UNIT_DOT } from '../../src/core/embed/index.ts';
import { embeddingText } from '../../src/core/index/analyse/analyser.ts';
import type { AnalysedFile, VectorSource } from '../../src/core/index/contract.ts';

export class MemoryVectors implements VectorSource {
  readonly #model: StaticModel;
  readonly #rows: Int8Array[] = [];
  readonly #store = new RowStore();
  #stored: Rows | undefined;

  constructor(model: StaticModel) {
    this.#model = model;
  }

  get dims(): number {
    return this.#model.dims;
  }

  add({ path, chunks }: AnalysedFile, text: string): void {
    for (const { startOffset, endOffset } of chunks) {
      const row = new Int8Array(this.dims);
      const chunk = text.slice(startOffset, endOffset);
      quantise(this.#model.encode(embeddingText(path, chunk)), row);
      this.#rows.push(row);
    }
  }

  scores(query: Float32Array): Float32Array {
    this.#stored ??= this.#store.add(this.#joined(), this.dims);
    const wanted = new Int8Array(this.dims);
    quantise(query, wanted);
    return Float32Array.from(this.#store.dots(this.#stored, wanted), (dot) => dot / UNIT_DOT);
  }

  #joined(): Int8Array {
    const matrix = new Int8Array(this.#rows.length * this.dims);
    for (const [index, row] of this.#rows.entries()) matrix.set(row, index * this.dims);
    return matrix;
  }
}
