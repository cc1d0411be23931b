/** Several segments made one: the living files of all, by path. Nothing is analysed again. */
import { byCodeUnit } from '../../text/index.ts';
import type { Postings } from '../contract.ts';
import { DeclarationWriter } from './declarations.ts';
import { ChunkWriter, encodeFiles, encodeStats } from './file-table.ts';
import type { SegmentParts, SegmentVectors } from './parts.ts';
import type { Segment } from './segment.ts';
import { type TermBlocks, TermBlockWriter } from './term-blocks.ts';
import { decodePostings, type PostingList, type TermReader } from './term-reader.ts';

export interface MergeSource {
  segment: Segment;
  /** By file: whether it still counts. */
  lives(file: number): boolean;
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
    const segment = sources[source]?.segment;
    const [fileMap, chunkMap] = [fileMaps[source], chunkMaps[source]];
    if (segment === undefined || fileMap === undefined || chunkMap === undefined) continue;
    fileMap[file] = number;
    const end = segment.firstChunks[file + 1] ?? 0;
    for (let chunk = segment.firstChunks[file] ?? 0; chunk < end; chunk++) {
      chunkMap[chunk] = chunks.count;
      const { startLines, endLines, lengths } = segment.chunks;
      chunks.add(startLines[chunk] ?? 1, endLines[chunk] ?? 1, lengths[chunk] ?? 0);
    }
    declarations.addEncoded(segment.encodedDeclarations(file));
  }
  const entries = kept.flatMap(({ source, file }) => sources[source]?.segment.files[file] ?? []);
  const stats = kept.flatMap(({ source, file }) => sources[source]?.segment.stats[file] ?? []);
  return {
    fileCount: kept.length,
    chunkCount: chunks.count,
    files: encodeFiles(entries),
    stats: encodeStats(stats),
    terms: await mergeTerms(
      sources.map(({ segment }) => segment.terms),
      chunkMaps,
      pause,
    ),
    pathTerms: await mergeTerms(
      sources.map(({ segment }) => segment.pathTerms),
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
  readers: readonly TermReader[],
  maps: readonly Uint32Array[],
  pause: () => Promise<void>,
): Promise<TermBlocks> {
  let done = 0;
  const writer = new TermBlockWriter();
  const streams = readers.map((reader) => reader.entries());
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
  const all = sources.map(({ segment }) => segment.readVectors());
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
