/**
 * The system's watches on one tree, for all who listen. On Linux each directory is watched by itself, which costs a
 * fraction of what Node's recursive watch does there (it watches every file); elsewhere the system watches the tree.
 */
import { type FSWatcher, watch } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { lstatOrUndefined } from '../sandbox/index.ts';
import { IS_LINUX } from '../system.ts';
import { canBeWatched } from './file-system.ts';
import { type MarkerPlace, Markers } from './watch-markers.ts';

export interface TreeListener {
  follows(directory: string): boolean;
  /** Something changed at a path, says the watch on a directory. */
  happened(directory: string, path: string): void;
  /** There may have been more changes than were reported. */
  unsure(): void;
  /** The watch on the directory is new, or the directory is missing: earlier changes in it are not known. */
  renewed(directory: string): void;
  /** The directory exists and cannot be watched. */
  failed(directory: string | undefined): void;
}

/** Watches one directory of the system, or the tree below it. Throws the system's error. */
export type WatchPlace = (place: string, recursive: boolean) => FSWatcher;

/** How the system reports changes; by default, how this one does. */
export interface WatchSystem {
  /** As on Linux, where the event of a change is queued before the writer's call returns; elsewhere events may be late. */
  perDirectory?: boolean;
  watchPlace?: WatchPlace;
  /** Whether others than this machine may change the files, without an event; by default as the kind of file system says. */
  isRemote?: boolean;
  /** How late an event may be before the files are compared instead. */
  longestWaitMs?: number;
}

export interface TreeOptions extends WatchSystem {
  /** Without one, nobody knows whether all events have arrived where they may be late, nor whether any do. */
  marker?: MarkerPlace | undefined;
  /** Whether the watch on the tree covers the markers. */
  marksTree?: boolean;
}

const ROOT = '';

/** Half the length of Linux's queue. */
const LARGEST_BURST = 8_192;

export const watchOfSystem: WatchPlace = (place, recursive) => watch(place, { persistent: false, recursive });

export class TreeWatch {
  readonly isPerDirectory: boolean;
  readonly #root: string;
  readonly #watchPlace: WatchPlace;
  readonly #markers: Markers | undefined;
  readonly #listeners = new Set<TreeListener>();
  /** Undefined: missing at the moment; it is watched again when an event of the directory above says that it is back. */
  readonly #watchers = new Map<string, FSWatcher | undefined>();
  /** Events may have been lost, among them that a directory was replaced. */
  #isDoubtful = false;
  /** Events since the event loop last took a turn. */
  #burst = 0;
  #rootIdentity: string | undefined;
  /** Which changes the system reports, where each directory is watched: one that reports none is found out by a marker. */
  #reports: 'all' | 'some' | 'unknown';

  constructor(root: string, options: TreeOptions) {
    this.#root = root;
    this.isPerDirectory = options.perDirectory ?? IS_LINUX;
    this.#watchPlace = options.watchPlace ?? watchOfSystem;
    const { marker, marksTree = false } = options;
    const watchMarkers = (place: string) => this.#watchPlace(place, false);
    const isCovered = marksTree && !this.isPerDirectory;
    if (marker !== undefined)
      this.#markers = new Markers(marker, isCovered ? undefined : watchMarkers, options.longestWaitMs);
    const isRemote = options.isRemote ?? (IS_LINUX && !canBeWatched(root));
    this.#reports = isRemote ? 'some' : this.#markers === undefined ? 'all' : 'unknown';
  }

  isWatching(directory: string): boolean {
    return this.#watchers.get(directory) !== undefined;
  }

