/** The index in its place, which is the data directory if nobody names another: opened if it is ours and whole, else set aside and started anew, also when damage is found later. */
import { AppError } from '../../errors.ts';
import type { Logger } from '../../logger.ts';
import {
  type Folder,
  openSqlite,
  type SetAsideReason,
  saysBadFile,
  setSqliteAside,
  sqliteFileIdentity,
} from '../../store/index.ts';
import { ANALYSIS_VERSION } from '../contract.ts';
import { DamagedIndex } from '../segment/bytes.ts';
import type { IndexOwner } from '../storage/sqlite-segments.ts';
import { INDEX_FILE, INDEX_SCHEMA, SqliteStorage } from '../storage/sqlite-storage.ts';
import { type IndexStorage, VALUES } from '../storage/storage.ts';
import { LiveIndex } from './live-index.ts';

type Outdated = SetAsideReason | 'other_analysis';

/** Where an index is stored. */
export interface IndexPlace {
  /** Makes an empty one if there is none, or none that can be used. */
  open(): Promise<{ storage: IndexStorage; setAside: SetAsideReason | undefined }>;
  /** What is there is damaged; the next `open` gives an empty one. */
  setAside(): Promise<void>;
  /** Another one if what was opened was deleted or replaced. */
  identity(): string | undefined;
}

/** `where` makes the folder again if it was removed, and says whose index it is of those in it. */
export function placeInFolder(where: () => Promise<{ folder: Folder; owner: IndexOwner }>): IndexPlace {
  let folder: Folder | undefined;
  return {
    open: async () => {
      const found = await where();
      folder = found.folder;
      const { database, setAside } = await openSqlite(folder, INDEX_FILE, INDEX_SCHEMA);
      return { storage: new SqliteStorage(database, found.owner), setAside };
    },
    setAside: async () => await setSqliteAside(folder ?? (await where()).folder, INDEX_FILE),
    identity: () => folder && sqliteFileIdentity(folder, INDEX_FILE),
  };
}

export class IndexDatabase {
  readonly #place: IndexPlace;
  readonly #log: Logger;
  #live: LiveIndex;
  #replacing: Promise<void> | undefined;
  #stored: string | undefined;
  /** Why the index that was found is rebuilt; undefined once it is. */
  outdated: Outdated | undefined;

  private constructor(place: IndexPlace, log: Logger, live: LiveIndex) {
    this.#place = place;
    this.#stored = place.identity();
    this.#log = log;
    this.#live = live;
  }

  static async open(place: IndexPlace, log: Logger): Promise<IndexDatabase> {
    const { live, outdated } = await openLive(place, log);
    const database = new IndexDatabase(place, log, live);
    database.outdated = outdated;
    return database;
  }

  /** If the file was deleted or replaced while it was open, what is there now is opened, or made anew. Call it before each use. */
  async reopened(): Promise<void> {
    if (this.#place.identity() !== this.#stored)
      this.#replacing ??= this.#reopen().finally(() => {
        this.#replacing = undefined;
      });
    await this.#replacing;
  }

  get live(): LiveIndex {
    return this.#live;
  }

  /** True if `live` failed because it is damaged, or was replaced meanwhile for that reason: ask the new one. */
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
    await this.#live.close();
    await this.#place.setAside();
    await this.#open();
    this.outdated = 'corrupt';
  }

  async #reopen(): Promise<void> {
    this.#log.warn('The file of the index was deleted or replaced; the index is opened again.');
    await this.#live.close();
    await this.#open();
  }

  async #open(): Promise<void> {
    this.#live = (await openLive(this.#place, this.#log)).live;
    this.#stored = this.#place.identity();
  }

  async close(): Promise<void> {
    await this.#live.close();
  }
}

/** True once every file was indexed, however long ago. */
export function isComplete(live: LiveIndex): boolean {
  return live.value(VALUES.complete) === 1;
}

function saysDamaged(thrown: unknown): boolean {
  return thrown instanceof DamagedIndex || saysBadFile(thrown);
}

async function openLive(
  place: IndexPlace,
  log: Logger,
): Promise<{ live: LiveIndex; outdated: Outdated | undefined }> {
  const { storage, setAside } = await place.open();
  if (setAside !== undefined)
    log.warn('The index file could not be used; it is set aside and rebuilt.', { reason: setAside });
  try {
    const emptied = await dropOtherAnalysis(storage);
    const outdated = setAside ?? (emptied ? 'other_analysis' : undefined);
    return { live: await opened(storage), outdated };
  } catch (thrown) {
    if (!saysDamaged(thrown)) throw thrown;
    log.warn('The index is damaged; it is set aside and rebuilt.', { cause: thrown });
    await storage.close();
    await place.setAside();
    const { storage: second } = await place.open();
    await dropOtherAnalysis(second);
    return { live: await opened(second), outdated: 'corrupt' };
  }
}

async function opened(storage: IndexStorage): Promise<LiveIndex> {
  const live = new LiveIndex(storage);
  await live.current();
  return live;
}

/** Segments made by another analysis have other terms; nothing of them can be used. True if there were any. */
async function dropOtherAnalysis(storage: IndexStorage): Promise<boolean> {
  for (;;) {
    const state = await storage.state();
    if (state === undefined || state.values.get(VALUES.analysis) === ANALYSIS_VERSION) return false;
    const remove = state.segments.map(({ id }) => id);
    const values = { [VALUES.complete]: 0, [VALUES.analysis]: ANALYSIS_VERSION };
    if ((await storage.commit(state.generation, { remove, values })) !== undefined) return remove.length > 0;
  }
}
