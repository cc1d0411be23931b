/**
 * Words to rows. A word of the vocabulary is its row; any other word is cut greedily into the longest known
 * pieces, the later ones written `##piece`. Works on the vocabulary's bytes, with no string made per word.
 */
import { type ModelViews, PREFIX_BITS, type VocabularyTables } from './layout.ts';

const NEWLINE = 10;
const HASH_SIGN = 35;
const FNV_START = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
/** For letters the bit that makes them lower case; digits have it already. */
export const LOWER_CASE = 0x20;

const step = (hash: number, byte: number) => Math.imul(hash ^ byte, FNV_PRIME);
const CONTINUATION_START = step(step(FNV_START, HASH_SIGN), HASH_SIGN);
/** FNV leaves the low bits poor; the slots are picked by the low bits. */
const slotOf = (hash: number, mask: number) => (hash ^ (hash >>> 15)) & mask;

const prefixBit = (hash: number) => (hash ^ (hash >>> 15)) & (PREFIX_BITS - 1);

/** Fills `starts`, `slots` and `prefixes`. False if the file does not hold exactly one token a row. */
export function indexVocabulary({ vocabularyFile, starts, slots, prefixes }: ModelViews): boolean {
  const rows = starts.length - 1;
  const mask = slots.length - 1;
  let row = 0;
  let start = 0;
  for (let at = 0; at <= vocabularyFile.length; at++) {
    if (at < vocabularyFile.length && vocabularyFile[at] !== NEWLINE) continue;
    if (at === start || row === rows) return false;
    let hash = FNV_START;
    for (let i = start; i < at; i++) {
      hash = step(hash, vocabularyFile[i] ?? 0);
      const bit = prefixBit(hash);
      prefixes[bit >>> 3] = (prefixes[bit >>> 3] ?? 0) | (1 << (bit & 7));
    }
    let slot = slotOf(hash, mask);
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    starts[row] = start;
    row++;
    slots[slot] = row;
    start = at + 1;
  }
  starts[rows] = start;
  return row === rows;
}

export interface Vocabulary {
  /** Calls `found` with the row of the word `text[from, to)`, or with the rows of its pieces. */
  look(text: string, from: number, to: number, found: (row: number) => void): void;
}

export function openVocabulary({ tokens, starts, slots, longest }: VocabularyTables): Vocabulary {
  const mask = slots.length - 1;
  const prefixHashes = new Int32Array(longest + 1);

  function rowAt(hash: number, text: string, from: number, to: number, marks: number): number {
    for (let slot = slotOf(hash, mask); ; slot = (slot + 1) & mask) {
      const row = (slots[slot] ?? 0) - 1;
      if (row < 0) return -1;
      const start = starts[row] ?? 0;
      // The byte before the next token's start is the newline between them.
      if ((starts[row + 1] ?? 0) - 1 - start !== to - from + marks) continue;
      if (marks > 0 && tokens[start] !== HASH_SIGN) continue;
      let same = true;
      for (let i = from, at = start + marks; i < to; i++, at++)
        if (tokens[at] !== (text.charCodeAt(i) | LOWER_CASE)) {
          same = false;
          break;
        }
      if (same) return row;
    }
  }

  function pieces(text: string, from: number, to: number, found: (row: number) => void): void {
    let at = from;
    while (at < to) {
      const marks = at === from ? 0 : 2;
      const most = Math.min(to - at, longest);
      let hash = marks === 0 ? FNV_START : CONTINUATION_START;
      for (let n = 1; n <= most; n++) {
        hash = step(hash, text.charCodeAt(at + n - 1) | LOWER_CASE);
        prefixHashes[n] = hash;
      }
      let length = most;
      let row = -1;
      for (; length > 0 && row < 0; length--)
        row = rowAt(prefixHashes[length] ?? 0, text, at, at + length, marks);
      if (row < 0) return;
      found(row);
      at += length + 1;
    }
  }

  return {
    look(text, from, to, found) {
      if (to - from <= longest) {
        let hash = FNV_START;
        for (let i = from; i < to; i++) hash = step(hash, text.charCodeAt(i) | LOWER_CASE);
        const row = rowAt(hash, text, from, to, 0);
        if (row >= 0) {
          found(row);
          return;
        }
      }
      pieces(text, from, to, found);
    },
  };
}

export function longestToken(starts: Uint32Array): number {
  let longest = 0;
  for (let row = 0; row + 1 < starts.length; row++)
    longest = Math.max(longest, (starts[row + 1] ?? 0) - 1 - (starts[row] ?? 0));
  return longest;
}

const isUpper = (c: number) => c >= 65 && c <= 90;
const isLower = (c: number) => c >= 97 && c <= 122;
const isDigit = (c: number) => c >= 48 && c <= 57;

/**
 * Cuts text into words as /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g does (so identifiers fall apart at case changes,
 * and `HTTPServer` is `HTTP`, `Server`), by hand because the expression is several times slower. Calls `word` with the range of each of
 * the first `most` words.
 */
export function eachWord(text: string, most: number, word: (from: number, to: number) => void): void {
  const end = text.length;
  let left = most;
  let at = 0;
  while (at < end && left > 0) {
    const from = at;
    const c = text.charCodeAt(at++);
    if (isLower(c)) {
      while (at < end && isLower(text.charCodeAt(at))) at++;
    } else if (isDigit(c)) {
      while (at < end && isDigit(text.charCodeAt(at))) at++;
    } else if (isUpper(c)) {
      while (at < end && isUpper(text.charCodeAt(at))) at++;
      if (at < end && isLower(text.charCodeAt(at))) {
        // The last capital belongs to the word in lower case that follows.
        if (at - from > 1) at--;
        else while (at < end && isLower(text.charCodeAt(at))) at++;
      }
    } else continue;
    word(from, at);
    left--;
  }
}
