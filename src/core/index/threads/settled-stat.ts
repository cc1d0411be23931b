import type { FileStat } from '../segment/file-table.ts';

/** File systems that keep whole seconds. FAT keeps two. */
const COARSE_MS = 2_000;
/** The clock tick of the others, with room to spare. */
const FINE_MS = 50;
/** A time no file has: whoever compares reads the file again. */
const UNSETTLED = -1;

/**
 * A file written just before it was read may be written again within the same tick of the file system's clock, and
 * keep its time and size. Its time is therefore not believed until a later look finds it unchanged.
 */
export function settledStat({ size, mtimeMs }: FileStat, nowMs: number): FileStat {
  const window = mtimeMs % 1_000 === 0 ? COARSE_MS : FINE_MS;
  return { size, mtimeMs: mtimeMs > nowMs - window ? UNSETTLED : mtimeMs };
}
