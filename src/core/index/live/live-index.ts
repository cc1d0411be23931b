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
import { decodeStats, encodeStats, type FileEntry, type FileStat, NO_STAT } from '../segment/tables.ts';
import type {
  BlockAddress,
  Changes,
  Committed,
  IndexStorage,
  SpareSegment,
  StoredState,
  StoredValue,
} from '../storage/storage.ts';
import { EMPTY, type LiveSegment, type NewSegment, type RevivedFile, Snapshot } from './snapshot.ts';

/** A change to the files of the index. */
export interface Change {
  parts: SegmentParts | undefined;
  touched: readonly TouchedPath[];
  removed: readonly string[];
  /** Whose content is in a segment, though it was not alive. */
  revived?: readonly RevivedFile[];
}

export interface TouchedPath extends FileStat {
  path: string;
}

export interface WantedBlock {
  live: LiveSegment;
  kind: BlockKind;
  number: number;
}

/** A spare segment, with the table of its files read. */
export interface SpareFiles {
  id: number;
  files: readonly FileEntry[];
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
  #lost: string[] = [];
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
  apply({ parts, touched, removed, revived = [] }: Change): void {
    const next = this.#snapshot.without(removed).withStats(touched);
    this.#snapshot = parts === undefined ? next : next.with(unsaved(parts));
    this.#revive(revived);
  }

  /** Paths of revived files whose segments were gone before it was saved that they live: the index lacks them, or has an older content. */
  takeLost(): string[] {
    return this.#lost.splice(0);
  }

  #revive(files: readonly RevivedFile[]): void {
    const here = new Set(this.#snapshot.segments.map(({ segment }) => segment));
    for (const { segment, file } of files)
      if (!here.has(segment)) this.#lost.push(segment.files[file]?.path ?? '');
    this.#snapshot = this.#snapshot.withRevived(files);
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

  async spare(): Promise<SpareSegment[]> {
    return (await this.#storage.shared?.spare()) ?? [];
  }

  /** Their files are all dead at first. From then on nobody removes them but who has this index. */
  async adopt(spare: readonly SpareFiles[]): Promise<void> {
    await this.#commit(() => {
      const adopt = spare
        .filter(({ id }) => !this.#stored.has(id))
        .map(({ id, files }) => ({
          id,
          stats: encodeStats(files.map(() => NO_STAT)),
          dead: new Uint8Array(files.length).fill(1),
        }));
      return adopt.length === 0 ? undefined : { changes: { adopt } };
    });
    await this.current();
  }

  /** Lets go of stored segments in which no file lives. */
  async releaseDead(): Promise<void> {
    await this.#commit(() => {
      const dead = this.#snapshot.segments.filter(
        (live) => live.living.files === 0 && isStored(live, this.#stored),
      );
      return dead.length === 0 ? undefined : { changes: leftBehind(dead) };
    });
    await this.current();
  }

  async collect(): Promise<void> {
    await this.#exclusive(async () => await this.#storage.shared?.collect());
  }

  async saveVectors(id: number, vectors: SegmentVectors): Promise<void> {
    await this.#commit(() => (this.#stored.has(id) ? { changes: { vectors: { id, vectors } } } : undefined));
    await this.current();
  }

  /**
   * Puts `parts`, made from the living files of the stored segments `merged`, in their place. Files removed meanwhile stay removed. False:
   * the segments are gone, or a file lives in them again that did not when they were merged.
   */
  async exchange(merged: readonly LiveSegment[], parts: SegmentParts): Promise<boolean> {
    const { files } = new Segment(tablesOf(parts));
    const ids = merged.flatMap(({ id }) => id ?? []);
    const exchanged = await this.#commit(() => {
      if (!ids.every((id) => this.#stored.has(id))) return undefined;
      if (merged.some((live) => this.#hasMoreThan(live))) return undefined;
      const lives = (path: string) => {
        const id = this.#snapshot.place(path)?.live.id;
        return id !== undefined && ids.includes(id);
      };
      const dead = Uint8Array.from(files, ({ path }) => (lives(path) ? 0 : 1));
      return { changes: { ...leftBehind(merged), insert: dead.includes(0) ? [{ parts, dead }] : [] } };
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

  /** A file of the segment lives, as stored or in memory, that is dead in `before`. */
  #hasMoreThan({ id, segment, deadFiles }: LiveSegment): boolean {
    const stored = id === undefined ? undefined : this.#stored.get(id);
    const now = this.#snapshot.segments.find((live) => live.segment === segment);
    return [stored, now].some((one) =>
      one?.deadFiles.some((dead, file) => dead === 0 && deadFiles[file] === 1),
    );
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
    const [before, revived] = [this.#snapshot, revivedSince(this.#snapshot, this.#stored)];
    this.#snapshot = withUnsaved(before, this.#stored, base);
    this.#revive(revived);
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
      } else if (stat !== undefined && stat !== known.stats[file] && known.deadFiles[file] === 0)
        touched.push({ path, ...stat });
    }
  }
  let next = base.without(removed).withStats(touched);
  for (const { deadFiles, ...live } of before.segments)
    if (live.id === undefined) next = next.with({ ...live, dead: deadFiles });
  return next;
}

/** What lives in `before` and is not stored as living. */
function revivedSince(before: Snapshot, stored: ReadonlyMap<number, Stored>): RevivedFile[] {
  const revived: RevivedFile[] = [];
  for (const live of before.segments) {
    const known = live.id === undefined ? undefined : stored.get(live.id);
    if (known === undefined || isStored(live, stored)) continue;
    for (const [file, stat] of live.stats.entries())
      if (live.deadFiles[file] === 0 && known.deadFiles[file] === 1)
        revived.push({ segment: live.segment, file, stat });
  }
  return revived;
}

/** A few files are analysed in less time than it takes to find them again. */
const LEAST_KEPT_FILES = 24;

/** Segments that this index no longer needs. Those with many dead files are of use when these come back, as on another branch. */
function leftBehind(segments: readonly LiveSegment[]): Pick<Changes, 'remove' | 'release'> {
  const [remove, release]: [number[], number[]] = [[], []];
  for (const { id, deadFiles } of segments) {
    const dead = deadFiles.reduce((sum, one) => sum + one, 0);
    if (id !== undefined) (dead > LEAST_KEPT_FILES ? release : remove).push(id);
  }
  return { remove, release };
}