  join(listener: TreeListener): void {
    this.#listeners.add(listener);
    // A root that is there and cannot be watched will not be so at the next try: only one that is gone is lost.
    if (!this.start(ROOT)) listener.failed(this.#isDirectory(ROOT) ? undefined : ROOT);
    if (!this.isPerDirectory) this.#markers?.listen();
  }

  /** True if that was the last listener. */
  leave(listener: TreeListener): boolean {
    this.#listeners.delete(listener);
    return this.#listeners.size === 0;
  }

  /** False if it cannot be watched; a missing directory is no failure. */
  start(directory: string): boolean {
    return this.isWatching(directory) || this.#open(directory);
  }

  /** Unless somebody else follows it. */
  stop(directory: string): void {
    for (const listener of this.#listeners) if (listener.follows(directory)) return;
    this.#watchers.get(directory)?.close();
    this.#watchers.delete(directory);
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher?.close();
    this.#watchers.clear();
    this.#markers?.close();
  }

  /** Waits for the events of everything before the call. False: some may not have arrived yet. */
  async settled(): Promise<boolean> {
    // No event tells that a directory above the root was renamed, or that the root was unmounted.
    if (this.isWatching(ROOT) && this.#isRootAnother()) this.#lose(ROOT);
    if (!this.isPerDirectory) return (await this.#markers?.passed()) === 'told';
    if (!(await this.#reportsAll())) return false;
    // They are in the system's queue; the event loop reads it within two turns.
    await nextTurn();
    await nextTurn();
    return true;
  }

  /** A place that no marker can be made in, such as a full disk, says nothing against the system. */
  async #reportsAll(): Promise<boolean> {
    if (this.#reports === 'unknown' && (await this.#markers?.passed()) !== 'late') {
      this.#reports = 'all';
      // What else happens there is of no interest.
      this.#markers?.close();
    }
    return this.#reports === 'all';
  }

  /** After events were lost, a watch may be on a directory that has moved: all are renewed. */
  fix(): void {
    if (!this.#isDoubtful) return;
    this.#isDoubtful = false;
    if (this.isPerDirectory) this.#renew(ROOT);
  }

  #open(directory: string): boolean {
    const old = this.#watchers.get(directory);
    // Before it is watched, so that a root replaced in between is noticed.
    if (directory === ROOT) this.#rootIdentity = identityOf(this.#root);
    try {
      const watcher = this.#watchPlace(join(this.#root, directory), !this.isPerDirectory);
      watcher.on('change', (_, name) => this.#note(directory, name));
      watcher.on('error', () => this.#lose(directory));
      this.#watchers.set(directory, watcher);
      return true;
    } catch (thrown) {
      this.#watchers.set(directory, undefined);
      // No event says that the root is back.
      return directory !== ROOT && isMissing(thrown);
    } finally {
      // After the new one is open: if both watch the same directory, no event is lost between them.
      old?.close();
    }
  }

  #note(directory: string, name: string | Buffer | null): void {
    if (name === null || this.#isFlood()) this.#doubtAll();
    if (name === null) return;
    const path = String(name).replaceAll(sep, '/');
    if (this.#markers?.told(path) === true) return;
    if (directory === ROOT && path === basename(this.#root) && this.#isRootAnother()) this.#lose(ROOT);
    const whole = directory === ROOT ? path : `${directory}/${path}`;
    for (const listener of this.#listeners) listener.happened(directory, whole);
    // In doubt, all of them are renewed after the next listing.
    if (this.isPerDirectory && !this.#isDoubtful && this.#watchers.has(whole)) this.#renew(whole);
  }

  /** The system's queue may have been full; it does not report that. */
  #isFlood(): boolean {
    if (this.#burst === 0) setImmediate(() => this.#endBurst()).unref();
    return ++this.#burst > LARGEST_BURST;
  }

  #endBurst(): void {
    this.#burst = 0;
  }

  #doubtAll(): void {
    this.#isDoubtful = true;
    for (const listener of this.#listeners) listener.unsure();
  }

  /** A directory appeared, went or was replaced: the old watches on it and below it are on directories that are gone. */
  #renew(directory: string): void {
    const isBelow = directory === ROOT ? () => true : startsWith(`${directory}/`);
    // Parents first, so that they report when a directory that is missing now comes back.
    const paths = [...this.#watchers.keys()].filter((path) => path === directory || isBelow(path)).sort();
    const isThere = this.#isDirectory(directory);
    for (const path of paths) {
      // Its listener gave up when another directory failed.
      if (!this.#watchers.has(path)) continue;
      // A link in the place of a directory would lead the watch out of the tree.
      if (isThere && this.#isDirectory(path)) {
        if (!this.#open(path)) this.#fail(path);
      } else if (path === ROOT) this.#lose(ROOT);
      else this.#miss(path);
      for (const listener of this.#listeners) listener.renewed(path);
    }
  }

  /** The system reports changes of the root itself under the root's own name, as if that were a file in it. */
  #isRootAnother(): boolean {
    return identityOf(this.#root) !== this.#rootIdentity;
  }

  #isDirectory(directory: string): boolean {
    return lstatOrUndefined(join(this.#root, directory))?.isDirectory() === true;
  }

  #miss(directory: string): void {
    this.#watchers.get(directory)?.close();
    this.#watchers.set(directory, undefined);
  }

  #lose(directory: string): void {
    this.#miss(directory);
    this.#doubtAll();
    if (directory === ROOT) this.#fail(ROOT);
  }

  #fail(directory: string): void {
    for (const listener of [...this.#listeners]) if (listener.follows(directory)) listener.failed(directory);
  }
}

/** Undefined: it is missing. */
function identityOf(place: string): string | undefined {
  const look = lstatOrUndefined(place);
  return look && `${look.dev} ${look.ino}`;
}

function startsWith(head: string): (path: string) => boolean {
  return (path) => path.startsWith(head);
}

function isMissing(thrown: unknown): boolean {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
