/**
 * Arrays that one ranking uses after another. Tens of megabytes for each query of a large index would be made, cleared and collected again; that
 * took longer than to fill them. A ranking runs without waiting, so no two use them at once.
 */
export class ReusedArrays {
  readonly #doubles = new Map<string, Float64Array>();
  readonly #singles = new Map<string, Float32Array>();

  /** Of zeros. The same `use` has the same array. */
  doubles(use: string, length: number): Float64Array {
    const known = this.#doubles.get(use);
    if (known?.length === length) return known.fill(0);
    const made = new Float64Array(length);
    this.#doubles.set(use, made);
    return made;
  }

  /** The same in single precision. */
  singles(use: string, length: number): Float32Array {
    const known = this.#singles.get(use);
    if (known?.length === length) return known.fill(0);
    const made = new Float32Array(length);
    this.#singles.set(use, made);
    return made;
  }
}
