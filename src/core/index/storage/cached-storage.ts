/**
 * A storage behind a network, with what was read of it kept on the local disk within a limit. What is stored under an address never
 * changes, so what is kept stays true; while the storage is away, those who know a state go on reading what is kept of it.
 */
import { AppError } from '../../errors.ts';
import { saysAway } from '../../store/for-hub.ts';
import {
  type Folder,
  openSqlite,
  type SqliteDatabase,
  type SqliteSchema,
  saysBadFile,
  setSqliteAside,
  writeTransaction,
} from '../../store/index.ts';
import { DamagedIndex } from '../segment/bytes.ts';
import type { BlockKind, SegmentTables } from '../segment/segment.ts';
import { sealed, unsealed } from './sealed.ts';
import type { BlockAddress, Changes, Committed, IndexStorage, StoredState } from './storage.ts';

const SCHEMA: SqliteSchema = {
  // "pilc" in ASCII.
  applicationId: 0x70_69_6c_63,
  version: 1,
  tables: [
    'CREATE TABLE kept(segment INTEGER NOT NULL, kind INTEGER NOT NULL, number INTEGER NOT NULL, used INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY(segment, kind, number)) WITHOUT ROWID, STRICT',
  ],
};

const KINDS: Readonly<Record<BlockKind | keyof SegmentTables, number>> = {
  terms: 0,
  pathTerms: 1,
  declarations: 2,
  vectors: 3,
  files: 4,
  chunks: 5,
  directory: 6,
  pathDirectory: 7,
};
const TABLES = ['files', 'chunks', 'directory', 'pathDirectory'] as const;
/** When it is full, so much of the limit is kept: those that were used last. */
const KEPT_SHARE = 0.8;

interface Key {
  segment: number;
  kind: keyof typeof KINDS;
  number: number;
}

/** What many indexes of one database have in common: ids of segments are the database's own. One process uses it. */
export class BlockCache {
  readonly #folder: Folder;
  readonly #file: string;
  readonly #maxBytes: number;
  #database: SqliteDatabase;
  #bytes = 0;
  /** Raised with every read: what was used in the same one is equally old. */
  #now = 0;
  readonly #used = new Map<string, Key>();

  private constructor(folder: Folder, file: string, maxBytes: number, database: SqliteDatabase) {
    this.#folder = folder;
    this.#file = file;
    this.#maxBytes = maxBytes;
    this.#database = database;
  }

  /** `file`: of this database alone. */
  static async open(folder: Folder, file: string, maxBytes: number): Promise<BlockCache> {
    const { database } = await openSqlite(folder, file, SCHEMA);
    const cache = new BlockCache(folder, file, maxBytes, database);
    const row = database.prepare('SELECT max(used) AS used, sum(length(data)) AS bytes FROM kept').get();
    cache.#now = Number(row?.used ?? 0);
    cache.#bytes = Number(row?.bytes ?? 0);
    return cache;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Undefined for what is not kept, or kept no longer whole. */
  async get(keys: readonly Key[]): Promise<(Uint8Array | undefined)[]> {
    try {
      this.#now++;
      const select = this.#database.prepare(
        'SELECT data FROM kept WHERE segment = ? AND kind = ? AND number = ?',
      );
      return keys.map((key) => {
        const row = select.get(key.segment, KINDS[key.kind], key.number);
        if (row === undefined) return undefined;
        this.#used.set(`${key.segment} ${key.kind} ${key.number}`, key);
        return whole(row.data);
      });
    } catch (thrown) {
      await this.#startAnew(thrown);
      return keys.map(() => undefined);
    }
  }

  async put(entries: readonly { key: Key; bytes: Uint8Array }[]): Promise<void> {
    if (entries.length === 0) return;
    try {
      writeTransaction(this.#database, () => {
        const insert = this.#database.prepare(
          'INSERT INTO kept(segment, kind, number, used, data) VALUES(?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET data = excluded.data',
        );
        for (const { key, bytes } of entries) {
          insert.run(key.segment, KINDS[key.kind], key.number, this.#now, sealed(bytes));
          this.#bytes += bytes.length;
        }
        if (this.#bytes > this.#maxBytes) this.#shrink();
      });
    } catch (thrown) {
      // A full disk is no reason not to answer.
      if (!(thrown instanceof AppError)) await this.#startAnew(thrown);
    }
  }

