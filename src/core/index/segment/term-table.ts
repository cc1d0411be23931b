/**
 * Terms with their postings, sorted by term and cut into blocks that are read one at a time.
 *
 * A block: for each term, how many bytes it shares with the term before it in the block, how many it adds, those
 * bytes, the number of postings, the length of the list, the list. A list: for each posting the distance to the
 * id before it and the payload. The directory holds the first term of each block.
 */
import type { Postings } from '../contract.ts';
import { ByteReader, ByteWriter, DamagedIndex, type PackedBlocks, utf8 } from './bytes.ts';

/** Finding a term reads half a block on average; much smaller ones would cost more as rows than as bytes. */
const BLOCK_BYTES = 8_192;
/** A distance below 2^32 and a payload below 2^16, seven bits a byte. */
const LONGEST_POSTING = 5 + 3;

export interface TermBlocks {
  directory: Uint8Array<ArrayBuffer>;
  blocks: PackedBlocks;
}

export class TermBlockWriter {
  readonly #bytes = new ByteWriter(16 * BLOCK_BYTES);
  readonly #ends: number[] = [];
  /** Where the block that is being written begins. */
  #start = 0;
  readonly #list = new ByteWriter();
  readonly #directory = new ByteWriter();
  #term = new ByteWriter();
  #last = new ByteWriter();

  /** Terms come in code-unit order, each with the postings `from` … `to - 1`, ascending by id. */
  add(term: string, ids: Uint32Array, payloads: Uint16Array, from: number, to: number): void {
    const bytes = this.#bytes;
    const list = writeList(this.#list, ids, payloads, from, to);
    this.#term.length = 0;
    this.#term.utf8(term);
    const first = bytes.length === this.#start;
    if (first) this.#directory.text(term);
    const shared = first ? 0 : sharedBytes(this.#last, this.#term);
    bytes.varint(shared);
    bytes.varint(this.#term.length - shared);
    bytes.raw(this.#term.bytes.subarray(shared, this.#term.length));
    bytes.varint(to - from);
    bytes.varint(list.length);
    bytes.raw(list.bytes.subarray(0, list.length));
    [this.#last, this.#term] = [this.#term, this.#last];
    if (bytes.length - this.#start >= BLOCK_BYTES) this.#endBlock();
  }

  finish(): TermBlocks {
    if (this.#bytes.length > this.#start) this.#endBlock();
    const blocks = { bytes: this.#bytes.take(), ends: Uint32Array.from(this.#ends) };
    return { directory: this.#directory.take(), blocks };
  }

  #endBlock(): void {
    this.#start = this.#bytes.length;
    this.#ends.push(this.#start);
  }
}

function writeList(
  list: ByteWriter,
  ids: Uint32Array,
  payloads: Uint16Array,
  from: number,
  to: number,
): ByteWriter {
  list.length = 0;
  list.reserve((to - from) * LONGEST_POSTING);
  const bytes = list.bytes;
  let at = 0;
  let before = 0;
  for (let i = from; i < to; i++) {
    const id = ids[i] ?? 0;
    let distance = id - before;
    before = id;
    while (distance > 0x7f) {
      bytes[at++] = (distance & 0x7f) | 0x80;
      distance >>>= 7;
    }
    bytes[at++] = distance;
    let payload = payloads[i] ?? 0;
    while (payload > 0x7f) {
      bytes[at++] = (payload & 0x7f) | 0x80;
      payload >>>= 7;
    }
    bytes[at++] = payload;
  }
  list.length = at;
  return list;
}

function sharedBytes(a: ByteWriter, b: ByteWriter): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a.bytes[at] === b.bytes[at]) at++;
  return at;
}

/** The postings of one term in one segment, not decoded yet. */
export interface PostingList {
  count: number;
  bytes: Uint8Array;
}

/** Smallest entry of a block: four numbers of a byte. */
const LEAST_ENTRY = 4;

/** Says which block of a segment holds a term, if any does. */
export class TermDirectory {
  readonly #bytes: Uint8Array;
  #firstTerms: string[] | undefined;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get blockCount(): number {
    return this.#terms().length;
  }

  /** -1 if the term is before all blocks. */
  blockOf(term: string): number {
    return lastNotAfter(this.#terms(), term);
  }

  #terms(): string[] {
    this.#firstTerms ??= readDirectory(this.#bytes);
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
export function findTerm(block: Uint8Array, term: string): PostingList | undefined {
  const wanted = utf8(term);
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

/** All terms of the blocks, in order. */
export function* termEntries(blocks: readonly Uint8Array[]): Generator<{ term: string; list: PostingList }> {
  const decoder = new TextDecoder();
  for (const block of blocks)
    for (const { term, list } of entriesOf(block)) yield { term: decoder.decode(term), list };
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
