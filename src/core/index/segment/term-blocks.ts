/**
 * Terms with their postings, sorted by term and cut into blocks that are read one at a time.
 *
 * A block: for each term, how many bytes it shares with the term before it in the block, how many it adds, those
 * bytes, the number of postings, the length of the list, the list. A list: for each posting the distance to the
 * id before it and the payload. The directory holds the first term of each block.
 */
import { ByteWriter } from './bytes.ts';
import type { PackedBlocks } from './packed-blocks.ts';

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
