/**
 * From the characters of an identifier to the ids of its terms without making a string. Each distinct spelling is split
 * once and remembered: an open hash table over the characters themselves. Most identifiers of a repository recur, so a
 * scan costs one hash and one look-up an identifier.
 */
import { runs } from '../../text/index.ts';
import { FIRST_SURROGATE, LAST_SURROGATE } from './characters.ts';
import { nameTerm, termsOfRun, wholeOf } from './terms.ts';

const FIRST_SLOTS = 1 << 14;
/** Share of the slots that may be taken before the table doubles. */
const FULL = 0.5;
const NONE = -1;
/** FNV-1a: the hash before the first character, and how a character is taken in. */
export const HASH_SEED = 0x811c9dc5 | 0;
const HASH_FACTOR = 0x01000193;
export const nextHash = (hash: number, unit: number): number => Math.imul(hash ^ unit, HASH_FACTOR);

export class Dictionary {
  readonly #ids = new Map<string, number>();
  readonly #terms: string[] = [];

  #slots = new Int32Array(FIRST_SLOTS).fill(NONE);
  #mask = FIRST_SLOTS - 1;
  #count = 0;
  // By entry: the hash, where its characters lie, how many they are, and the id of its name term.
  #hashes = new Int32Array(FIRST_SLOTS);
  #starts = new Uint32Array(FIRST_SLOTS);
  #lengths = new Uint8Array(FIRST_SLOTS);
  #names = new Int32Array(FIRST_SLOTS);
  #characters = new Uint16Array(FIRST_SLOTS * 8);
  #charactersUsed = 0;
  /** The term ids of an entry lie in `entryTerms` from termStarts[entry] to termStarts[entry + 1]. */
  termStarts = new Uint32Array(FIRST_SLOTS + 1);
  entryTerms = new Uint32Array(FIRST_SLOTS * 4);

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

  /** The entry of the run text[start, end), whose characters the caller has hashed by `nextHash`. */
  entryOf(text: string, start: number, end: number, rawHash: number): number {
    const hash = rawHash ^ (rawHash >>> 15);
    const slots = this.#slots;
    const mask = this.#mask;
    let slot = hash & mask;
    for (;;) {
      const entry = slots[slot] as number;
      if (entry === NONE) return this.#enter(text, start, end, hash, slot);
      if (this.#hashes[entry] === hash && this.#same(entry, text, start, end)) return entry;
      slot = (slot + 1) & mask;
    }
  }

  /** The id of the exact name that an entry is when it is declared. */
  nameOf(entry: number): number {
    let id = this.#names[entry] as number;
    if (id !== NONE) return id;
    const from = this.#starts[entry] as number;
    const run = String.fromCharCode(
      ...this.#characters.subarray(from, from + (this.#lengths[entry] as number)),
    );
    id = this.idOf(nameTerm(wholeOf(run)));
    this.#names[entry] = id;
    return id;
  }

  #same(entry: number, text: string, start: number, end: number): boolean {
    if (this.#lengths[entry] !== end - start) return false;
    const characters = this.#characters;
    let from = this.#starts[entry] as number;
    for (let at = start; at < end; at++) if (characters[from++] !== text.charCodeAt(at)) return false;
    return true;
  }

  #enter(text: string, start: number, end: number, hash: number, slot: number): number {
    const entry = this.#count++;
    this.#makeRoom(end - start);
    this.#slots[slot] = entry;
    this.#hashes[entry] = hash;
    this.#starts[entry] = this.#charactersUsed;
    this.#lengths[entry] = end - start;
    this.#names[entry] = NONE;
    let hasPairs = false;
    for (let at = start; at < end; at++) {
      const unit = text.charCodeAt(at);
      if (unit >= FIRST_SURROGATE && unit <= LAST_SURROGATE) hasPairs = true;
      this.#characters[this.#charactersUsed++] = unit;
    }
    const spelled = text.slice(start, end);
    let next = this.termStarts[entry] as number;
    // The scan takes every surrogate pair for a letter; most are signs that part two runs.
    for (const term of hasPairs ? runs(spelled).flatMap(termsOfRun) : termsOfRun(spelled)) {
      if (next === this.entryTerms.length) this.entryTerms = doubled(this.entryTerms);
      this.entryTerms[next++] = this.idOf(term);
    }
    this.termStarts[entry + 1] = next;
    if (this.#count > this.#slots.length * FULL) this.#grow();
    return entry;
  }

  #makeRoom(length: number): void {
    if (this.#charactersUsed + length > this.#characters.length) this.#characters = doubled(this.#characters);
    if (this.#count + 1 < this.#hashes.length) return;
    this.#hashes = doubled(this.#hashes);
    this.#starts = doubled(this.#starts);
    this.#lengths = doubled(this.#lengths);
    this.#names = doubled(this.#names);
    this.termStarts = doubled(this.termStarts);
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(NONE);
    this.#mask = slots.length - 1;
    for (let entry = 0; entry < this.#count; entry++) {
      let slot = (this.#hashes[entry] as number) & this.#mask;
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
