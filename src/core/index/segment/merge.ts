/** Several segments made one: the living files of all, by path. Nothing is analysed again. */
import { byCodeUnit } from '../../text/index.ts';
import type { Postings } from '../contract.ts';
import { DamagedIndex } from './bytes.ts';
import { DeclarationWriter, declarationBlock, encodedDeclarations } from './declared-names.ts';
import type { Segment, SegmentParts, SegmentVectors } from './segment.ts';
import { ChunkWriter, encodeFiles, encodeStats, type FileStat } from './tables.ts';
import { decodePostings, type TermBlocks, TermBlockWriter, TermCursor } from './term-table.ts';

export interface MergeSource {
  segment: Segment;
  stats: readonly FileStat[];
  blocks: SegmentBlocks;
  /** By file: whether it still counts. */
  lives(file: number): boolean;
}

/** All blocks of a segment, in order. */
export interface SegmentBlocks {
  terms: readonly Uint8Array[];
  pathTerms: readonly Uint8Array[];
  declarations: readonly Uint8Array[];
  vectors: SegmentVectors | undefined;
}

interface Kept {
  source: number;
  file: number;
  path: string;
}

/** Marks a file or a chunk that is left out. */
const GONE = 0xffff_ffff;

/** Postings between two pauses: some ten milliseconds of work. */
const POSTINGS_A_TURN = 20_000;

/** `pause` is waited for now and then, so that others get their turn. */
export async function mergeSegments(
  sources: readonly MergeSource[],
  pause: () => Promise<void>,
): Promise<SegmentParts> {
  const kept = keptFiles(sources);
  const fileMaps = sources.map(({ segment }) => new Uint32Array(segment.files.length).fill(GONE));
  const chunkMaps = sources.map(({ segment }) => new Uint32Array(segment.chunkCount).fill(GONE));
  const chunks = new ChunkWriter();
  const declarations = new DeclarationWriter();
  for (const [number, { source, file }] of kept.entries()) {
    const { segment, blocks } = sources[source] ?? {};
    const [fileMap, chunkMap] = [fileMaps[source], chunkMaps[source]];
    if (segment === undefined || blocks === undefined || fileMap === undefined || chunkMap === undefined)
      continue;
    fileMap[file] = number;
    const end = segment.firstChunks[file + 1] ?? 0;
    for (let chunk = segment.firstChunks[file] ?? 0; chunk < end; chunk++) {
      chunkMap[chunk] = chunks.count;
      const { startLines, endLines, lengths } = segment.chunks;
      chunks.add(startLines[chunk] ?? 1, endLines[chunk] ?? 1, lengths[chunk] ?? 0);
    }
    const names = blocks.declarations[declarationBlock(file)];
    if (names === undefined) throw new DamagedIndex('a block is missing');
    declarations.addEncoded(encodedDeclarations(names, file));
  }
  const entries = kept.flatMap(({ source, file }) => sources[source]?.segment.files[file] ?? []);
  const stats = kept.flatMap(({ source, file }) => sources[source]?.stats[file] ?? []);
  return {
    fileCount: kept.length,
    chunkCount: chunks.count,
    files: encodeFiles(entries),
    stats: encodeStats(stats),
    terms: await mergeTerms(
      sources.map(({ blocks }) => blocks.terms),
      chunkMaps,
      pause,
    ),
    pathTerms: await mergeTerms(
      sources.map(({ blocks }) => blocks.pathTerms),
      fileMaps,
      pause,
    ),
    declarations: declarations.finish(),
    vectors: mergeVectors(sources, chunkMaps, chunks.count),
    chunks: chunks.finish(),
  };
}

function keptFiles(sources: readonly MergeSource[]): Kept[] {
  const kept: Kept[] = [];
  for (const [source, { segment, lives }] of sources.entries())
    for (const [file, { path }] of segment.files.entries())
      if (lives(file)) kept.push({ source, file, path });
  return kept.sort((a, b) => byCodeUnit(a.path, b.path) || a.source - b.source);
}

interface Stream {
  cursor: TermCursor;
  map: Uint32Array;
}

