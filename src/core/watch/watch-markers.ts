/**
 * Whether the system has told all that happened so far. FSEvents (macOS) and Windows tell in order, but some time after
 * the fact. So a file is made where it is watched too: when word of it comes, word of all that was before has come.
 */
import type { FSWatcher } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Where such files are made. */
export interface MarkerPlace {
  /** Absolute. */
  readonly directory: string;
  /** In their names, so that nobody takes those of another process for his own. */
  readonly word: string;
  /** Makes a file of this name and takes it away again. */
  mark(name: string): Promise<void>;
}

/** Throws what the system says. */
type WatchDirectory = (place: string) => FSWatcher;

/** FSEvents collects for 50 ms. To look at every file takes about as long as this. */
const LONGEST_WAIT_MS = 300;

export class Markers {
  readonly #place: MarkerPlace;
  readonly #prefix: string;
  /** Watches the directory of the markers, unless the watch on the tree tells of them. */
  readonly #watch: WatchDirectory | undefined;
  readonly #longestWaitMs: number;
  readonly #waiting = new Set<() => void>();
  #watcher: FSWatcher | undefined;
  #last = 0;
  #told = 0;
  /** The newest one was not told in time, and none since: whoever asks is not made to wait for what may never come. */
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
      // Not there yet, or not to be watched: no marker is told, and the files are compared instead.
    }
  }

  close(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
  }

  /** True if the path is that of a marker of ours. */
  told(path: string): boolean {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (!name.startsWith(this.#prefix)) return false;
    this.#told = Math.max(this.#told, Number(name.slice(this.#prefix.length)));
    this.#isLate = false;
    for (const wake of this.#waiting) wake();
    return true;
  }

  /** Makes one and waits until it is told. False: it was not made, or not told in time. */
  async passed(): Promise<boolean> {
    const number = ++this.#last;
    this.listen();
    try {
      await this.#place.mark(this.#prefix + number);
    } catch {
      return false;
    }
    if (this.#isLate || !(await this.#isToldInTime(number))) return false;
    // Of two watches, the one on the tree may be served after the other.
    await nextTurn();
    return true;
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
