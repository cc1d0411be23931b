/** Counts the terms of one chunk at a time. All its arrays go by term id and are zero between chunks. */

import { LONGEST_RUN } from '../../text/index.ts';
import type { SpellingListener } from '../contract.ts';
import { identifierUnits } from './characters.ts';
import { type Dictionary, HASH_SEED, nextHash } from './dictionary.ts';
import { GrowingNumbers } from './growing.ts';
import { packTerm } from './payload.ts';

const FIRST_ROOM = 1 << 16;
const FIRST_TOUCHED = 1 << 12;

export class TermCounter {
  readonly #dictionary: Dictionary;
  readonly #units = identifierUnits();
  #body = new Uint16Array(FIRST_ROOM);
  #names = new Uint16Array(FIRST_ROOM);
  #types = new Uint8Array(FIRST_ROOM);
  readonly #touched = new GrowingNumbers(FIRST_TOUCHED);
  /** By entry of the dictionary: how often the chunk has the spelling. */
  #seen = new Uint16Array(FIRST_ROOM);
  readonly #entries = new GrowingNumbers(FIRST_TOUCHED);

  readonly #listener: SpellingListener | undefined;

  constructor(dictionary: Dictionary, listener?: SpellingListener) {
    this.#dictionary = dictionary;
    this.#listener = listener;
  }

  /**
   * Counts the words of text[start, end) and says how many there were. The hot loop: every character of every
   * file passes here, so arrays are read without a guard; the indices come from the dictionary and the loop.
   */
  countText(text: string, start: number, end: number): number {
    const units = this.#units;
    const dictionary = this.#dictionary;
    const listener = this.#listener;
    let at = start;
    while (at < end) {
      let unit = text.charCodeAt(at);
      if (units[unit] === 0) {
        at++;
        continue;
      }
      const from = at;
      let hash = HASH_SEED;
      do {
        hash = nextHash(hash, unit);
        unit = ++at < end ? text.charCodeAt(at) : 0;
      } while (units[unit] === 1);
      if (at - from > LONGEST_RUN) continue;
      const entry = dictionary.entryOf(text, from, at, hash);
      if (entry >= this.#seen.length) this.#seen = copied(new Uint16Array(this.#seen.length * 2), this.#seen);
      const before = this.#seen[entry] as number;
      this.#seen[entry] = before + 1;
      if (before !== 0) continue;
      this.#entries.push(entry);
      if (listener?.knows(entry) === false) listener.learn(entry, text.slice(from, at));
    }
    return this.#expand();
  }

  /** From spellings to terms: a spelling that recurs in a chunk is taken apart once. */
  #expand(): number {
    const { entryTerms, termStarts } = this.#dictionary;
    const listener = this.#listener;
    let length = 0;
    for (let i = 0; i < this.#entries.length; i++) {
      const entry = this.#entries.at(i);
      const count = this.#seen[entry] as number;
      this.#seen[entry] = 0;
      const first = termStarts[entry] as number;
      const last = termStarts[entry + 1] as number;
      length += count * (last - first);
      listener?.spelling(entry, count);
      for (let at = first; at < last; at++) this.#touch(entryTerms[at] as number, count);
    }
    this.#entries.clear();
    listener?.endChunk();
    return length;
  }

  /** Counts the words of a declared name; `exact` also as the name itself. */
  countName(name: string, exact: boolean, isType: boolean): void {
    const units = this.#units;
    const dictionary = this.#dictionary;
    for (let at = 0; at < name.length; ) {
      const from = at;
      let hash = HASH_SEED;
      for (; at < name.length && units[name.charCodeAt(at)] === 1; at++)
        hash = nextHash(hash, name.charCodeAt(at));
      if (at === from) {
        at++;
        continue;
      }
      if (at - from > LONGEST_RUN) continue;
      const entry = dictionary.entryOf(name, from, at, hash);
      const last = dictionary.termStarts[entry + 1] as number;
      for (let i = dictionary.termStarts[entry] as number; i < last; i++)
        this.#touchName(dictionary.entryTerms[i] as number, false);
      if (exact) this.#touchName(dictionary.nameOf(entry), isType);
    }
  }

  /** Hands over the counts of the chunk and starts the next. */
  flush(terms: GrowingNumbers, payloads: GrowingNumbers): void {
    for (let i = 0; i < this.#touched.length; i++) {
      const term = this.#touched.at(i);
      terms.push(term);
      payloads.push(
        packTerm(this.#body[term] as number, this.#names[term] as number, this.#types[term] === 1),
      );
      this.#body[term] = 0;
      this.#names[term] = 0;
      this.#types[term] = 0;
    }
    this.#touched.clear();
  }

  #touch(term: number, count: number): void {
    if (term >= this.#body.length) this.#makeRoom(term);
    const before = this.#body[term] as number;
    if (before === 0 && this.#names[term] === 0) this.#touched.push(term);
    this.#body[term] = before + count;
  }

  #touchName(term: number, isType: boolean): void {
    if (term >= this.#body.length) this.#makeRoom(term);
    const before = this.#names[term] as number;
    if (before === 0 && this.#body[term] === 0) this.#touched.push(term);
    this.#names[term] = before + 1;
    if (isType) this.#types[term] = 1;
  }

  #makeRoom(term: number): void {
    const size = Math.max(this.#body.length * 2, term + 1);
    this.#body = copied(new Uint16Array(size), this.#body);
    this.#names = copied(new Uint16Array(size), this.#names);
    this.#types = copied(new Uint8Array(size), this.#types);
  }
}

function copied<T extends Uint16Array | Uint8Array>(into: T, from: T): T {
  into.set(from);
  return into;
}
