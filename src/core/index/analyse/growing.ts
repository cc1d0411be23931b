/** A list of numbers that grows without boxing them. */
export class GrowingNumbers {
  #items: Uint32Array;
  #length = 0;

  constructor(capacity: number) {
    this.#items = new Uint32Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#items.length) {
      const bigger = new Uint32Array(this.#items.length * 2);
      bigger.set(this.#items);
      this.#items = bigger;
    }
    this.#items[this.#length++] = value;
  }

  at(index: number): number {
    return this.#items[index] as number;
  }

  clear(): void {
    this.#length = 0;
  }

  toUint32(): Uint32Array<ArrayBuffer> {
    return this.#items.slice(0, this.#length) as Uint32Array<ArrayBuffer>;
  }

  toUint16(): Uint16Array<ArrayBuffer> {
    return Uint16Array.from(this.#items.subarray(0, this.#length));
  }
}
