/**
 * A snapshot as ranking sees it. All that a query needs is fetched first, in one go; ranking then runs without waiting. Postings that
 * were decoded once are kept until the searchable content changes.
 */
import { dotAll, quantise, UNIT_DOT } from '../../embed/index.ts';
import type { ChunkPlace, NeededTerms, PostingSource, Postings, VectorSource } from '../contract.ts';
import { DamagedIndex } from '../segment/bytes.ts';
import { decodePostings, findTerm, type PostingList } from '../segment/term-table.ts';
import type { VectorsState } from '../storage/storage.ts';
import type { ReadBlocks, WantedBlock } from './live-index.ts';
import type { LiveSegment, Snapshot } from './snapshot.ts';

/** Six bytes each: 24 MB at most. */
const MOST_CACHED_POSTINGS = 4_000_000;

const NOTHING: Postings = { ids: new Uint32Array(), payloads: new Uint16Array() };

type TermKind = 'terms' | 'pathTerms';
const KINDS: readonly TermKind[] = ['terms', 'pathTerms'];
type Decoded = Record<TermKind, Map<string, Postings>>;

/** Makes sources, and keeps what they have in common. */
export class PostingSources {
  readonly #read: ReadBlocks;
  /** Of the snapshots with this content. */
  #content: object | undefined;
  #decoded: Decoded = { terms: new Map(), pathTerms: new Map() };
  #count = 0;
  /** Vectors that were read stay as long as their segment is in use. */
  readonly #matrices = new WeakMap<VectorsState, Int8Array>();

  constructor(read: ReadBlocks) {
    this.#read = read;
  }