async function mergeTerms(
  blocks: readonly (readonly Uint8Array[])[],
  maps: readonly Uint32Array[],
  pause: () => Promise<void>,
): Promise<TermBlocks> {
  let done = 0;
  const writer = new TermBlockWriter();
  let streams = blocks.map((of, i): Stream => ({ cursor: new TermCursor(of), map: maps[i] ?? NO_IDS }));
  // Those of the first files first: then most lists follow one another, and need not be sorted.
  streams.sort((a, b) => firstOf(a.map) - firstOf(b.map));
  streams = streams.filter(({ cursor }) => cursor.next());
  const found = new Found();
  const same: TermCursor[] = [];
  for (;;) {
    let [least] = streams;
    if (least === undefined) return writer.finish();
    for (const stream of streams) if (stream.cursor.compare(least.cursor) < 0) least = stream;
    found.clear();
    same.length = 0;
    for (const { cursor, map } of streams) {
      if (cursor.compare(least.cursor) !== 0) continue;
      found.add(cursor, map);
      same.push(cursor);
    }
    const { ids, payloads } = found.sorted();
    if (ids.length > 0) writer.addEncoded(least.cursor.term, ids, payloads, 0, ids.length);
    let hasEnded = false;
    for (const cursor of same) if (!cursor.next()) hasEnded = true;
    if (hasEnded) streams = streams.filter(({ cursor }) => !cursor.isAtEnd);
    done += ids.length + 1;
    if (done > POSTINGS_A_TURN) {
      done = 0;
      await pause();
    }
  }
}

const NO_IDS = new Uint32Array();

function firstOf(map: Uint32Array): number {
  return map.find((id) => id !== GONE) ?? GONE;
}

/** The postings of one term from all sources, by their new ids. */
class Found {
  #ids = new Uint32Array(POSTINGS_A_TURN);
  #payloads = new Uint16Array(POSTINGS_A_TURN);
  #count = 0;
  #isSorted = true;

  clear(): void {
    this.#count = 0;
    this.#isSorted = true;
  }

  add({ list }: TermCursor, map: Uint32Array): void {
    this.#reserve(list.count);
    const [ids, payloads, from] = [this.#ids, this.#payloads, this.#count];
    const end = decodePostings(list, 0, map.length, undefined, { ids, payloads }, from);
    let last = from === 0 ? -1 : (ids[from - 1] ?? 0);
    for (let i = from; i < end; i++) {
      const id = map[ids[i] ?? 0] ?? GONE;
      if (id === GONE) continue;
      if (id <= last) this.#isSorted = false;
      last = id;
      ids[this.#count] = id;
      payloads[this.#count++] = payloads[i] ?? 0;
    }
  }

  sorted(): Postings {
    const ids = this.#ids.subarray(0, this.#count);
    const payloads = this.#payloads.subarray(0, this.#count);
    if (this.#isSorted) return { ids, payloads };
    const order = Uint32Array.from(ids.keys()).sort((a, b) => (ids[a] ?? 0) - (ids[b] ?? 0));
    return {
      ids: order.map((i) => ids[i] ?? 0),
      payloads: Uint16Array.from(order, (i) => payloads[i] ?? 0),
    };
  }

  #reserve(count: number): void {
    const wanted = this.#count + count;
    if (wanted <= this.#ids.length) return;
    const [ids, payloads] = [new Uint32Array(2 * wanted), new Uint16Array(2 * wanted)];
    ids.set(this.#ids.subarray(0, this.#count));
    payloads.set(this.#payloads.subarray(0, this.#count));
    [this.#ids, this.#payloads] = [ids, payloads];
  }
}

/** Only if all have vectors of one model; otherwise they are made again from the texts. */
function mergeVectors(
  sources: readonly MergeSource[],
  chunkMaps: readonly Uint32Array[],
  chunkCount: number,
): SegmentVectors | undefined {
  const all = sources.map(({ blocks }) => blocks.vectors);
  const first = all[0];
  if (first === undefined) return undefined;
  const { model, dims } = first;
  const matrix = new Int8Array(chunkCount * dims);
  for (const [source, vectors] of all.entries()) {
    if (vectors?.model !== model || vectors.dims !== dims) return undefined;
    for (const [chunk, to] of (chunkMaps[source] ?? new Uint32Array()).entries())
      if (to !== GONE) matrix.set(vectors.matrix.subarray(chunk * dims, (chunk + 1) * dims), to * dims);
  }
  return { model, dims, matrix };
}
