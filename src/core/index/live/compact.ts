/** Keeps the number of segments small: those that are mostly dead, and many of one size, become one. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LiveSegment } from '../collection/collection.ts';
import { DamagedIndex } from '../segment/damaged.ts';
import { mergeSegments } from '../segment/merge.ts';
import type { LiveIndex } from './live-index.ts';

/** So many segments of one size are left alone. */
const MOST_OF_A_SIZE = 12;
/** A size is this many times the one below it. */
const SIZE_STEP = 4;
const SMALLEST_SIZE = 64;
/** Living chunks. Those of a first build are larger or few; merging them would take seconds and gain little. */
const LARGEST_MERGED = 4_000;
/** Each time at least one segment less; more than this is not worth the time of one pass. */
const MOST_ROUNDS = 8;

export async function compact(live: LiveIndex, signal: AbortSignal): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS && !signal.aborted; round++) if (!(await compactOnce(live))) return;
}

/** True if something was merged; there may be more to do then. */
async function compactOnce(live: LiveIndex): Promise<boolean> {
  const chosen = choose(live.collection.segments);
  return chosen.length > 0 && (await mergeStored(live, chosen));
}

function choose(segments: readonly LiveSegment[]): LiveSegment[] {
  const stored = segments.filter(({ id }) => id !== undefined);
  const dead = stored.filter((it) => livingChunks(it) * 2 < it.segment.chunkCount || livingFiles(it) === 0);
  const small = dead.filter((it) => livingChunks(it) <= LARGEST_MERGED);
  if (small.length > 0) return small;
  const sizes = new Map<number, LiveSegment[]>();
  for (const live of stored) {
    if (livingChunks(live) > LARGEST_MERGED) continue;
    const size = Math.floor(Math.log(Math.max(1, livingChunks(live) / SMALLEST_SIZE)) / Math.log(SIZE_STEP));
    sizes.set(size, [...(sizes.get(size) ?? []), live]);
  }
  const crowded = [...sizes].sort(([a], [b]) => a - b).find(([, of]) => of.length > MOST_OF_A_SIZE);
  return crowded?.[1] ?? [];
}

const livingFiles = ({ segment, deadCount }: LiveSegment) => segment.files.length - deadCount;

function livingChunks({ segment, deadChunks }: LiveSegment): number {
  let dead = 0;
  for (const byte of deadChunks ?? []) dead += byte;
  return segment.chunkCount - dead;
}

async function mergeStored(live: LiveIndex, chosen: readonly LiveSegment[]): Promise<boolean> {
  const sources = chosen.map(({ segment, deadFiles }) => ({
    segment,
    lives: (file: number) => deadFiles[file] === 0,
  }));
  try {
    const parts = await mergeSegments(sources, () => nextTurn());
    const ids = chosen.flatMap(({ id }) => id ?? []);
    return live.exchange(ids, parts);
  } catch (thrown) {
    // Another process may have merged them first; if it is damage, the next search will meet it too.
    if (thrown instanceof DamagedIndex) return false;
    throw thrown;
  }
}