  /** `model`: its vectors are fetched too. Undefined: a newer commit removed what the snapshot had. */
  async open(
    snapshot: Snapshot,
    needed: NeededTerms,
    model: string | undefined,
  ): Promise<PostingSource | undefined> {
    if (snapshot.content !== this.#content || this.#count > MOST_CACHED_POSTINGS)
      this.#forget(snapshot.content);
    const kept = this.#decoded;
    const missing = {
      terms: needed.terms.filter((term) => !kept.terms.has(term)),
      pathTerms: needed.pathTerms.filter((term) => !kept.pathTerms.has(term)),
    };
    const embedded = model === undefined ? [] : snapshot.segments.filter((it) => it.vectors?.model === model);
    const unread = embedded.filter(({ vectors }) => vectors !== undefined && !this.#matrices.has(vectors));
    const wanted = new WantedBlocks();
    for (const kind of KINDS) for (const term of missing[kind]) wanted.addTerm(snapshot, kind, term);
    const termBlocks = wanted.list.length;
    for (const live of unread) wanted.list.push({ live, kind: 'vectors', number: live.vectors?.block ?? 0 });
    if (wanted.list.length > 0) {
      const blocks = await this.#read(wanted.list);
      if (blocks === undefined) return undefined;
      for (const [i, live] of unread.entries()) this.#keepMatrix(live, blocks[termBlocks + i]);
      for (const kind of KINDS)
        for (const term of missing[kind]) {
          const postings = joined(
            snapshot,
            kind,
            term,
            (at, number) => blocks[wanted.index(at, kind, number)],
          );
          kept[kind].set(term, postings);
          if (kept === this.#decoded) this.#count += postings.ids.length;
        }
    }
    return new SnapshotSource(snapshot, kept, embedded, (vectors) => this.#matrices.get(vectors));
  }

  /** Sources that were given out keep the tables they had. */
  #forget(content: object): void {
    this.#content = content;
    this.#decoded = { terms: new Map(), pathTerms: new Map() };
    this.#count = 0;
  }

  #keepMatrix({ vectors, segment }: LiveSegment, bytes: Uint8Array | undefined): void {
    if (vectors === undefined || bytes === undefined) return;
    if (bytes.length !== segment.chunkCount * vectors.dims)
      throw new DamagedIndex('the vectors do not fit the chunks');
    this.#matrices.set(vectors, new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }
}

/** Blocks to be read, each once. */
class WantedBlocks {
  readonly list: WantedBlock[] = [];
  readonly #indexes = new Map<string, number>();

  addTerm(snapshot: Snapshot, kind: TermKind, term: string): void {
    for (const [at, live] of snapshot.segments.entries()) {
      const number = live.segment[kind].blockOf(term);
      const key = `${at} ${kind} ${number}`;
      if (number < 0 || this.#indexes.has(key)) continue;
      this.#indexes.set(key, this.list.length);
      this.list.push({ live, kind, number });
    }
  }

  index(at: number, kind: TermKind, number: number): number {
    return this.#indexes.get(`${at} ${kind} ${number}`) ?? -1;
  }
}

function joined(
  { segments }: Snapshot,
  kind: TermKind,
  term: string,
  block: (at: number, number: number) => Uint8Array | undefined,
): Postings {
  const lists = segments.map(({ segment }, at): PostingList | undefined => {
    const number = segment[kind].blockOf(term);
    const bytes = number < 0 ? undefined : block(at, number);
    return bytes && findTerm(bytes, term);
  });
  let most = 0;
  for (const list of lists) most += list?.count ?? 0;
  if (most === 0) return NOTHING;
  const into: Postings = { ids: new Uint32Array(most), payloads: new Uint16Array(most) };
  let count = 0;
  for (const [at, live] of segments.entries()) {
    const list = lists[at];
    if (list === undefined) continue;
    count =
      kind === 'terms'
        ? decodePostings(list, live.chunkBase, live.segment.chunkCount, live.deadChunks, into, count)
        : decodePostings(list, live.fileBase, live.segment.files.length, live.deadFiles, into, count);
  }
  return { ids: into.ids.subarray(0, count), payloads: into.payloads.subarray(0, count) };
}

class SnapshotSource implements PostingSource {
  readonly #snapshot: Snapshot;
  readonly #decoded: Decoded;
  readonly chunkLimit: number;
  readonly fileLimit: number;
  readonly chunkCount: number;
  readonly fileCount: number;
  readonly totalLength: number;
  readonly chunkFiles: Uint32Array;
  readonly chunkLengths: Uint16Array;
  readonly fileFlags: Uint16Array;
  readonly vectors: VectorSource | undefined;

  constructor(
    snapshot: Snapshot,
    decoded: Decoded,
    embedded: readonly LiveSegment[],
    matrixOf: (vectors: VectorsState) => Int8Array | undefined,
  ) {
    const { columns } = snapshot;
    this.#snapshot = snapshot;
    this.#decoded = decoded;
    this.chunkLimit = columns.chunkLimit;
    this.fileLimit = columns.fileLimit;
    this.chunkCount = snapshot.chunkCount;
    this.fileCount = snapshot.fileCount;
    this.totalLength = snapshot.totalLength;
    this.chunkFiles = columns.chunkFiles;
    this.chunkLengths = columns.chunkLengths;
    this.fileFlags = columns.fileFlags;
    const dims = embedded[0]?.vectors?.dims ?? 0;
    if (dims > 0) this.vectors = { scores: (query) => nearness(embedded, matrixOf, query, this.chunkLimit) };
  }

  postings(term: string): Postings | undefined {
    return this.#fetched('terms', term);
  }

  pathPostings(term: string): Postings | undefined {
    return this.#fetched('pathTerms', term);
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

  #fetched(kind: TermKind, term: string): Postings | undefined {
    const postings = this.#decoded[kind].get(term);
    if (postings === undefined) throw new Error(`the term ${JSON.stringify(term)} was not fetched`);
    return postings.ids.length === 0 ? undefined : postings;
  }

  #segmentOf(id: number, baseOf: (live: LiveSegment) => number): LiveSegment | undefined {
    const { segments } = this.#snapshot;
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
}

function nearness(
  segments: readonly LiveSegment[],
  matrixOf: (vectors: VectorsState) => Int8Array | undefined,
  query: Float32Array,
  chunkLimit: number,
): Float32Array {
  const wanted = new Int8Array(query.length);
  quantise(query, wanted);
  const scores = new Float32Array(chunkLimit);
  for (const { vectors, chunkBase, deadChunks } of segments) {
    const matrix = vectors && matrixOf(vectors);
    const dots = matrix === undefined ? [] : dotAll(matrix, wanted);
    for (let chunk = 0; chunk < dots.length; chunk++)
      if (deadChunks === undefined || deadChunks[chunk] === 0)
        scores[chunkBase + chunk] = (dots[chunk] ?? 0) / UNIT_DOT;
  }
  return scores;
}
