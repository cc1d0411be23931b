/** A collection as ranking sees it. Postings that were decoded once are kept until the collection changes. */
import { dotAll, quantise, UNIT_DOT } from '../../embed/index.ts';
import type { ChunkPlace, PostingSource, Postings, VectorSource } from '../contract.ts';
import type { SegmentVectors } from '../segment/parts.ts';
import type { Segment } from '../segment/segment.ts';
import { decodePostings, type PostingList } from '../segment/term-reader.ts';
import type { Collection, LiveSegment } from './collection.ts';

/** Six bytes each: 24 MB at most. */
const MOST_CACHED_POSTINGS = 4_000_000;

const NOTHING: Postings = { ids: new Uint32Array(), payloads: new Uint16Array() };

/** Vectors that were read stay as long as their segment does, in whichever collection it is laid out. */
export type MatrixCache = WeakMap<Segment, SegmentVectors>;

export class CollectionSource implements PostingSource {
  readonly #collection: Collection;
  readonly #matrices: MatrixCache;
  readonly #chunkPostings = new Map<string, Postings>();
  readonly #pathPostings = new Map<string, Postings>();
  #cached = 0;
  #version = -1;
  /** Vectors of other models do not count. */
  model: string | undefined;

  constructor(collection: Collection, matrices: MatrixCache) {
    this.#collection = collection;
    this.#matrices = matrices;
  }

  get chunkLimit(): number {
    return this.#collection.columns.chunkLimit;
  }
  get fileLimit(): number {
    return this.#collection.columns.fileLimit;
  }
  get chunkCount(): number {
    return this.#collection.chunkCount;
  }
  get fileCount(): number {
    return this.#collection.fileCount;
  }
  get totalLength(): number {
    return this.#collection.totalLength;
  }
  get chunkFiles(): Uint32Array {
    return this.#collection.columns.chunkFiles;
  }
  get chunkLengths(): Uint16Array {
    return this.#collection.columns.chunkLengths;
  }
  get fileFlags(): Uint16Array {
    return this.#collection.columns.fileFlags;
  }

  postings(term: string): Postings | undefined {
    return this.#remembered(this.#chunkPostings, term, (live) => ({
      list: live.segment.terms.find(term),
      base: live.chunkBase,
      limit: live.segment.chunkCount,
      dead: live.deadChunks,
    }));
  }

  pathPostings(term: string): Postings | undefined {
    return this.#remembered(this.#pathPostings, term, (live) => ({
      list: live.segment.pathTerms.find(term),
      base: live.fileBase,
      limit: live.segment.files.length,
      dead: live.deadCount === 0 ? undefined : live.deadFiles,
    }));
  }

  filePath(file: number): string {
    const live = this.#segmentOf(file, (it) => it.fileBase);
    return live?.segment.files[file - live.fileBase]?.path ?? '';
  }

  chunkPlace(chunk: number): ChunkPlace {
    const live = this.#segmentOf(chunk, (it) => it.chunkBase);
    const local = chunk - (live?.chunkBase ?? 0);
    return {
      path: this.filePath(this.chunkFiles[chunk] ?? 0),
      startLine: live?.segment.chunks.startLines[local] ?? 1,
      endLine: live?.segment.chunks.endLines[local] ?? 1,
    };
  }

  get vectors(): VectorSource | undefined {
    const { model } = this;
    const withVectors = this.#collection.segments.filter(({ segment }) => segment.model === model);
    const dims = model === undefined ? 0 : (withVectors[0]?.segment.vectorDims ?? 0);
    if (dims === 0) return undefined;
    return { dims, scores: (query) => this.#scores(withVectors, query) };
  }

  #scores(segments: readonly LiveSegment[], query: Float32Array): Float32Array {
    const wanted = new Int8Array(query.length);
    quantise(query, wanted);
    const scores = new Float32Array(this.chunkLimit);
    for (const { segment, chunkBase, deadChunks } of segments) {
      const dots = dotAll(this.#matrix(segment), wanted);
      for (let chunk = 0; chunk < dots.length; chunk++)
        if (deadChunks === undefined || deadChunks[chunk] === 0)
          scores[chunkBase + chunk] = (dots[chunk] ?? 0) / UNIT_DOT;
    }
    return scores;
  }

  #matrix(segment: Segment): Int8Array {
    let vectors = this.#matrices.get(segment);
    if (vectors === undefined) {
      vectors = segment.readVectors();
      if (vectors === undefined) return new Int8Array();
      this.#matrices.set(segment, vectors);
    }
    return vectors.matrix;
  }

  #segmentOf(id: number, baseOf: (live: LiveSegment) => number): LiveSegment | undefined {
    const { segments } = this.#collection;
    let low = 0;
    let high = segments.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const live = segments[middle];
      if (live !== undefined && baseOf(live) <= id) low = middle + 1;
      else high = middle;
    }
    return segments[low - 1];
  }

  #remembered(
    cache: Map<string, Postings>,
    term: string,
    find: (live: LiveSegment) => Found,
  ): Postings | undefined {
    if (this.#version !== this.#collection.version || this.#cached > MOST_CACHED_POSTINGS) this.#forget();
    let postings = cache.get(term);
    if (postings === undefined) {
      postings = joined(this.#collection.segments.map(find));
      cache.set(term, postings);
      this.#cached += postings.ids.length;
    }
    return postings.ids.length === 0 ? undefined : postings;
  }

  #forget(): void {
    this.#chunkPostings.clear();
    this.#pathPostings.clear();
    this.#cached = 0;
    this.#version = this.#collection.version;
  }
}

interface Found {
  list: PostingList | undefined;
  base: number;
  limit: number;
  dead: Uint8Array | undefined;
}

function joined(parts: readonly Found[]): Postings {
  let most = 0;
  for (const { list } of parts) most += list?.count ?? 0;
  if (most === 0) return NOTHING;
  const into: Postings = { ids: new Uint32Array(most), payloads: new Uint16Array(most) };
  let count = 0;
  for (const { list, base, limit, dead } of parts)
    if (list !== undefined) count = decodePostings(list, base, limit, dead, into, count);
  return { ids: into.ids.subarray(0, count), payloads: into.payloads.subarray(0, count) };
}
