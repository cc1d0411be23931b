/** Results by the content they were made of, the ones used longest ago dropped first. */
import { createHash } from 'node:crypto';

/** Of the texts together, in characters: what is kept of them is seldom larger. */
const MOST_CHARACTERS = 8 * 1024 * 1024;
const MOST_RESULTS = 1000;

interface Kept {
  result: object;
  characters: number;
}

export class ResultCache {
  /** The ones used longest ago come first. */
  readonly #kept = new Map<string, Kept>();
  #characters = 0;

  keyOf(kind: string, path: string, text: string): string {
    return `${kind}\n${path}\n${createHash('sha256').update(text).digest('base64')}`;
  }

  get(key: string): object | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept.result;
  }

  set(key: string, result: object, characters: number): void {
    this.#drop(key);
    this.#kept.set(key, { result, characters });
    this.#characters += characters;
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST_RESULTS && this.#characters <= MOST_CHARACTERS) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#characters -= this.#kept.get(key)?.characters ?? 0;
    this.#kept.delete(key);
  }
}
