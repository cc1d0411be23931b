/** Keeps the number of segments small: those that are mostly dead, and many of one size, become one. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DamagedIndex } from '../segment/bytes.ts';
import { declarationBlock } from '../segment/declared-names.ts';
import { type MergeSource, mergeSegments } from '../segment/merge.ts';
import type { BlockKind, SegmentVectors } from '../segment/segment.ts';
import type { VectorsState } from '../storage/storage.ts';
import type { LiveIndex, WantedBlock } from './live-index.ts';
import type { LiveSegment } from './snapshot.ts';

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
  await live.releaseDead();
  for (let round = 0; round < MOST_ROUNDS && !signal.aborted; round++) {
    const chosen = choose(live.snapshot.segments);
    if (chosen.length === 0 || !(await mergeStored(live, chosen))) break;
  }
  if (!signal.aborted) await live.collect();
}

function choose(segments: readonly LiveSegment[]): LiveSegment[] {
  const stored = segments.filter(({ id }) => id !== undefined);
  const dead = stored.filter(
    ({ living, segment }) => living.chunks * 2 < segment.chunkCount || living.files === 0,
  );
  const small = dead.filter(({ living }) => living.chunks <= LARGEST_MERGED);
  if (small.length > 0) return small;
  const sizes = new Map<number, LiveSegment[]>();
  for (const live of stored) {
    const { chunks } = live.living;
    if (chunks > LARGEST_MERGED) continue;
    const size = Math.floor(Math.log(Math.max(1, chunks / SMALLEST_SIZE)) / Math.log(SIZE_STEP));
    sizes.set(size, [...(sizes.get(size) ?? []), live]);
  }
  const crowded = [...sizes].sort(([a], [b]) => a - b).find(([, of]) => of.length > MOST_OF_A_SIZE);
  return crowded?.[1] ?? [];
}

/** True if they were merged; there may be more to do then. */
async function mergeStored(index: LiveIndex, chosen: readonly LiveSegment[]): Promise<boolean> {
  try {
    const sources: MergeSource[] = [];
    for (const live of chosen) {
      const source = await mergeSource(index, live);
      // Another process did it first.
      if (source === undefined) return false;
      sources.push(source);
    }
    const parts = await mergeSegments(sources, () => nextTurn());
    return await index.exchange(chosen, parts);
  } catch (thrown) {
    // The next search finds the damage too, and has the index rebuilt.
    if (thrown instanceof DamagedIndex) return false;
    throw thrown;
  }
}

async function mergeSource(index: LiveIndex, live: LiveSegment): Promise<MergeSource | undefined> {
  const { segment, stats, deadFiles, vectors } = live;
  const numbered = (kind: BlockKind, count: number) =>
    Array.from({ length: count }, (_, number): WantedBlock => ({ live, kind, number }));
  const terms = numbered('terms', segment.terms.blockCount);
  const pathTerms = numbered('pathTerms', segment.pathTerms.blockCount);
  const last = segment.files.length - 1;
  const declarations = numbered('declarations', last < 0 ? 0 : declarationBlock(last) + 1);
  const matrix: WantedBlock[] =
    vectors === undefined ? [] : [{ live, kind: 'vectors', number: vectors.block }];
  const read = await index.blocks([...terms, ...pathTerms, ...declarations, ...matrix]);
  if (read === undefined) return undefined;
  const bytes = read.values();
  const take = (wanted: readonly WantedBlock[]) => wanted.map(() => bytes.next().value ?? new Uint8Array());
  return {
    segment,
    stats,
    lives: (file) => deadFiles[file] === 0,
    blocks: {
      terms: take(terms),
      pathTerms: take(pathTerms),
      declarations: take(declarations),
      vectors: vectors && mergedVectors(live, vectors, take(matrix)[0]),
    },
  };
}

function mergedVectors(
  { segment }: LiveSegment,
  { model, dims }: VectorsState,
  bytes: Uint8Array | undefined,
): SegmentVectors {
  if (bytes?.length !== segment.chunkCount * dims)
    throw new DamagedIndex('the vectors do not fit the chunks');
  return { model, dims, matrix: new Int8Array(bytes) };
}
