/**
 * Sees that files changed before a search answers. A watch names the places; the few files there are read again at
 * once, many of them by a refresh in the background. Where not all can be watched, the files are listed each time.
 */
import type { Clock } from '../../clock.ts';
import type { RepoPath, Watch, Workspace } from '../../workspace/index.ts';
import type { Collection } from '../collection/collection.ts';
import type { LiveIndex } from '../live/live-index.ts';
import type { SegmentMaker } from '../threads/segment-maker.ts';
import { directoriesOf } from './directories.ts';
import { reindex } from './reindex.ts';

export interface FreshnessParts {
  live(): LiveIndex;
  workspace: Workspace;
  clock: Clock;
  maker(): Promise<SegmentMaker>;
  /** Told of files before they are read again. */
  changed(paths: readonly RepoPath[]): void;
  /** Starts a refresh of everything; the promise ends with it. */
  refresh(): Promise<void>;
}

/** Read again while the caller waits: about a millisecond each. */
const MOST_FILES_AT_ONCE = 40;
/** Even a watched tree is listed again after this, for events that the system dropped. */
const WATCHED_LISTING_MS = 120_000;

export class Freshness {
  readonly #parts: FreshnessParts;
  #watch: Watch | undefined;
  #listedAt = Number.NEGATIVE_INFINITY;
  /** As they were at a version of the collection. */
  #indexed: { collection: Collection; version: number; directories: ReadonlySet<string> } | undefined;

  constructor(parts: FreshnessParts) {
    this.#parts = parts;
  }

  /** The files are about to be listed; where the system watches the tree, it does so from now on. */
  listingBegins(): void {
    this.#watch ??= this.#parts.workspace.watch();
  }

  /** A refresh has just listed these files; from now on their directories are watched. */
  listed(paths: Iterable<string>): void {
    this.#watch?.follow(directoriesOf(paths));
    this.#listedAt = this.#parts.clock.elapsed();
  }

  /** Resolves to a refresh if one is needed; few changes are taken in before it resolves. */
  async catchUp(): Promise<{ refresh: Promise<void> } | undefined> {
    await this.#watch?.settled();
    const changed = this.#watch?.take();
    if (changed === undefined || this.#isOld()) return { refresh: this.#parts.refresh() };
    const { files, lookEverywhere } = this.#sort(changed);
    if (lookEverywhere || files.length > MOST_FILES_AT_ONCE) return { refresh: this.#parts.refresh() };
    if (files.length === 0) return undefined;
    this.#parts.changed(files);
    reindex(this.#parts.live(), await this.#parts.maker(), this.#parts.clock, files);
    return undefined;
  }

  close(): void {
    this.#watch?.close();
  }

  #isOld(): boolean {
    if (this.#watch?.isComplete !== true) return true;
    return this.#parts.clock.elapsed() - this.#listedAt > WATCHED_LISTING_MS;
  }

  #sort(changed: ReadonlySet<string>): { files: RepoPath[]; lookEverywhere: boolean } {
    const { live, workspace } = this.#parts;
    const collection = live().collection;
    const files: RepoPath[] = [];
    for (const name of changed) {
      if (name.endsWith('.gitignore')) return { files: [], lookEverywhere: true };
      const path = workspace.resolve(name);
      if (typeof path !== 'string') continue;
      if (collection.place(path) !== undefined || workspace.lists(path)) files.push(path);
      else if (this.#holdsFiles(path)) return { files: [], lookEverywhere: true };
    }
    return { files, lookEverywhere: false };
  }

  /** A directory that came or went brings or takes files that no event names. */
  #holdsFiles(path: RepoPath): boolean {
    return this.#indexedDirectories().has(path) || this.#parts.workspace.listsBelow(path);
  }

  /** Made once for all events that a search finds, as there may be as many as there are files. */
  #indexedDirectories(): ReadonlySet<string> {
    const collection = this.#parts.live().collection;
    const { version } = collection;
    if (this.#indexed?.collection !== collection || this.#indexed.version !== version)
      this.#indexed = { collection, version, directories: directoriesOf(collection.paths()) };
    return this.#indexed.directories;
  }
}
