import { IS_WINDOWS } from '../system.ts';

/**
 * Of names in one call. POSIX systems take 128 KB of arguments and environment at the least (Linux takes 2 MB where the stack
 * is as large as usual), Windows 32 KB; the rest is for the options.
 */
const MOST_BYTES = (IS_WINDOWS ? 16 : 96) * 1024;
/** A name ends in a NUL, and its address counts. */
const BYTES_BESIDE_NAME = 9;

/** Names that go on one command line together. */
export function batches(names: readonly string[], mostBytes: number = MOST_BYTES): string[][] {
  const found: string[][] = [];
  let batch: string[] = [];
  let bytes = 0;
  for (const name of names) {
    const more = Buffer.byteLength(name) + BYTES_BESIDE_NAME;
    if (batch.length === 0 || bytes + more > mostBytes) {
      batch = [];
      found.push(batch);
      bytes = 0;
    }
    batch.push(name);
    bytes += more;
  }
  return found;
}
