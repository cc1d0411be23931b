/**
 * Whether the system has reported every change so far. FSEvents (macOS) and Windows report in order, but some time after the
 * change. So a marker file is created in a watched directory: when its event arrives, the events of everything before it have arrived.
 * On Linux one marker shows whether the system reports anything at all.
 */
import type { FSWatcher } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Where markers are created. */
export interface MarkerPlace {
  /** Absolute. */
  readonly directory: string;
  /** In their names, so that no process takes the marker of another for its own. */
  readonly word: string;
  /** Creates a file of this name and removes it again. */
  mark(name: string): Promise<void>;
}

/** Throws the system's error. */
type WatchDirectory = (place: string) => FSWatcher;

/** FSEvents collects for 50 ms. Checking every file takes about as long as this. */
const LONGEST_WAIT_MS = 300;

export class Markers {
  readonly #place: MarkerPlace;
  readonly #prefix: string;
  /** Watches the directory of the markers, unless the watch on the tree covers it. */
  readonly #watch: WatchDirectory | undefined;
  readonly #longestWaitMs: number;
  readonly #waiting = new Set<() => void>();
  #watcher: FSWatcher | undefined;
  #last = 0;
  #told = 0;
  /** The event of the newest marker was late, and none has arrived since: callers do not wait for what may never come. */
  #isLate = false;

  constructor(place: MarkerPlace, watch: WatchDirectory | undefined, longestWaitMs = LONGEST_WAIT_MS) {
    this.#place = place;
    this.#longestWaitMs = longestWaitMs;
    this.#prefix = `watch-${place.word}-`;
    this.#watch = watch;
  }

  listen(): void {
    if (this.#watch === undefined || this.#watcher !== undefined) return;
    try {
      this.#watcher = this.#watch(this.#place.directory);
      this.#watcher.on('change', (_, name) => name !== null && this.told(String(name)));
      this.#watcher.on('error', () => this.close());
    } catch {
      // Missing, or cannot be watched: no event of a marker arrives, and the files are compared instead.
    }
  }

  close(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
  }

  /** True if the path is one of our markers. */
  told(path: string): boolean {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (!name.startsWith(this.#prefix)) return false;
    this.#told = Math.max(this.#told, Number(name.slice(this.#prefix.length)));
    this.#isLate = false;
    for (const wake of this.#waiting) wake();
    return true;
  }

  /** Creates one and waits for its event. */
  async passed(): Promise<'told' | 'late' | 'not_made'> {
    const number = ++this.#last;
    this.listen();
    try {
      await this.#place.mark(this.#prefix + number);
    } catch {
      return 'not_made';
    }
    if (this.#isLate || !(await this.#isToldInTime(number))) return 'late';
    // Of two watches, the one on the tree may deliver after the other.
    await nextTurn();
    return 'told';
  }

  async #isToldInTime(number: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    let wake = () => {};
    const isTold = new Promise<boolean>((done) => {
      wake = () => this.#told >= number && done(true);
      timer = setTimeout(() => done(false), this.#longestWaitMs);
    });
    this.#waiting.add(wake);
    wake();
    const inTime = await isTold;
    clearTimeout(timer);
    this.#waiting.delete(wake);
    this.#isLate ||= !inTime;
    return inTime;
  }
}
