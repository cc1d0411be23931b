/**
 * Which runs of four bytes a file holds, roughly: each sets one bit of a small table, so a table says "surely not" or
 * "perhaps". Letters count without case, and runs across lines do not count, as no match goes across.
 */
import type { Requirement } from './requirement.ts';

/** Three are in nearly every file; with five, few literals would be long enough. */
export const GRAM_BYTES = 4;
/** A table is made smaller until more than this share of its bits would be set. */
const FULLEST = 0.5;
const LARGEST_WORDS = 1 << 15;
const WORD_BITS = 32;
const NEWLINE = 0x0a;
const HASH_FACTOR = 0x9e3779b1 | 0;

const FOLDED = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte,
);

/** A power of two of words. */
export type GramTable = Uint32Array<ArrayBuffer>;

export type GramTest = (table: GramTable) => boolean;

/** The hot loop: every byte of every file passes here, so arrays are read without a guard. */
export function gramTable(bytes: Uint8Array): GramTable {
  const table = new Uint32Array(Math.min(LARGEST_WORDS, powerAbove(bytes.length / (WORD_BITS / 2))));
  const mask = table.length - 1;
  let gram = 0;
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = FOLDED[bytes[at] as number] as number;
    gram = (gram << 8) | byte;
    if (byte === NEWLINE) length = 0;
    else if (++length >= GRAM_BYTES) {
      const hash = hashOf(gram);
      table[(hash >>> 5) & mask] = (table[(hash >>> 5) & mask] as number) | (1 << (hash & 31));
    }
  }
  return folded(table);
}

export function gramTest(need: Requirement): GramTest {
  if ('literal' in need) return literalTest(need.literal);
  if ('all' in need) {
    const tests = need.all.map(gramTest);
    return (table) => tests.every((test) => test(table));
  }
  const tests = need.any.map(gramTest);
  return (table) => tests.some((test) => test(table));
}

function literalTest(literal: string): GramTest {
  const bytes = Buffer.from(literal, 'utf8');
  const hashes = new Int32Array(Math.max(0, bytes.length - GRAM_BYTES + 1));
  let gram = 0;
  for (const [at, byte] of bytes.entries()) {
    gram = (gram << 8) | (FOLDED[byte] ?? 0);
    if (at >= GRAM_BYTES - 1) hashes[at - GRAM_BYTES + 1] = hashOf(gram);
  }
  return (table) => {
    const mask = table.length - 1;
    for (const hash of hashes)
      if (((table[(hash >>> 5) & mask] as number) & (1 << (hash & 31))) === 0) return false;
    return true;
  };
}

/** Its lowest bits are used, so all bytes of the gram must affect them. */
function hashOf(gram: number): number {
  const hash = Math.imul(gram ^ (gram >>> 16), HASH_FACTOR);
  return hash ^ (hash >>> 15);
}

/** The upper half laid over the lower one, as often as the result is not too full: a bit keeps its place in the rest. */
function folded(table: GramTable): GramTable {
  let length = table.length;
  let empty = 1 - bitsIn(table) / (length * WORD_BITS);
  while (length > 1 && 1 - empty * empty <= FULLEST) {
    length /= 2;
    for (let at = 0; at < length; at++) table[at] = (table[at] as number) | (table[at + length] as number);
    empty = 1 - bitsIn(table.subarray(0, length)) / (length * WORD_BITS);
  }
  return table.slice(0, length);
}

function bitsIn(words: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < words.length; at++) {
    let word = words[at] as number;
    word -= (word >>> 1) & 0x5555_5555;
    word = (word & 0x3333_3333) + ((word >>> 2) & 0x3333_3333);
    count += Math.imul((word + (word >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
  }
  return count;
}

function powerAbove(number: number): number {
  return 2 ** Math.max(0, Math.ceil(Math.log2(Math.max(1, number))));
}
