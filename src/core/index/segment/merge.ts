/** Several segments made one: the living files of all, by path. Nothing is analysed again. */
import { byCodeUnit } from '../../text/index.ts';
import type { Postings } from '../contract.ts';
import { DamagedIndex } from './bytes.ts';
import { DeclarationWriter, declarationBlock, encodedDeclarations } from './declared-names.ts';
import type { Segment, SegmentParts, SegmentVectors } from './segment.ts';
import { ChunkWriter, encodeFiles, encodeStats, type FileStat } from './tables.ts';
import {
  decodePostings,
  type PostingList,
  type TermBlocks,
  TermBlockWriter,
  termEntries,
} from './term-table.ts';

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

async function mergeTerms(
  blocks: readonly (readonly Uint8Array[])[],
  maps: readonly Uint32Array[],
  pause: () => Promise<void>,
): Promise<TermBlocks> {
  let done = 0;
  const writer = new TermBlockWriter();
  const streams = blocks.map(termEntries);
  const heads = streams.map((stream) => stream.next());
  for (;;) {
    let term: string | undefined;
    for (const head of heads)
      if (head.done !== true && (term === undefined || head.value.term < term)) term = head.value.term;
    if (term === undefined) return writer.finish();
    const found: { id: number; payload: number }[] = [];
    for (const [i, head] of heads.entries()) {
      const [map, stream] = [maps[i], streams[i]];
      if (head.done === true || head.value.term !== term || map === undefined || stream === undefined)
        continue;
      collect(head.value.list, map, found);
      heads[i] = stream.next();
    }
    done += found.length + 1;
    if (done > POSTINGS_A_TURN) {
      done = 0;
      await pause();
    }
    if (found.length === 0) continue;
    found.sort((a, b) => a.id - b.id);
    const ids = Uint32Array.from(found, ({ id }) => id);
    writer.add(
      term,
      ids,
      Uint16Array.from(found, ({ payload }) => payload),
      0,
      ids.length,
    );
  }
}

function collect(list: PostingList, map: Uint32Array, found: { id: number; payload: number }[]): void {
  const postings: Postings = { ids: new Uint32Array(list.count), payloads: new Uint16Array(list.count) };
  const count = decodePostings(list, 0, map.length, undefined, postings, 0);
  for (let i = 0; i < count; i++) {
    const id = map[postings.ids[i] ?? 0] ?? GONE;
    if (id !== GONE) found.push({ id, payload: postings.payloads[i] ?? 0 });
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
