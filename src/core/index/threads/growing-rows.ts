const FIRST_ROWS = 256;

/** A matrix of bytes that gets longer row by row. */
export class GrowingRows {
  readonly #dims: number;
  #matrix: Int8Array<ArrayBuffer>;
  #rows = 0;

  constructor(dims: number) {
    this.#dims = dims;
    this.#matrix = new Int8Array(FIRST_ROWS * dims);
  }

  /** The next row, to be filled before another is asked for. */
  next(): Int8Array {
    const from = this.#rows++ * this.#dims;
    if (from === this.#matrix.length) {
      const larger = new Int8Array(2 * from);
      larger.set(this.#matrix);
      this.#matrix = larger;
    }
    return this.#matrix.subarray(from, from + this.#dims);
  }

  take(): Int8Array<ArrayBuffer> {
    return this.#matrix.slice(0, this.#rows * this.#dims);
  }
}
