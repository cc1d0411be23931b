/** Bytes with their checksum: a page written half, or a flipped bit, must not become a wrong answer. */
import { crc32 } from 'node:zlib';
import { DamagedIndex } from '../segment/bytes.ts';

const CHECKSUM_BYTES = 4;

export function sealed(bytes: Uint8Array): Uint8Array {
  const whole = new Uint8Array(bytes.length + CHECKSUM_BYTES);
  whole.set(bytes);
  new DataView(whole.buffer).setUint32(bytes.length, crc32(bytes));
  return whole;
}

export function unsealed(whole: unknown): Uint8Array {
  if (!(whole instanceof Uint8Array) || whole.length < CHECKSUM_BYTES)
    throw new DamagedIndex('a block is missing or too short');
  const length = whole.length - CHECKSUM_BYTES;
  const bytes = whole.subarray(0, length);
  const sum = new DataView(whole.buffer, whole.byteOffset, whole.byteLength).getUint32(length);
  if (crc32(bytes) !== sum) throw new DamagedIndex('a block does not match its checksum');
  return bytes;
}
