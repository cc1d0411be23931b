/** The bytes of a message that came in parts: copied into one growing buffer, so that a message sent byte by byte costs no more than a whole one. */
const FIRST_CAPACITY = 4096;
/** A buffer grown beyond this by one large message is given back after it. */
const KEPT_CAPACITY = 1024 * 1024;

export class HeldBytes {
  #buffer = new Uint8Array(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  get capacity(): number {
    return this.#buffer.length;
  }

  append(bytes: Uint8Array): void {
    const needed = this.#length + bytes.length;
    if (needed > this.#buffer.length) {
      const grown = new Uint8Array(Math.max(needed, this.#buffer.length * 2, FIRST_CAPACITY));
      grown.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = grown;
    }
    this.#buffer.set(bytes, this.#length);
    this.#length = needed;
  }

  view(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
    if (this.#buffer.length > KEPT_CAPACITY) this.#buffer = new Uint8Array(0);
  }
}
