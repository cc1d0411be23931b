/** Compact bytes: numbers of seven bits a byte, texts with their length. The reader trusts nothing it reads. */

/** The stored index does not hold what we wrote. Whoever opened it sets the file aside and builds anew. */
export class DamagedIndex extends Error {
  override readonly name = 'DamagedIndex';
}

const FIRST_BYTES = 1_024;
const LONGEST_VARINT = 5;
const LONGEST_LOOP = 48;
/** UTF-8 never needs more bytes for a UTF-16 unit. */
const BYTES_PER_UNIT = 3;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class ByteWriter {
  bytes: Uint8Array<ArrayBuffer>;
  length = 0;

  constructor(capacity: number = FIRST_BYTES) {
    this.bytes = new Uint8Array(capacity);
  }

  /** Room for `count` bytes more; to be called before writing to `bytes` directly. */
  reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + count));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }

  /** A whole number below 2^32. */
  varint(value: number): void {
    this.reserve(LONGEST_VARINT);
    let rest = value;
    while (rest > 0x7f) {
      this.bytes[this.length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.bytes[this.length++] = rest;
  }

  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Part of another array: in a loop if it is short, as most are, because a view of it would cost more. */
  copy(from: Uint8Array, start: number, count: number): void {
    if (count > LONGEST_LOOP) {
      this.raw(from.subarray(start, start + count));
      return;
    }
    this.reserve(count);
    for (let i = 0; i < count; i++) this.bytes[this.length + i] = from[start + i] ?? 0;
    this.length += count;
  }

  /** Without its length. */
  utf8(text: string): void {
    this.reserve(text.length * BYTES_PER_UNIT);
    // Most texts here are short words, for which a loop beats the call into the encoder.
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit > 0x7f) {
        this.length += encoder.encodeInto(text.slice(at), this.bytes.subarray(this.length)).written;
        return;
      }
      this.bytes[this.length++] = unit;
    }
  }

  text(text: string): void {
    this.reserve(LONGEST_VARINT + text.length * BYTES_PER_UNIT);
    const start = this.length;
    this.varint(text.length);
    const body = this.length;
    this.utf8(text);
    const bytes = this.length - body;
    if (bytes === text.length) return;
    // Not ASCII: it is longer than was said.
    const written = this.bytes.slice(body, this.length);
    this.length = start;
    this.varint(bytes);
    this.raw(written);
  }

  /** What was written, with no room to spare, so that it can be handed to another thread. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.bytes.slice(0, this.length);
    this.length = 0;
    return taken;
  }
}

export class ByteReader {
  readonly bytes: Uint8Array;
  at: number;
  readonly end: number;

  constructor(bytes: Uint8Array, from = 0, end: number = bytes.length) {
    this.bytes = bytes;
    this.at = from;
    this.end = end;
  }

  get left(): number {
    return this.end - this.at;
  }

  varint(): number {
    let value = 0;
    for (let shift = 0; shift < 7 * LONGEST_VARINT; shift += 7) {
      if (this.at >= this.end) throw new DamagedIndex('a number is cut off');
      const byte = this.bytes[this.at++] ?? 0;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
    throw new DamagedIndex('a number is too long');
  }

  /** A count of things that take at least `bytesEach` bytes: more than can follow is not believed. */
  count(bytesEach: number): number {
    const count = this.varint();
    if (count * bytesEach > this.left) throw new DamagedIndex('a count is too large');
    return count;
  }

  raw(length: number): Uint8Array {
    if (length > this.left) throw new DamagedIndex('a part is cut off');
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  text(): string {
    return decoder.decode(this.raw(this.count(1)));
  }
}

export const utf8 = (text: string): Uint8Array => encoder.encode(text);

/** Many blocks in one array: thousands of small buffers would leave the memory of a long run in pieces. */
export interface PackedBlocks {
  bytes: Uint8Array<ArrayBuffer>;
  /** Where each block ends; it begins where the one before it ends. */
  ends: Uint32Array<ArrayBuffer>;
}

export function blockAt({ bytes, ends }: PackedBlocks, number: number): Uint8Array<ArrayBuffer> | undefined {
  const end = ends[number];
  return end === undefined ? undefined : bytes.subarray(number === 0 ? 0 : ends[number - 1], end);
}

export function allBlocks(blocks: PackedBlocks): Uint8Array<ArrayBuffer>[] {
  return Array.from(blocks.ends, (_, number) => blockAt(blocks, number) ?? new Uint8Array());
}
