/**
 * The index of this moment: what the database holds, and on top of it what this process has seen since and not yet
 * written. Any process may write; whoever does first takes in what others wrote.
 */
import { Collection, type LiveSegment } from '../collection/collection.ts';
import { decodeStats, encodeStats, type FileStat } from '../segment/file-table.ts';
import type { SegmentParts, SegmentVectors } from '../segment/parts.ts';
import { type Segment, segmentInMemory } from '../segment/segment.ts';
import type { IndexStore, StoredSegment } from '../storage/store.ts';

/** A change to the files of the index. */
export interface Change {
  parts: SegmentParts | undefined;
  touched: readonly TouchedPath[];
  removed: readonly string[];
}

export interface TouchedPath extends FileStat {
  path: string;
}

interface Unsaved {
  parts: SegmentParts;
  segment: Segment;
}

export class LiveIndex {
  readonly store: IndexStore;
  #collection = new Collection();
  readonly #stored = new Map<number, StoredSegment>();
  #unsaved: Unsaved[] = [];
  /** Removed or replaced here, and in the database not yet. */
  readonly #removed = new Set<string>();
  /** Files that were only touched. */
  readonly #touched = new Map<string, TouchedPath>();
  /** Stored segments whose dead files or stats are not as in the database. */
  readonly #dirty = new Set<LiveSegment>();
  #generation = -1;

  constructor(store: IndexStore) {
    this.store = store;
  }

  get collection(): Collection {
    return this.#collection;
  }

  get hasUnsaved(): boolean {
    return this.#unsaved.length > 0 || this.#dirty.size > 0;
  }

  /** To be called inside a transaction of the store. True if something had changed. */
  synchronise(): boolean {
    const generation = this.store.generation();
    if (generation === this.#generation) return false;
    this.#load();
    this.#generation = generation;
    return true;
  }

  /** In memory only; `save` writes it. */
  apply({ parts, touched, removed }: Change): void {
    for (const path of removed) this.#remove(path);
    for (const file of touched) this.#touch(file);
    if (parts === undefined) return;
    const segment = segmentInMemory(parts);
    this.#replace(segment);
    this.#unsaved.push({ parts, segment });
  }

  /** `also` runs in the same transaction. If it fails, only the writing is lost. */
  save(also: () => void = () => {}): void {
    const inserted: { id: number; live: LiveSegment }[] = [];
    const generation = this.store.write(() => {
      this.synchronise();
      for (const unsaved of this.#unsaved) {
        const live = this.#liveOf(unsaved);
        if (live !== undefined) inserted.push({ id: this.#insert(unsaved, live), live });
      }
      for (const { id, segment, deadFiles } of this.#dirty) {
        if (id === undefined) continue;
        this.store.setStats(id, encodeStats(segment.stats));
        this.store.setDead(id, deadFiles);
      }
      also();
      return this.store.generation() + 1;
    });
    this.#generation = generation;
    for (const { id, live } of inserted) {
      // From here on its blocks come from the database, and the memory they took is free.
      live.segment.moveTo(this.store.blocks(id));
      live.id = id;
      this.#stored.set(id, { id, segment: live.segment, dead: live.deadFiles });
    }
    this.#unsaved = [];
    this.#dirty.clear();
    this.#touched.clear();
    this.#removed.clear();
  }

  saveVectors(id: number, vectors: SegmentVectors): void {
    this.store.write(() => {
      this.synchronise();
      if (this.#stored.has(id)) this.store.setVectors(id, vectors);
    });
    this.store.read(() => this.synchronise());
  }

  /** Puts `parts`, made from the stored segments `ids`, in their place. Files that died meanwhile stay dead. False: they are gone. */
  exchange(ids: readonly number[], parts: SegmentParts): boolean {
    const exchanged = this.store.write(() => {
      this.synchronise();
      if (!ids.every((id) => this.#stored.has(id))) return false;
      const lives = ({ path }: { path: string }) => {
        const id = this.#collection.place(path)?.live.id;
        return id !== undefined && ids.includes(id);
      };
      const dead = Uint8Array.from(segmentInMemory(parts).files, (file) => (lives(file) ? 0 : 1));
      if (dead.includes(0)) this.store.setDead(this.store.insert(parts), dead);
      for (const old of ids) this.store.remove(old);
      return true;
    });
    this.store.read(() => this.synchronise());
    return exchanged;
  }

  #liveOf({ segment }: Unsaved): LiveSegment | undefined {
    return this.#collection.segments.find((live) => live.segment === segment);
  }

  #insert({ segment, parts }: Unsaved, live: LiveSegment): number {
    const id = this.store.insert({ ...parts, stats: encodeStats(segment.stats) });
    if (live.deadCount > 0) this.store.setDead(id, live.deadFiles);
    return id;
  }

  #replace(segment: Segment): void {
    for (const { path } of segment.files) this.#remove(path);
    this.#collection.add(segment, undefined);
  }

  #remove(path: string): void {
    const place = this.#collection.place(path);
    if (place === undefined) return;
    this.#collection.remove(path);
    this.#removed.add(path);
    this.#touched.delete(path);
    if (place.live.id !== undefined) this.#dirty.add(place.live);
  }

  #touch(file: TouchedPath): void {
    const place = this.#collection.place(file.path);
    if (place === undefined) return;
    place.live.segment.stats[place.file] = { size: file.size, mtimeMs: file.mtimeMs };
    this.#touched.set(file.path, file);
    this.#dirty.add(place.live);
  }

  /** Reads what is new in the database and lays out the collection again, with the unsaved on top. */
  #load(): void {
    const states = this.store.states();
    const ids = new Set(states.map(({ id }) => id));
    for (const id of this.#stored.keys()) if (!ids.has(id)) this.#stored.delete(id);
    this.#collection = new Collection();
    this.#dirty.clear();
    for (const { id, stats, dead, model } of states) {
      const { segment } = this.#storedSegment(id, model);
      for (const [file, stat] of decodeStats(stats, segment.files.length).entries())
        segment.stats[file] = stat;
      this.#collection.add(segment, id, dead);
    }
    for (const path of [...this.#removed]) this.#remove(path);
    for (const file of [...this.#touched.values()]) this.#touch(file);
    for (const { segment } of this.#unsaved) this.#replace(segment);
  }

  #storedSegment(id: number, model: string | null): StoredSegment {
    const known = this.#stored.get(id);
    if (known !== undefined && (known.segment.model ?? null) === model) return known;
    const stored = this.store.segment(id);
    this.#stored.set(id, stored);
    return stored;
  }
}
