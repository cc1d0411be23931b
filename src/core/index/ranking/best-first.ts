/** A heap over ids: the first few in order, without sorting all. */
export class BestFirst {
  readonly #ids: Uint32Array;
  readonly #isBefore: (a: number, b: number) => boolean;
  #size: number;

  constructor(ids: Uint32Array, isBefore: (a: number, b: number) => boolean) {
    this.#ids = ids;
    this.#isBefore = isBefore;
    this.#size = ids.length;
    for (let i = (this.#size >> 1) - 1; i >= 0; i--) this.#sink(i);
  }

  next(): number | undefined {
    if (this.#size === 0) return undefined;
    const first = this.#ids[0];
    this.#size--;
    this.#ids[0] = this.#ids[this.#size] ?? 0;
    this.#sink(0);
    return first;
  }

  #sink(from: number): void {
    const ids = this.#ids;
    let at = from;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= this.#size) return;
      const right = child + 1;
      if (right < this.#size && this.#isBefore(ids[right] ?? 0, ids[child] ?? 0)) child = right;
      if (!this.#isBefore(ids[child] ?? 0, ids[at] ?? 0)) return;
      const moved = ids[at] ?? 0;
      ids[at] = ids[child] ?? 0;
      ids[child] = moved;
      at = child;
    }
  }
}
