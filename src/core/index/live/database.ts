/** The index in the data directory: opened if it is ours and whole, else set aside and started anew, also when damage is found later. */
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
import { INDEX_FILE, INDEX_SCHEMA, SqliteStorage } from '../storage/sqlite-storage.ts';
import { type IndexStorage, VALUES } from '../storage/storage.ts';
import { LiveIndex } from './live-index.ts';

type Outdated = SetAsideReason | 'other_analysis';

export class IndexDatabase {
  /** Opened again if it was removed. */
  readonly #data: () => Promise<Folder>;
  #folder: Folder;
  readonly #log: Logger;
  #live: LiveIndex;
  #replacing: Promise<void> | undefined;
  #file: string | undefined;
  /** Why the index that was found is rebuilt; undefined once it is. */
  outdated: Outdated | undefined;

  private constructor(data: () => Promise<Folder>, folder: Folder, log: Logger, live: LiveIndex) {
    this.#data = data;
    this.#folder = folder;
    this.#file = sqliteFileIdentity(folder, INDEX_FILE);
    this.#log = log;
    this.#live = live;
  }

  static async open(data: () => Promise<Folder>, log: Logger): Promise<IndexDatabase> {
    const folder = await data();
    const { live, outdated } = await openLive(folder, log);
    const database = new IndexDatabase(data, folder, log, live);
    database.outdated = outdated;
    return database;
  }

  /** If the file was deleted or replaced while it was open, what is there now is opened, or made anew. Call it before each use. */
  async reopened(): Promise<void> {
    if (sqliteFileIdentity(this.#folder, INDEX_FILE) !== this.#file)
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
    await setSqliteAside(this.#folder, INDEX_FILE);
    await this.#open();
    this.outdated = 'corrupt';
  }

  async #reopen(): Promise<void> {
    this.#log.warn('The file of the index was deleted or replaced; the index is opened again.');
    await this.#live.close();
    this.#folder = await this.#data();
    await this.#open();
  }

  async #open(): Promise<void> {
    this.#live = (await openLive(this.#folder, this.#log)).live;
    this.#file = sqliteFileIdentity(this.#folder, INDEX_FILE);
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
  folder: Folder,
  log: Logger,
): Promise<{ live: LiveIndex; outdated: Outdated | undefined }> {
  const first = await openSqlite(folder, INDEX_FILE, INDEX_SCHEMA);
  if (first.setAside !== undefined)
    log.warn('The index file could not be used; it is set aside and rebuilt.', { reason: first.setAside });
  const storage = new SqliteStorage(first.database);
  try {
    const emptied = await dropOtherAnalysis(storage);
    const outdated = first.setAside ?? (emptied ? 'other_analysis' : undefined);
    return { live: await opened(storage), outdated };
  } catch (thrown) {
    if (!saysDamaged(thrown)) throw thrown;
    log.warn('The index is damaged; it is set aside and rebuilt.', { cause: thrown });
    await storage.close();
    await setSqliteAside(folder, INDEX_FILE);
    const second = new SqliteStorage((await openSqlite(folder, INDEX_FILE, INDEX_SCHEMA)).database);
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
