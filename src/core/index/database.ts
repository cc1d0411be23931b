/** The database file with the live index over it, and what to do when it turns out to be bad. */
import { AppError } from '../errors.ts';
import type { Logger } from '../log.ts';
import { type Folder, openSqlite, type SetAsideReason, saysBadFile, setSqliteAside } from '../store/index.ts';
import { ANALYSIS_VERSION } from './contract.ts';
import { LiveIndex } from './live/live-index.ts';
import { DamagedIndex } from './segment/damaged.ts';
import { META } from './storage/meta.ts';
import { INDEX_FILE, INDEX_SCHEMA } from './storage/schema.ts';
import { IndexStore } from './storage/store.ts';

export class IndexDatabase {
  readonly #folder: Folder;
  readonly #log: Logger;
  #live: LiveIndex;
  #replacing: Promise<void> | undefined;
  /** Why the index that was there is built anew, until it is. */
  outdated: SetAsideReason | 'other_analysis' | undefined;

  private constructor(folder: Folder, log: Logger, live: LiveIndex) {
    this.#folder = folder;
    this.#log = log;
    this.#live = live;
  }

  static async open(folder: Folder, log: Logger): Promise<IndexDatabase> {
    const { live, outdated } = await openLive(folder, log);
    const database = new IndexDatabase(folder, log, live);
    database.outdated = outdated;
    return database;
  }

  get live(): LiveIndex {
    return this.#live;
  }

  /** True once every file was indexed, be it long ago. */
  get isComplete(): boolean {
    return this.#live.store.meta(META.complete) === 1;
  }

  /** True if `live` failed because it is damaged, or was replaced meanwhile for that reason: the new one is to be asked. */
  async replaced(live: LiveIndex, cause: unknown): Promise<boolean> {
    if (cause instanceof AppError) return false;
    if (live === this.#live && saysDamaged(cause))
      this.#replacing ??= this.#replace(cause).finally(() => {
        this.#replacing = undefined;
      });
    await this.#replacing;
    return live !== this.#live;
  }

  /** Sets the damaged file aside and starts with an empty one. */
  async #replace(cause: unknown): Promise<void> {
    this.#log.warn('The index is damaged; it is set aside and rebuilt.', { cause });
    this.#live.store.close();
    await setSqliteAside(this.#folder, INDEX_FILE);
    this.#live = (await openLive(this.#folder, this.#log)).live;
    this.outdated = 'corrupt';
  }

  close(): void {
    this.#live.store.close();
  }
}

function saysDamaged(thrown: unknown): boolean {
  return thrown instanceof DamagedIndex || saysBadFile(thrown);
}

async function openLive(
  folder: Folder,
  log: Logger,
): Promise<{ live: LiveIndex; outdated: SetAsideReason | 'other_analysis' | undefined }> {
  const first = await openSqlite(folder, INDEX_FILE, INDEX_SCHEMA);
  if (first.setAside !== undefined)
    log.warn('The index file could not be used; it is set aside and rebuilt.', { reason: first.setAside });
  const store = new IndexStore(first.database);
  const live = new LiveIndex(store);
  try {
    const emptied = dropOtherAnalysis(store);
    store.read(() => live.synchronise());
    return { live, outdated: first.setAside ?? (emptied ? 'other_analysis' : undefined) };
  } catch (thrown) {
    if (!saysDamaged(thrown)) throw thrown;
    log.warn('The index is damaged; it is set aside and rebuilt.', { cause: thrown });
    store.close();
    await setSqliteAside(folder, INDEX_FILE);
    const second = await openSqlite(folder, INDEX_FILE, INDEX_SCHEMA);
    const fresh = new LiveIndex(new IndexStore(second.database));
    fresh.store.read(() => fresh.synchronise());
    return { live: fresh, outdated: 'corrupt' };
  }
}

/** Segments made by another analysis have other terms; nothing of them can be used. True if there were any. */
function dropOtherAnalysis(store: IndexStore): boolean {
  if (store.meta(META.analysis) === ANALYSIS_VERSION) return false;
  return store.write(() => {
    const states = store.states();
    for (const { id } of states) store.remove(id);
    store.setMeta(META.complete, 0);
    store.setMeta(META.analysis, ANALYSIS_VERSION);
    return states.length > 0;
  });
}
