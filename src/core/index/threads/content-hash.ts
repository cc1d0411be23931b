import { hash } from 'node:crypto';
import { HASH_BYTES } from '../segment/file-table.ts';

/** Of the text, not of the bytes: a byte order mark makes no difference to what the lines hold. */
export function contentHash(text: string): Uint8Array {
  // A copy, because the digest may be a window into a shared pool.
  return new Uint8Array(hash('sha256', text, 'buffer').subarray(0, HASH_BYTES));
}

export function sameHash(a: Uint8Array, b: Uint8Array): boolean {
  for (let i = 0; i < HASH_BYTES; i++) if (a[i] !== b[i]) return false;
  return true;
}
