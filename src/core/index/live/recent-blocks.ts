/** Blocks that were read lately. A stored block never changes, so those of segments that an edit left alone stay useful. */
import { RecentCache } from '../../text/index.ts';
import type { ReadBlocks, WantedBlock } from './live-index.ts';

/** The same reading, without asking for what was read lately; `mostBytes` of it are kept. */
export function recentBlocks(read: ReadBlocks, mostBytes: number): ReadBlocks {
  const kept = new RecentCache<Uint8Array>(mostBytes, (block) => block.length);
  return async (wanted) => {
    const known = wanted.map((one) => {
      const key = keyOf(one);
      return key === undefined ? undefined : kept.get(key);
    });
    const missing = wanted.filter((_, i) => known[i] === undefined);
    const found = missing.length === 0 ? [] : await read(missing);
    if (found === undefined) return undefined;
    const fresh = found.values();
    return wanted.map((one, i) => {
      const block = known[i] ?? fresh.next().value ?? new Uint8Array();
      const key = keyOf(one);
      if (key !== undefined && known[i] === undefined) kept.set(key, block);
      return block;
    });
  };
}

/** Undefined for what is in memory anyway, unsaved segments, and for vectors, which are kept elsewhere. */
function keyOf({ live: { id }, kind, number }: WantedBlock): string | undefined {
  return id === undefined || kind === 'vectors' ? undefined : `${id} ${kind} ${number}`;
}
