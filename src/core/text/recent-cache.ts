/** Values by key, within a bound; the least recently used are dropped first. */
export class RecentCache<Value> {
  /** The least recently used first. */
  readonly #kept = new Map<string, Value>();
  readonly #most: number;
  readonly #sizeOf: (value: Value) => number;
  #size = 0;

  /** `most`: of the sum of sizes; without `sizeOf`, of values. */
  constructor(most: number, sizeOf: (value: Value) => number = () => 1) {
    this.#most = most;
    this.#sizeOf = sizeOf;
  }

  get(key: string): Value | undefined {
    const value = this.#kept.get(key);
    if (value === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    const old = this.#kept.get(key);
    if (old !== undefined) this.#drop(key, old);
    this.#kept.set(key, value);
    this.#size += this.#sizeOf(value);
    for (const [oldest, dropped] of this.#kept) {
      if (this.#size <= this.#most) return;
      this.#drop(oldest, dropped);
    }
  }

  values(): Iterable<Value> {
    return this.#kept.values();
  }

  clear(): void {
    this.#kept.clear();
    this.#size = 0;
  }

  #drop(key: string, value: Value): void {
    this.#kept.delete(key);
    this.#size -= this.#sizeOf(value);
  }
}
