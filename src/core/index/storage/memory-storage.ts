/** An index in memory: for one answer where nothing can be written, and for tests. */
import { allBlocks } from '../segment/bytes.ts';
import { packedBlocks, type SegmentTables, tablesOf, vectorBytes } from '../segment/segment.ts';
import { missingSegment } from './segment-row.ts';
import type {
  BlockAddress,
  Changes,
  Committed,
  IndexStorage,
  SegmentState,
  StoredState,
  StoredValue,
} from './storage.ts';

interface Kept {
  tables: SegmentTables;
  /** Replaced by a change, never changed: whoever was given it goes on reading the old one. */
  state: SegmentState;
  blocks: Map<string, Uint8Array>;
}

const keyOf = (kind: string, number: number) => `${kind} ${number}`;

/** What several storages in one process share, as processes share a file. */
export class MemoryPlace {
  generation = 0;
  lastId = 0;
  readonly segments = new Map<number, Kept>();
  values: ReadonlyMap<string, StoredValue> = new Map();
}

export class MemoryStorage implements IndexStorage {
  readonly #place: MemoryPlace;

  constructor(place: MemoryPlace = new MemoryPlace()) {
    this.#place = place;
  }

  async state(known?: number): Promise<StoredState | undefined> {
    const { generation, segments, values } = this.#place;
    if (generation === known) return undefined;
    return { generation, segments: Array.from(segments.values(), ({ state }) => state), values };
  }

  async segments(ids: readonly number[]): Promise<(SegmentTables | undefined)[]> {
    return ids.map((id) => this.#place.segments.get(id)?.tables);
  }

  async blocks(addresses: readonly BlockAddress[]): Promise<(Uint8Array | undefined)[]> {
    return addresses.map(({ segment, kind, number }) =>
      this.#place.segments.get(segment)?.blocks.get(keyOf(kind, number)),
    );
  }

  async commit(base: number, changes: Changes): Promise<Committed | undefined> {
    const place = this.#place;
    if (place.generation !== base) return undefined;
    const named = [...(changes.update ?? []), ...(changes.vectors === undefined ? [] : [changes.vectors])];
    for (const { id } of named) if (!place.segments.has(id)) throw missingSegment();
    const inserted = (changes.insert ?? []).map((segment) => this.#insert(segment));
    for (const { id, stats, dead } of changes.update ?? []) this.#setState(id, { stats, dead });
    if (changes.vectors !== undefined) this.#setVectors(changes.vectors);
    for (const id of [...(changes.remove ?? []), ...(changes.release ?? [])]) place.segments.delete(id);
    place.values = new Map([...place.values, ...Object.entries(changes.values ?? {})]);
    place.generation++;
    return { generation: place.generation, inserted };
  }

  async sizeBytes(): Promise<number> {
    let bytes = 0;
    for (const { tables, blocks } of this.#place.segments.values())
      for (const part of [...Object.values<Uint8Array>({ ...tables }), ...blocks.values()])
        bytes += part.length;
    return bytes;
  }

  async close(): Promise<void> {}

  #insert({ parts, dead }: NonNullable<Changes['insert']>[number]): number {
    const id = ++this.#place.lastId;
    const blocks = new Map<string, Uint8Array>();
    for (const kind of ['terms', 'pathTerms', 'declarations', 'vectors'] as const)
      for (const [number, block] of allBlocks(packedBlocks(parts, kind)).entries())
        blocks.set(keyOf(kind, number), block);
    const { vectors, stats } = parts;
    const known = vectors === undefined ? undefined : { model: vectors.model, dims: vectors.dims, block: 0 };
    const state: SegmentState = { id, stats, dead, vectors: known };
    this.#place.segments.set(id, { tables: tablesOf(parts), state, blocks });
    return id;
  }

  #setState(id: number, changed: Partial<SegmentState>): void {
    const kept = this.#place.segments.get(id);
    if (kept !== undefined) kept.state = { ...kept.state, ...changed };
  }

  #setVectors({ id, vectors }: NonNullable<Changes['vectors']>): void {
    const kept = this.#place.segments.get(id);
    const before = kept?.state.vectors?.block;
    const block = before === undefined ? 0 : before + 1;
    if (before !== undefined) kept?.blocks.delete(keyOf('vectors', before));
    kept?.blocks.set(keyOf('vectors', block), vectorBytes(vectors));
    this.#setState(id, { vectors: { model: vectors.model, dims: vectors.dims, block } });
  }
}
