/**
 * A system that watches a whole tree and tells of changes some time after the fact, in order: as FSEvents does. Made of
 * this system's watches on single directories.
 */
import { EventEmitter } from 'node:events';
import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import type { WatchSystem } from '../../src/core/workspace/index.ts';

export interface LateSystem {
  /** Undefined: changes are not told at all. */
  delayMs: number | undefined;
  watchSystem: WatchSystem;
}

/** A loaded machine may hold up word of a change for longer than a user would wait for it. */
const PATIENT_MS = 20_000;

/** The wait is for word of a change; who never gets any had better not wait long. */
export function lateSystem(delayMs: number | undefined, longestWaitMs = PATIENT_MS): LateSystem {
  const late: LateSystem = {
    delayMs,
    watchSystem: {
      perDirectory: false,
      longestWaitMs,
      // Of a watcher nobody uses more than its two events and its end.
      watchPlace: (place, recursive) => new LateWatcher(place, recursive, late) as unknown as FSWatcher,
    },
  };
  return late;
}

class LateWatcher extends EventEmitter {
  readonly #place: string;
  readonly #recursive: boolean;
  readonly #late: LateSystem;
  readonly #watchers = new Map<string, FSWatcher>();

  constructor(place: string, recursive: boolean, late: LateSystem) {
    super();
    this.#place = place;
    this.#recursive = recursive;
    this.#late = late;
    this.#watch('');
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #watch(directory: string): void {
    const watcher = watch(join(this.#place, directory), { persistent: false });
    watcher.on('change', (kind, name) => this.#happened(kind, below(directory, String(name))));
    watcher.on('error', () => watcher.close());
    this.#watchers.set(directory, watcher);
    if (!this.#recursive) return;
    for (const entry of readdirSync(join(this.#place, directory), { withFileTypes: true }))
      if (entry.isDirectory()) this.#watch(below(directory, entry.name));
  }

  #happened(kind: string, path: string): void {
    const { delayMs } = this.#late;
    if (delayMs !== undefined) setTimeout(() => this.emit('change', kind, path), delayMs).unref();
    if (!this.#recursive || kind !== 'rename') return;
    const isDirectory = statSync(join(this.#place, path), { throwIfNoEntry: false })?.isDirectory() === true;
    if (!isDirectory) {
      this.#watchers.get(path)?.close();
      this.#watchers.delete(path);
    } else if (!this.#watchers.has(path)) {
      this.#watch(path);
      for (const name of readdirSync(join(this.#place, path))) this.#happened('rename', below(path, name));
    }
  }
}

function below(directory: string, name: string): string {
  return directory === '' ? name : `${directory}/${name}`;
}