  close(): void {
    this.#database.close();
  }

  #shrink(): void {
    const touch = this.#database.prepare(
      'UPDATE kept SET used = ? WHERE segment = ? AND kind = ? AND number = ?',
    );
    for (const { segment, kind, number } of this.#used.values())
      touch.run(this.#now, segment, KINDS[kind], number);
    this.#used.clear();
    const rows = this.#database
      .prepare(
        'SELECT segment, kind, number, length(data) AS bytes FROM kept ORDER BY used DESC, segment DESC, kind, number',
      )
      .all();
    const remove = this.#database.prepare('DELETE FROM kept WHERE segment = ? AND kind = ? AND number = ?');
    let kept = 0;
    for (const { segment, kind, number, bytes } of rows) {
      if (kept + Number(bytes) <= this.#maxBytes * KEPT_SHARE) kept += Number(bytes);
      else remove.run(Number(segment), Number(kind), Number(number));
    }
    this.#bytes = kept;
  }

  async #startAnew(thrown: unknown): Promise<void> {
    if (!saysBadFile(thrown)) throw thrown;
    this.#database.close();
    await setSqliteAside(this.#folder, this.#file);
    this.#database = (await openSqlite(this.#folder, this.#file, SCHEMA)).database;
    this.#bytes = 0;
    this.#used.clear();
  }
}

function whole(data: unknown): Uint8Array | undefined {
  try {
    return unsealed(data);
  } catch (thrown) {
    if (thrown instanceof DamagedIndex) return undefined;
    throw thrown;
  }
}

export class CachedStorage implements IndexStorage {
  readonly #inner: IndexStorage;
  readonly #cache: BlockCache;

  constructor(inner: IndexStorage, cache: BlockCache) {
    this.#inner = inner;
    this.#cache = cache;
  }

  /** While the storage is away, there is nothing new. */
  async state(known?: number): Promise<StoredState | undefined> {
    try {
      return await this.#inner.state(known);
    } catch (thrown) {
      if (known === undefined || known < 0 || !saysAway(thrown)) throw thrown;
      return undefined;
    }
  }

  async segments(ids: readonly number[]): Promise<(SegmentTables | undefined)[]> {
    const keys = ids.flatMap((segment) => TABLES.map((kind): Key => ({ segment, kind, number: 0 })));
    const kept = await this.#cache.get(keys);
    const partsOf = (at: number) => kept.slice(at * TABLES.length, (at + 1) * TABLES.length);
    const lacking = ids.filter((_, at) => partsOf(at).includes(undefined));
    const read = lacking.length === 0 ? [] : await this.#inner.segments(lacking);
    const found = new Map(lacking.map((id, at) => [id, read[at]]));
    await this.#cache.put(
      lacking.flatMap((segment) => {
        const tables = found.get(segment);
        return tables === undefined
          ? []
          : TABLES.map((kind) => ({ key: { segment, kind, number: 0 }, bytes: tables[kind] }));
      }),
    );
    return ids.map((id, at) => {
      if (found.has(id)) return found.get(id);
      const [files, chunks, directory, pathDirectory] = partsOf(at);
      return files && chunks && directory && pathDirectory
        ? { files, chunks, directory, pathDirectory }
        : undefined;
    });
  }

  async blocks(addresses: readonly BlockAddress[]): Promise<(Uint8Array | undefined)[]> {
    const kept = await this.#cache.get(addresses);
    const lacking = addresses.filter((_, at) => kept[at] === undefined);
    if (lacking.length === 0) return kept;
    const read = await this.#inner.blocks(lacking);
    await this.#cache.put(
      lacking.flatMap((key, at) => {
        const bytes = read[at];
        return bytes === undefined ? [] : [{ key, bytes }];
      }),
    );
    const fetched = read.values();
    return kept.map((bytes) => bytes ?? fetched.next().value);
  }

  async commit(base: number, changes: Changes): Promise<Committed | undefined> {
    return await this.#inner.commit(base, changes);
  }

  async sizeBytes(): Promise<number> {
    return await this.#inner.sizeBytes();
  }

  async close(): Promise<void> {
    await this.#inner.close();
  }
}
