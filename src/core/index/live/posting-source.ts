/**
 * A snapshot as ranking sees it. All that a query needs is fetched first, in one go; ranking then runs without waiting. Kept between
 * queries, within a bound: the postings that were decoded since the searchable content last changed.
 */
import { RowStore, type Rows } from '../../embed/index.ts';
import { RecentCache } from '../../text/index.ts';
import type {
  ChunkPlace,
  Exactness,
  FileLayout,
  NeededTerms,
  PostingSource,
  Postings,
  VectorSource,
} from '../contract.ts';
import { fileLayout } from '../ranking/file-layout.ts';
import { ReusedArrays } from '../ranking/reused-arrays.ts';
import { DamagedIndex } from '../segment/bytes.ts';
import { decodePostings, findTerm, type PostingList } from '../segment/term-table.ts';
import type { VectorsState } from '../storage/storage.ts';
import type { ReadBlocks, WantedBlock } from './live-index.ts';
import { SegmentNearness } from './nearness.ts';
import type { Columns, LiveSegment, Snapshot } from './snapshot.ts';

/** Six bytes each: 24 MB at most. */
const MOST_DECODED_POSTINGS = 4_000_000;

const NOTHING: Postings = { ids: new Uint32Array(), payloads: new Uint16Array() };

type TermKind = 'terms' | 'pathTerms';
const KINDS: readonly TermKind[] = ['terms', 'pathTerms'];
type Decoded = Record<TermKind, Map<string, Postings>>;

/** Makes sources, and keeps what they have in common. */
export class PostingSources {
  readonly #read: ReadBlocks;
  readonly #exactness: Exactness | undefined;
  /** Of the snapshots with this content, by kind and term. */
  #content: object | undefined;
  readonly #decoded = new RecentCache<Postings>(MOST_DECODED_POSTINGS, ({ ids }) => ids.length + 1);
  /** Of the segments of the newest snapshot that was asked for. */
  readonly #rows = new Map<VectorsState, Rows>();
  readonly #rowStore = new RowStore();
  readonly #arrays = new ReusedArrays();
  #layout: { columns: Columns; of: FileLayout } | undefined;

  constructor(read: ReadBlocks, exactness?: Exactness) {
    this.#read = read;
    this.#exactness = exactness;
  }

  /**
   * What `use` makes of the source, which is gone when it returns: another search may need the room of its vectors. `model`: its vectors
   * are fetched too. Undefined: a newer commit removed what the snapshot had.
   */
  async with<Result>(
    snapshot: Snapshot,
    needed: NeededTerms,
    model: string | undefined,
    use: (source: PostingSource) => Result,
  ): Promise<Result | undefined> {
    const known = this.#known(snapshot, needed);
    const isMissing = (kind: TermKind) => needed[kind].filter((term) => !known[kind].has(term));
    const missing = { terms: isMissing('terms'), pathTerms: isMissing('pathTerms') };
    const embedded = model === undefined ? [] : snapshot.segments.filter((it) => it.vectors?.model === model);
    if (embedded.length > 0) this.#removeRowsBut(embedded);
    const unread = embedded.filter(({ vectors }) => vectors !== undefined && !this.#rows.has(vectors));
    const wanted = new WantedBlocks();
    for (const kind of KINDS) for (const term of missing[kind]) wanted.addTerm(snapshot, kind, term);
    const termBlocks = wanted.list.length;
    for (const live of unread) wanted.list.push({ live, kind: 'vectors', number: live.vectors?.block ?? 0 });
    if (wanted.list.length > 0) {
      const blocks = await this.#read(wanted.list);
      if (blocks === undefined) return undefined;
      for (const [i, live] of unread.entries()) this.#keepRows(live, blocks[termBlocks + i]);
      const block = (kind: TermKind) => (at: number, number: number) =>
        blocks[wanted.index(at, kind, number)];
      for (const kind of KINDS)
        for (const term of missing[kind]) {
          const postings = joined(snapshot, kind, term, block(kind));
          known[kind].set(term, postings);
          if (snapshot.content === this.#content) this.#decoded.set(`${kind} ${term}`, postings);
        }
      // A search of a newer snapshot may have come between, and have needed the room.
      if (embedded.some(({ vectors }) => vectors !== undefined && !this.#rows.has(vectors))) return undefined;
    }
    const layout = this.#layoutOf(snapshot.columns);
    const rowsOf = ({ vectors }: LiveSegment) => vectors && this.#rows.get(vectors);
    const hasVectors = (embedded[0]?.vectors?.dims ?? 0) > 0;
    const vectors = hasVectors
      ? new SegmentNearness(
          embedded,
          rowsOf,
          this.#rowStore,
          this.#arrays,
          snapshot.columns.chunkLimit,
          this.#exactness,
        )
      : undefined;
    return use(new SnapshotSource(snapshot, layout, this.#arrays, known, vectors));
  }

  /** Of the newest columns that were asked for: it changes only when files do. */
  #layoutOf(columns: Columns): FileLayout {
    if (this.#layout?.columns !== columns) this.#layout = { columns, of: fileLayout(columns) };
    return this.#layout.of;
  }

  #known(snapshot: Snapshot, needed: NeededTerms): Decoded {
    if (snapshot.content !== this.#content) {
      this.#content = snapshot.content;
      this.#decoded.clear();
    }
    const known: Decoded = { terms: new Map(), pathTerms: new Map() };
    for (const kind of KINDS)
      for (const term of needed[kind]) {
        const postings = this.#decoded.get(`${kind} ${term}`);
        if (postings !== undefined) known[kind].set(term, postings);
      }
    return known;
  }

  #keepRows({ vectors, segment }: LiveSegment, bytes: Uint8Array | undefined): void {
    if (vectors === undefined || bytes === undefined || this.#rows.has(vectors)) return;
    if (bytes.length !== segment.chunkCount * vectors.dims)
      throw new DamagedIndex('the vectors do not fit the chunks');
    const matrix = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#rows.set(vectors, this.#rowStore.add(matrix, vectors.dims));
  }

  #removeRowsBut(embedded: readonly LiveSegment[]): void {
    const used = new Set(embedded.map(({ vectors }) => vectors));
    for (const [vectors, rows] of this.#rows) {
      if (used.has(vectors)) continue;
      this.#rowStore.remove(rows);
      this.#rows.delete(vectors);
    }
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
  readonly layout: FileLayout;
  readonly arrays: ReusedArrays;
  readonly vectors: VectorSource | undefined;

  constructor(
    snapshot: Snapshot,
    layout: FileLayout,
    arrays: ReusedArrays,
    decoded: Decoded,
    vectors: VectorSource | undefined,
  ) {
    const { columns } = snapshot;
    this.#snapshot = snapshot;
    this.layout = layout;
    this.arrays = arrays;
    this.#decoded = decoded;
    this.chunkLimit = columns.chunkLimit;
    this.fileLimit = columns.fileLimit;
    this.chunkCount = snapshot.chunkCount;
    this.fileCount = snapshot.fileCount;
    this.totalLength = snapshot.totalLength;
    this.chunkFiles = columns.chunkFiles;
    this.chunkLengths = columns.chunkLengths;
    this.fileFlags = columns.fileFlags;
    this.vectors = vectors;
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
