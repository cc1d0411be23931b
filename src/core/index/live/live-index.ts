/**
 * The index as it is now: what is stored, and on top of it what this process has read since and not yet written. Any process may write,
 * after it has taken in what others wrote. Its state is a snapshot, which every change replaces by another.
 */
import { blockAt, DamagedIndex } from '../segment/bytes.ts';
import {
  type BlockKind,
  packedBlocks,
  Segment,
  type SegmentParts,
  type SegmentVectors,
  tablesOf,
} from '../segment/segment.ts';
import { decodeStats, encodeStats, type FileStat } from '../segment/tables.ts';
import type {
  BlockAddress,
  Changes,
  Committed,
  IndexStorage,
  StoredState,
  StoredValue,
} from '../storage/storage.ts';
import { EMPTY, type LiveSegment, type NewSegment, Snapshot } from './snapshot.ts';

/** A change to the files of the index. */
export interface Change {
  parts: SegmentParts | undefined;
  touched: readonly TouchedPath[];
  removed: readonly string[];
}

export interface TouchedPath extends FileStat {
  path: string;
}

export interface WantedBlock {
  live: LiveSegment;
  kind: BlockKind;
  number: number;
}

export type ReadBlocks = LiveIndex['blocks'];

/** A segment as it is stored. One that has other stats or dead files in the snapshot is not saved yet. */
type Stored = Pick<LiveSegment, 'segment' | 'vectors' | 'stats' | 'deadFiles'>;

export class LiveIndex {
  readonly #storage: IndexStorage;
  #snapshot = EMPTY;
  #stored: ReadonlyMap<number, Stored> = new Map();
  #values: ReadonlyMap<string, StoredValue> = new Map();
  #generation = -1;
  /** Calls to the storage run one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(storage: IndexStorage) {
    this.#storage = storage;
  }

  /** As this process knows it. */
  get snapshot(): Snapshot {
    return this.#snapshot;
  }

  /** With what others have committed. */
  async current(): Promise<Snapshot> {
    await this.#exclusive(() => this.#takeIn());
    return this.#snapshot;
  }

  /** A named value as of the last `current`. */
  value(name: string): StoredValue | undefined {
    return this.#values.get(name);
  }

  get hasUnsaved(): boolean {
    return this.#snapshot.segments.some((live) => !isStored(live, this.#stored));
  }

  /** In memory only; `save` writes it. */
  apply({ parts, touched, removed }: Change): void {
    const next = this.#snapshot.without(removed).withStats(touched);
    this.#snapshot = parts === undefined ? next : next.with(unsaved(parts));
  }

  /** Writes what is not written yet, and the values. If it fails, everything stays in memory and can be saved later. */
  async save(values: Readonly<Record<string, StoredValue>> = {}): Promise<void> {
    await this.#commit(() => {
      if (!this.hasUnsaved && Object.keys(values).length === 0) return undefined;
      const saved = this.#snapshot;
      return {
        changes: { ...unsavedOf(saved, this.#stored), values },
        done: (committed) => {
          this.#settle(saved, committed);
          this.#values = new Map([...this.#values, ...Object.entries(values)]);
        },
      };
    });
  }

  async saveVectors(id: number, vectors: SegmentVectors): Promise<void> {
    await this.#commit(() => (this.#stored.has(id) ? { changes: { vectors: { id, vectors } } } : undefined));
    await this.current();
  }

  /** Puts `parts`, made from the stored segments `ids`, in their place. Files removed meanwhile stay removed. False: the segments are gone. */
  async exchange(ids: readonly number[], parts: SegmentParts): Promise<boolean> {
    const { files } = new Segment(tablesOf(parts));
    const exchanged = await this.#commit(() => {
      if (!ids.every((id) => this.#stored.has(id))) return undefined;
      const lives = (path: string) => {
        const id = this.#snapshot.place(path)?.live.id;
        return id !== undefined && ids.includes(id);
      };
      const dead = Uint8Array.from(files, ({ path }) => (lives(path) ? 0 : 1));
      return { changes: { remove: ids, insert: dead.includes(0) ? [{ parts, dead }] : [] } };
    });
    await this.current();
    return exchanged;
  }

  /** In the order asked for. Undefined: a newer commit removed some of them; the current snapshot has others. */
  async blocks(wanted: readonly WantedBlock[]): Promise<Uint8Array[] | undefined> {
    const addresses: BlockAddress[] = [];
    for (const { live, kind, number } of wanted)
      if (live.id !== undefined) addresses.push({ segment: live.id, kind, number });
    const stored = addresses.length === 0 ? [] : await this.#storage.blocks(addresses);
    const found: Uint8Array[] = [];
    let at = 0;
    for (const { live, kind, number } of wanted) {
      const block = live.parts === undefined ? stored[at++] : blockAt(packedBlocks(live.parts, kind), number);
      if (block === undefined) {
        if (this.#knows(live)) await this.#mustBeNewer(this.#generation, 'a block is missing');
        return undefined;
      }
      found.push(block);
    }
    return found;
  }

  async sizeBytes(): Promise<number> {
    return await this.#storage.sizeBytes();
  }

  async close(): Promise<void> {
    await this.#exclusive(() => this.#storage.close());
  }

  /** The newest commit that was taken in has the segment, with these vectors. */
  #knows({ id, vectors }: LiveSegment): boolean {
    const known = id === undefined ? undefined : this.#stored.get(id);
    return known !== undefined && known.vectors === vectors;
  }

