/**
 * Notices that something happened in directories. On Linux each directory is watched by itself, which costs a
 * fraction of what Node's recursive watch does there (it watches every file); elsewhere the system watches the tree.
 * A hint, not a promise: the system drops events when too many come at once.
 */
import { type FSWatcher, watch } from 'node:fs';
import { join, sep } from 'node:path';

export interface Watch {
  /**
   * Directories to watch, relative to the root; `` is the root. Those that are watched already are no cost. Says of how
   * many the watch is new, so that what happened in them before is not known.
   */
  follow(directories: Iterable<string>): number;
  /** Paths at which something happened since the last call. Undefined: there may have been more than we know. */
  take(): ReadonlySet<string> | undefined;
  /** False if a directory could not be watched, so that changes in it will not be told. */
  readonly isComplete: boolean;
  close(): void;
}

/** So many at once are a checkout or an installation: whoever asks had better look at everything. */
const MOST_PATHS = 5_000;

/** Half of what Linux keeps for one who is slow to take it. */
const LARGEST_BURST = 8_192;

export function openWatch(root: string, perDirectory: boolean = process.platform === 'linux'): Watch {
  return new TreeWatch(root, perDirectory);
}

class TreeWatch implements Watch {
  readonly #root: string;
  readonly #perDirectory: boolean;
  readonly #watchers = new Map<string, FSWatcher>();
  #happened = new Set<string>();
  #unknown = false;
  #failed = false;
  #closed = false;
  /** Events since the event loop last took a turn. */
  #burst = 0;

  constructor(root: string, perDirectory: boolean) {
    this.#root = root;
    this.#perDirectory = perDirectory;
    this.#start('');
  }

  get isComplete(): boolean {
    return !this.#failed;
  }

  follow(directories: Iterable<string>): number {
    let fresh = 0;
    if (!this.#perDirectory) return fresh;
    for (const directory of directories) {
      if (this.#failed || this.#closed) break;
      if (this.#watchers.has(directory)) continue;
      this.#start(directory);
      fresh++;
    }
    return fresh;
  }

  take(): ReadonlySet<string> | undefined {
    const [happened, unknown] = [this.#happened, this.#unknown];
    this.#happened = new Set();
    this.#unknown = false;
    return unknown ? undefined : happened;
  }

  close(): void {
    this.#closed = true;
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #start(directory: string): void {
    try {
      const options = { persistent: false, recursive: !this.#perDirectory };
      const watcher = watch(join(this.#root, directory), options);
      watcher.on('change', (_, name) => this.#note(directory, name));
      watcher.on('error', () => this.#lose(directory));
      this.#watchers.set(directory, watcher);
    } catch (thrown) {
      // A directory that has gone meanwhile is told by the watch on the one above it.
      if (!isMissing(thrown)) this.#failed = true;
    }
  }

  #note(directory: string, name: string | Buffer | null): void {
    if (name === null || this.#happened.size >= MOST_PATHS || this.#isFlood()) {
      this.#unknown = true;
      return;
    }
    const path = String(name).replaceAll(sep, '/');
    const whole = directory === '' ? path : `${directory}/${path}`;
    this.#happened.add(whole);
    if (this.#perDirectory && this.#watchers.has(whole)) this.#restart(whole);
  }

  /** The system's queue may have been full, of which we are not told. */
  #isFlood(): boolean {
    if (this.#burst === 0) setImmediate(() => this.#endBurst()).unref();
    return ++this.#burst > LARGEST_BURST;
  }

  #endBurst(): void {
    this.#burst = 0;
  }

  /** A directory was removed, moved or made anew: old watches, on it and below it, look at what is no longer there. */
  #restart(directory: string): void {
    const below = `${directory}/`;
    const old = [...this.#watchers.keys()].filter((path) => path === directory || path.startsWith(below));
    for (const path of old) {
      this.#stop(path);
      this.#start(path);
    }
  }

  #lose(directory: string): void {
    this.#unknown = true;
    if (directory === '') this.#failed = true;
    this.#stop(directory);
  }

  #stop(directory: string): void {
    this.#watchers.get(directory)?.close();
    this.#watchers.delete(directory);
  }
}

function isMissing(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT';
}
