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
    this.#term.length = 0;
    this.#term.utf8(term);
    this.#add(ids, payloads, from, to);
  }

  /** The same with the term as UTF-8. */
  addEncoded(term: Uint8Array, ids: Uint32Array, payloads: Uint16Array, from: number, to: number): void {
    this.#term.length = 0;
    this.#term.raw(term);
    this.#add(ids, payloads, from, to);
  }

  #add(ids: Uint32Array, payloads: Uint16Array, from: number, to: number): void {
    const bytes = this.#bytes;
    const list = writeList(this.#list, ids, payloads, from, to);
    const first = bytes.length === this.#start;
    if (first) {
      this.#directory.varint(this.#term.length);
      this.#directory.raw(this.#term.bytes.subarray(0, this.#term.length));
    }
    const shared = first ? 0 : sharedBytes(this.#last, this.#term);
    bytes.varint(shared);
    bytes.varint(this.#term.length - shared);
    bytes.copy(this.#term.bytes, shared, this.#term.length - shared);
    bytes.varint(to - from);
    bytes.varint(list.length);
    bytes.copy(list.bytes, 0, list.length);
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

/** The postings of one term in one segment, not decoded yet: the bytes of its block from `start` to `end`. */
export interface PostingList {
  count: number;
  bytes: Uint8Array;
  start: number;
  end: number;
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

/**
 * Steps over entries by their lengths, and keeps count of how many bytes of the wanted term they begin with. It makes nothing for an entry that
 * it steps over: a search looks into a block of every segment for every word, and that took most of its time.
 */
export function findTerm(block: Uint8Array, term: string): PostingList | undefined {
  const wanted = utf8(term);
  const reader = new ByteReader(block);
  let agrees = 0;
  while (reader.left >= LEAST_ENTRY) {
    const shared = reader.varint();
    const added = reader.count(1);
    const start = reader.at;
    reader.at += added;
    // The entry begins with the first `shared` bytes of the one before, of which `agrees` are the wanted term's. If it has fewer of them, it comes
    // after the wanted term, and so do all that follow.
    if (shared < agrees) return undefined;
    if (shared === agrees) {
      let same = 0;
      while (same < added && agrees < wanted.length && block[start + same] === wanted[agrees]) {
        same++;
        agrees++;
      }
      if (agrees === wanted.length) return same === added ? readList(reader) : undefined;
      if (same < added && unitOrder(block[start + same] ?? 0) > unitOrder(wanted[agrees] ?? 0))
        return undefined;
    }
    reader.varint();
    const list = reader.count(1);
    reader.at += list;
  }
  return undefined;
}

/** As many as a number holds exactly. */
const KEY_BYTES = 6;

/** All terms of the blocks, in order, one at a time: the one it is at, as UTF-8, and its postings. */
export class TermCursor {
  readonly #blocks: Iterator<Uint8Array>;
  readonly #term = new ByteWriter(64);
  #reader = new ByteReader(new Uint8Array());
  list: PostingList = { count: 0, bytes: new Uint8Array(), start: 0, end: 0 };
  isAtEnd = false;
  /** The first bytes of the term as a number: mostly they decide a comparison. */
  #key = 0;

  constructor(blocks: Iterable<Uint8Array>) {
    this.#blocks = blocks[Symbol.iterator]();
  }

  /** Valid until the next step. */
  get term(): Uint8Array {
    return this.#term.bytes.subarray(0, this.#term.length);
  }

  /** False at the end. */
  next(): boolean {
    while (this.#reader.left < LEAST_ENTRY) {
      const block = this.#blocks.next();
      this.isAtEnd = block.done === true;
      if (block.done === true) return false;
      this.#reader = new ByteReader(block.value);
      this.#term.length = 0;
    }
    const shared = this.#reader.varint();
    if (shared > this.#term.length) throw new DamagedIndex('a term shares more than there is');
    this.#term.length = shared;
    const added = this.#reader.count(1);
    this.#term.copy(this.#reader.bytes, this.#reader.at, added);
    this.#reader.at += added;
    if (shared < KEY_BYTES) this.#setKey();
    this.list = readList(this.#reader);
    return true;
  }

  /** Terms are ordered by UTF-16 units, in which what is above U+FFFF comes before U+E000. */
  compare(other: TermCursor): number {
    if (this.#key !== other.#key || this === other) return this.#key - other.#key;
    const [a, b] = [this.#term, other.#term];
    const shared = sharedBytes(a, b);
    if (shared === a.length || shared === b.length) return a.length - b.length;
    return unitOrder(a.bytes[shared] ?? 0) - unitOrder(b.bytes[shared] ?? 0);
  }

  #setKey(): void {
    const { bytes, length } = this.#term;
    let key = 0;
    for (let i = 0; i < KEY_BYTES; i++) key = key * 0x100 + (i < length ? unitOrder(bytes[i] ?? 0) : 0);
    this.#key = key;
  }
}

/** 0xEE and 0xEF begin U+E000 to U+FFFF; 0xF0 to 0xF4, the highest of UTF-8, begin what is above. */
function unitOrder(byte: number): number {
  return byte === 0xee || byte === 0xef ? byte + 0x10 : byte;
}

/** Smallest posting: a byte for the distance, a byte for the payload. */
const LEAST_POSTING = 2;

function readList(reader: ByteReader): PostingList {
  const count = reader.varint();
  const length = reader.count(1);
  const start = reader.at;
  reader.at += length;
  if (count * LEAST_POSTING > length) throw new DamagedIndex('a list is longer than its bytes');
  return { count, bytes: reader.bytes, start, end: reader.at };
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
  const { bytes, count, start, end } = list;
  const { ids, payloads } = into;
  let place = at;
  let read = start;
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
  if (read > end || (count > 0 && id >= limit)) throw new DamagedIndex('a list leads out of the segment');
  return place;
}