  async #exclusive<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#last.then(work, work);
    this.#last = run.catch(() => {});
    return await run;
  }

  /** Asks for the changes again whenever another process committed first. True if there were any. */
  #commit(
    ask: () => { changes: Changes; done?: (committed: Committed) => void } | undefined,
  ): Promise<boolean> {
    return this.#exclusive(async () => {
      for (;;) {
        await this.#takeIn();
        const asked = ask();
        if (asked === undefined) return false;
        const committed = await this.#storage.commit(this.#generation, asked.changes);
        if (committed === undefined) continue;
        asked.done?.(committed);
        return true;
      }
    });
  }

  /** `saved` is stored now. What was applied meanwhile is not, and differs from it. */
  #settle(saved: Snapshot, { generation, inserted }: Committed): void {
    const stored = new Map(this.#stored);
    const ids = new Map<Segment, number>();
    const numbers = inserted.values();
    for (const live of saved.segments) {
      const id = live.id ?? numbers.next().value;
      if (id === undefined) continue;
      if (live.id === undefined) ids.set(live.segment, id);
      stored.set(id, live);
    }
    this.#stored = stored;
    this.#snapshot = this.#snapshot.stored(ids);
    this.#generation = generation;
  }

  async #takeIn(): Promise<void> {
    let state = await this.#storage.state(this.#generation);
    while (state !== undefined && !(await this.#load(state)))
      state = await this.#mustBeNewer(state.generation, 'a segment is missing');
  }

  async #mustBeNewer(generation: number, otherwise: string): Promise<StoredState> {
    const state = await this.#storage.state(generation);
    if (state === undefined) throw new DamagedIndex(otherwise);
    return state;
  }

  /** Reads what is new, and builds the snapshot again with the unsaved on top. False: the state is outdated. */
  async #load({ generation, segments, values }: StoredState): Promise<boolean> {
    const unknown = segments.map(({ id }) => id).filter((id) => !this.#stored.has(id));
    const tables = unknown.length === 0 ? [] : await this.#storage.segments(unknown);
    const read = new Map<number, Segment>();
    for (const [i, id] of unknown.entries()) {
      const table = tables[i];
      if (table === undefined) return false;
      read.set(id, new Segment(table));
    }
    const base = Snapshot.of(
      segments.map(({ id, stats, dead, vectors }) => {
        const known = this.#stored.get(id);
        const segment = known?.segment ?? read.get(id);
        if (segment === undefined) throw new DamagedIndex('a segment is missing');
        if (dead.length !== 0 && dead.length !== segment.files.length)
          throw new DamagedIndex('the list of the dead does not fit the files');
        const isSame = known?.vectors?.block === vectors?.block && known?.vectors?.model === vectors?.model;
        return {
          segment,
          id,
          parts: undefined,
          // The same object, so that a matrix that was read stays known.
          vectors: isSame ? (known?.vectors ?? vectors) : vectors,
          stats: decodeStats(stats, segment.files.length),
          dead,
        };
      }),
    );
    this.#snapshot = withUnsaved(this.#snapshot, this.#stored, base);
    this.#stored = new Map(base.segments.flatMap((live) => (live.id === undefined ? [] : [[live.id, live]])));
    this.#values = values;
    this.#generation = generation;
    return true;
  }
}

function unsaved(parts: SegmentParts): NewSegment {
  const segment = new Segment(tablesOf(parts));
  const { vectors } = parts;
  return {
    segment,
    id: undefined,
    parts,
    vectors: vectors && { model: vectors.model, dims: vectors.dims, block: 0 },
    stats: decodeStats(parts.stats, segment.files.length),
    dead: new Uint8Array(),
  };
}

/** Its stats and dead files are replaced when they change, never changed themselves. */
function isStored({ id, stats, deadFiles }: LiveSegment, stored: ReadonlyMap<number, Stored>): boolean {
  const known = id === undefined ? undefined : stored.get(id);
  return known !== undefined && known.stats === stats && known.deadFiles === deadFiles;
}

function unsavedOf(
  { segments }: Snapshot,
  stored: ReadonlyMap<number, Stored>,
): Pick<Changes, 'insert' | 'update'> {
  const insert: { parts: SegmentParts; dead: Uint8Array }[] = [];
  const update: { id: number; stats: Uint8Array; dead: Uint8Array }[] = [];
  for (const live of segments) {
    const { id, parts, deadFiles: dead } = live;
    if (isStored(live, stored)) continue;
    const stats = encodeStats(live.stats);
    if (id !== undefined) update.push({ id, stats, dead });
    else if (parts !== undefined) insert.push({ parts: { ...parts, stats }, dead });
  }
  return { insert, update };
}

/** What is stored now, and on top of it what `before` had that was not stored then. */
function withUnsaved(before: Snapshot, old: ReadonlyMap<number, Stored>, base: Snapshot): Snapshot {
  const removed: string[] = [];
  const touched: TouchedPath[] = [];
  for (const live of before.segments) {
    const known = live.id === undefined ? undefined : old.get(live.id);
    if (known === undefined || isStored(live, old)) continue;
    for (const [file, { path }] of live.segment.files.entries()) {
      const stat = live.stats[file];
      if (live.deadFiles[file] === 1) {
        if (known.deadFiles[file] === 0) removed.push(path);
      } else if (stat !== undefined && stat !== known.stats[file]) touched.push({ path, ...stat });
    }
  }
  let next = base.without(removed).withStats(touched);
  for (const { deadFiles, ...live } of before.segments)
    if (live.id === undefined) next = next.with({ ...live, dead: deadFiles });
  return next;
}
