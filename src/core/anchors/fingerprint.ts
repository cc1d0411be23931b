/**
 * Hashes of text. `exactHash` decides whether lines are identical, so it is cryptographic. Marks are 30-bit hashes of single
 * lines and words; they only suggest a place, so they are cheap and short.
 */
import { createHash } from 'node:crypto';

/** 128 bits: two different ranges never have the same hash by accident. */
const HASH_DIGITS = 32;
const MARK_BITS = 30;
const MARK_LENGTH = MARK_BITS / 6;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const VALUES = new Map([...DIGITS].map((digit, value) => [digit, value]));

/** No lines are not the same as one empty line, though both join to an empty text. */
const HASH_OF_NONE = '0'.repeat(HASH_DIGITS);

export function exactHash(lines: readonly string[]): string {
  if (lines.length === 0) return HASH_OF_NONE;
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, HASH_DIGITS);
}

/** Ignores whitespace, even inside a string: a place that differs only in whitespace is worth offering. */
export function normalise(line: string): string {
  return line.replace(/\s+/g, '');
}

/** FNV-1a with a final mix, because its low bits are too regular for sampling. */
export function mark(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return mixed(hash);
}

/** The mark of a pair. */
export function pairMark(first: number, second: number): number {
  return mixed(Math.imul(first, 0x01000193) ^ second);
}

function mixed(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 16)) >>> (32 - MARK_BITS);
}

/** Marks as one short string, because anchors are stored in YAML that people read. */
export function packMarks(marks: readonly number[]): string {
  let packed = '';
  for (const value of marks)
    for (let shift = MARK_BITS - 6; shift >= 0; shift -= 6) packed += DIGITS.charAt((value >>> shift) & 63);
  return packed;
}

export function unpackMarks(packed: string): number[] {
  const marks: number[] = [];
  for (let at = 0; at + MARK_LENGTH <= packed.length; at += MARK_LENGTH) {
    let value = 0;
    for (let digit = 0; digit < MARK_LENGTH; digit++)
      value = value * 64 + (VALUES.get(packed.charAt(at + digit)) ?? 0);
    marks.push(value);
  }
  return marks;
}

export function isPackedMarks(value: unknown): value is string {
  return typeof value === 'string' && value.length % MARK_LENGTH === 0 && /^[A-Za-z0-9_-]*$/.test(value);
}
