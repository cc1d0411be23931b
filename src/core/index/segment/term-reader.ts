import type { Postings } from '../contract.ts';
import { ByteReader, utf8 } from './bytes.ts';
import { DamagedIndex } from './damaged.ts';

/** The postings of one term in one segment, not decoded yet. */
export interface PostingList {
  count: number;
  bytes: Uint8Array;
}

/** Smallest entry of a block: four numbers of a byte. */
const LEAST_ENTRY = 4;

/** Finds terms in the blocks of a segment (term-blocks.ts). */
export class TermReader {
  readonly #directory: Uint8Array;
  readonly #block: (number: number) => Uint8Array;
  #firstTerms: string[] | undefined;

  constructor(directory: Uint8Array, block: (number: number) => Uint8Array) {
    this.#directory = directory;
    this.#block = block;
  }

  get blockCount(): number {
    return this.#terms().length;
  }

  find(term: string): PostingList | undefined {
    const number = lastNotAfter(this.#terms(), term);
    return number < 0 ? undefined : findInBlock(this.#block(number), utf8(term));
  }

  /** All terms in order. */
  *entries(): Generator<{ term: string; list: PostingList }> {
    const decoder = new TextDecoder();
    for (let number = 0; number < this.blockCount; number++)
      for (const { term, list } of entriesOf(this.#block(number))) yield { term: decoder.decode(term), list };
  }

  #terms(): string[] {
    this.#firstTerms ??= readDirectory(this.#directory);
    return this.#firstTerms;
  }
}

function readDirectory(bytes: Uint8Array): string[] {
  const reader = new ByteReader(bytes);
  const terms: string[] = [];
  while (reader.left > 0) terms.push(reader.text());
  return terms;
}

/** The place of the last of the sorted terms that is not after `term`, or -1. */
function lastNotAfter(terms: readonly string[], term: string): number {
  let low = 0;
  let high = terms.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((terms[middle] ?? '') <= term) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Steps over entries by their lengths, and keeps count of how many bytes of the wanted term they begin with. */
function findInBlock(block: Uint8Array, wanted: Uint8Array): PostingList | undefined {
  const reader = new ByteReader(block);
  let agrees = 0;
  while (reader.left >= LEAST_ENTRY) {
    const shared = reader.varint();
    const added = reader.raw(reader.count(1));
    // The entry begins with the first `shared` bytes of the one before, of which `agrees` are the wanted term's.
    if (shared <= agrees) agrees = shared + agreement(added, wanted, shared);
    const postings = reader.varint();
    const bytes = reader.raw(reader.count(1));
    if (agrees === wanted.length && shared + added.length === wanted.length)
      return { count: postings, bytes };
  }
  return undefined;
}

function agreement(added: Uint8Array, wanted: Uint8Array, from: number): number {
  let count = 0;
  while (count < added.length && from + count < wanted.length && added[count] === wanted[from + count])
    count++;
  return count;
}

function* entriesOf(block: Uint8Array): Generator<{ term: Uint8Array; list: PostingList }> {
  const reader = new ByteReader(block);
  let term = new Uint8Array();
  while (reader.left >= LEAST_ENTRY) {
    const shared = reader.varint();
    if (shared > term.length) throw new DamagedIndex('a term shares more than there is');
    const added = reader.raw(reader.count(1));
    const next = new Uint8Array(shared + added.length);
    next.set(term.subarray(0, shared));
    next.set(added, shared);
    term = next;
    yield { term, list: readList(reader) };
  }
}

/** Smallest posting: a byte for the distance, a byte for the payload. */
const LEAST_POSTING = 2;

function readList(reader: ByteReader): PostingList {
  const count = reader.varint();
  const bytes = reader.raw(reader.count(1));
  if (count * LEAST_POSTING > bytes.length) throw new DamagedIndex('a list is longer than its bytes');
  return { count, bytes };
}

/**
 * Appends the postings of a list to `into` from place `at` on, ids raised by `base`, and returns the place after the
 * last. Ids of `limit` and above are not believed; ids with a byte in `dead` are left out.
 */
export function decodePostings(
  list: PostingList,
  base: number,
  limit: number,
  dead: Uint8Array | undefined,
  into: Postings,
  at: number,
): number {
  const { bytes, count } = list;
  const { ids, payloads } = into;
  let place = at;
  let read = 0;
  let id = 0;
  for (let i = 0; i < count; i++) {
    let byte = bytes[read++] ?? 0;
    let distance = byte & 0x7f;
    for (let shift = 7; byte > 0x7f && shift < 35; shift += 7) {
      byte = bytes[read++] ?? 0;
      distance |= (byte & 0x7f) << shift;
    }
    if (distance < 0) throw new DamagedIndex('a distance is negative');
    id += distance;
    byte = bytes[read++] ?? 0;
    let payload = byte & 0x7f;
    for (let shift = 7; byte > 0x7f && shift < 21; shift += 7) {
      byte = bytes[read++] ?? 0;
      payload |= (byte & 0x7f) << shift;
    }
    if (dead !== undefined && dead[id] !== 0) continue;
    ids[place] = base + id;
    payloads[place++] = payload;
  }
  if (read > bytes.length || (count > 0 && id >= limit))
    throw new DamagedIndex('a list leads out of the segment');
  return place;
}
