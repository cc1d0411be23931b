/**
 * From the characters of an identifier to the ids of its words without making a string. Each distinct spelling is split once
 * and remembered: an open hash table over the characters themselves. Most identifiers of a repository recur, so
 * a scan costs one hash and one look-up an identifier.
 */
import { termsOfRun } from './terms.ts';

const FIRST_SLOTS = 1 << 14;
/** Share of the slots that may be taken before the table doubles. */
const FULL = 0.6;
const NONE = -1;

export class Dictionary {
  readonly #ids = new Map<string, number>();
  readonly #terms: string[] = [];

  #slots = new Int32Array(FIRST_SLOTS).fill(NONE);
  #mask = FIRST_SLOTS - 1;
  #count = 0;
  #hashes = new Int32Array(FIRST_SLOTS);
  #starts = new Uint32Array(FIRST_SLOTS);
  #lengths = new Uint8Array(FIRST_SLOTS);
  #termStarts = new Uint32Array(FIRST_SLOTS + 1);
  #characters = new Uint16Array(FIRST_SLOTS * 8);
  #charactersUsed = 0;
  #entryTerms = new Uint32Array(FIRST_SLOTS * 4);

  get termCount(): number {
    return this.#terms.length;
  }

  termsFrom(from: number): string[] {
    return this.#terms.slice(from);
  }

  idOf(term: string): number {
    const known = this.#ids.get(term);
    if (known !== undefined) return known;
    const id = this.#terms.length;
    this.#ids.set(term, id);
    this.#terms.push(term);
    return id;
  }

  /** The entry of the run text[start, end), whose hash the caller has made with `nextHash`. */
  entryOf(text: string, start: number, end: number, hash: number): number {
    let slot = hash & this.#mask;
    for (;;) {
      const entry = this.#slots[slot] ?? NONE;
      if (entry === NONE) return this.#enter(text, start, end, hash, slot);
      if (this.#hashes[entry] === hash && this.#same(entry, text, start, end)) return entry;
      slot = (slot + 1) & this.#mask;
    }
  }

  firstTerm(entry: number): number {
    return this.#termStarts[entry] ?? 0;
  }

  /** Term ids of all entries; those of one lie from firstTerm(entry) to firstTerm(entry + 1). */
  get entryTerms(): Uint32Array {
    return this.#entryTerms;
  }

  get termStarts(): Uint32Array {
    return this.#termStarts;
  }

  #same(entry: number, text: string, start: number, end: number): boolean {
    const length = end - start;
    if (this.#lengths[entry] !== length) return false;
    const from = this.#starts[entry] ?? 0;
    for (let i = 0; i < length; i++) {
      if (this.#characters[from + i] !== text.charCodeAt(start + i)) return false;
    }
    return true;
  }

  #enter(text: string, start: number, end: number, hash: number, slot: number): number {
    const entry = this.#count++;
    const length = end - start;
    this.#makeRoom(length);
    this.#slots[slot] = entry;
    this.#hashes[entry] = hash;
    this.#starts[entry] = this.#charactersUsed;
    this.#lengths[entry] = length;
    for (let i = 0; i < length; i++) this.#characters[this.#charactersUsed++] = text.charCodeAt(start + i);
    let at = this.#termStarts[entry] ?? 0;
    for (const word of termsOfRun(text.slice(start, end))) {
      if (at === this.#entryTerms.length) this.#entryTerms = doubled(this.#entryTerms);
      this.#entryTerms[at++] = this.idOf(word);
    }
    this.#termStarts[entry + 1] = at;
    if (this.#count > this.#slots.length * FULL) this.#grow();
    return entry;
  }

  #makeRoom(length: number): void {
    if (this.#charactersUsed + length > this.#characters.length) this.#characters = doubled(this.#characters);
    if (this.#count + 1 < this.#hashes.length) return;
    this.#hashes = doubled(this.#hashes);
    this.#starts = doubled(this.#starts);
    this.#lengths = doubled(this.#lengths);
    this.#termStarts = doubled(this.#termStarts);
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(NONE);
    this.#mask = slots.length - 1;
    for (let entry = 0; entry < this.#count; entry++) {
      let slot = (this.#hashes[entry] ?? 0) & this.#mask;
      while (slots[slot] !== NONE) slot = (slot + 1) & this.#mask;
      slots[slot] = entry;
    }
    this.#slots = slots;
  }
}

type Numbers =
  | Uint32Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Uint8Array<ArrayBuffer>;

function doubled<T extends Numbers>(items: T): T {
  // Every array type in Numbers is constructed from a length; TypeScript cannot say so for the union.
  const bigger = new (items.constructor as new (length: number) => T)(items.length * 2);
  bigger.set(items);
  return bigger;
}
