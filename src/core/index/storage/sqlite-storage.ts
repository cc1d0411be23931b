/**
 * The index in one SQLite file. `segment` holds the tables and the state of each segment, `block` its blocks, `meta` the named values. Knows
 * bytes and rows, not what they mean. Everything read is checked (sealed.ts).
 */
import {
  readTransaction,
  type SqliteDatabase,
  type SqliteSchema,
  type SqliteStatement,
  writeTransaction,
} from '../../store/index.ts';
import { allBlocks, DamagedIndex } from '../segment/bytes.ts';
import {
  type BlockKind,
  packedBlocks,
  type SegmentParts,
  type SegmentTables,
  vectorBytes,
} from '../segment/segment.ts';
import { sealed, unsealed } from './sealed.ts';
import { missingSegment, segmentState, segmentTables } from './segment-row.ts';
import type { BlockAddress, Changes, Committed, IndexStorage, StoredState, StoredValue } from './storage.ts';

export const INDEX_FILE = 'index.sqlite';

export const INDEX_SCHEMA: SqliteSchema = {
  // "pilb" in ASCII.
  applicationId: 0x70_69_6c_62,
  version: 4,
  tables: [
    'CREATE TABLE meta(name TEXT PRIMARY KEY, value ANY NOT NULL) WITHOUT ROWID, STRICT',
    'CREATE TABLE segment(id INTEGER PRIMARY KEY, files BLOB NOT NULL, stats BLOB NOT NULL, dead BLOB NOT NULL, chunks BLOB NOT NULL, directory BLOB NOT NULL, path_directory BLOB NOT NULL, model TEXT, dims INTEGER, vectors INTEGER) STRICT',
    'CREATE TABLE block(id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT',
  ],
};

/** Values that only this file reads. */
const GENERATION = 'generation';
const LAST_ID = 'segments';

export class SqliteStorage implements IndexStorage {
  readonly #database: SqliteDatabase;
  readonly #prepared = new Map<string, SqliteStatement>();

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  async state(known?: number): Promise<StoredState | undefined> {
    if (known !== undefined && this.#generation() === known) return undefined;
    return readTransaction(this.#database, () => ({
      generation: this.#generation(),
      segments: this.#sql('SELECT id, stats, dead, model, dims, vectors FROM segment ORDER BY id')
        .all()
        .map((row) => segmentState(row.id, row)),
      values: this.#values(),
    }));
  }

  async segments(ids: readonly number[]): Promise<(SegmentTables | undefined)[]> {
    const select = this.#sql('SELECT files, chunks, directory, path_directory FROM segment WHERE id = ?');
    return readTransaction(this.#database, () =>
      ids.map((id) => {
        const row = select.get(id);
        return row && segmentTables(row);
      }),
    );
  }

  async blocks(addresses: readonly BlockAddress[]): Promise<(Uint8Array | undefined)[]> {
    const select = this.#sql('SELECT data FROM block WHERE id = ?');
    return readTransaction(this.#database, () =>
      addresses.map(({ segment, kind, number }) => {
        const row = select.get(rowOf(segment, kind, number));
        return row && unsealed(row.data);
      }),
    );
  }

  async commit(base: number, changes: Changes): Promise<Committed | undefined> {
    return writeTransaction(this.#database, () => {
      if (this.#generation() !== base) return undefined;
      const inserted = (changes.insert ?? []).map(({ parts, dead }) => this.#insert(parts, dead));
      const update = this.#sql('UPDATE segment SET stats = ?, dead = ? WHERE id = ?');
      for (const { id, stats, dead } of changes.update ?? [])
        if (update.run(sealed(stats), sealed(dead), id).changes !== 1) throw missingSegment();
      if (changes.vectors !== undefined) this.#setVectors(changes.vectors);
      for (const id of changes.remove ?? []) this.#remove(id);
      for (const [name, value] of Object.entries(changes.values ?? {})) this.#setValue(name, value);
      this.#setValue(GENERATION, base + 1);
      return { generation: base + 1, inserted };
    });
  }

  async sizeBytes(): Promise<number> {
    const pages = Number(this.#sql('PRAGMA page_count').get()?.page_count);
    return pages * Number(this.#sql('PRAGMA page_size').get()?.page_size);
  }

  async close(): Promise<void> {
    this.#database.close();
  }

  #insert(parts: SegmentParts, dead: Uint8Array): number {
    const id = this.#nextId();
    this.#sql(
      'INSERT INTO segment(id, files, stats, dead, chunks, directory, path_directory, model, dims, vectors) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ).run(
      id,
      sealed(parts.files),
      sealed(parts.stats),
      sealed(dead),
      sealed(parts.chunks),
      sealed(parts.terms.directory),
      sealed(parts.pathTerms.directory),
      parts.vectors?.model ?? null,
      parts.vectors?.dims ?? null,
      parts.vectors === undefined ? null : 0,
    );
    for (const kind of ['terms', 'pathTerms', 'declarations', 'vectors'] as const)
      for (const [number, block] of allBlocks(packedBlocks(parts, kind)).entries())
        this.#insertBlock(rowOf(id, kind, number), block);
    return id;
  }

  #setVectors({ id, vectors }: NonNullable<Changes['vectors']>): void {
    const before = this.#sql('SELECT vectors FROM segment WHERE id = ?').get(id);
    if (before === undefined) throw missingSegment();
    const old = typeof before.vectors === 'number' ? before.vectors : undefined;
    const block = old === undefined ? 0 : old + 1;
    this.#sql('UPDATE segment SET model = ?, dims = ?, vectors = ? WHERE id = ?').run(
      vectors.model,
      vectors.dims,
      block,
      id,
    );
    if (old !== undefined) this.#sql('DELETE FROM block WHERE id = ?').run(rowOf(id, 'vectors', old));
    this.#insertBlock(rowOf(id, 'vectors', block), vectorBytes(vectors));
  }

  #remove(id: number): void {
    this.#sql('DELETE FROM segment WHERE id = ?').run(id);
    this.#sql('DELETE FROM block WHERE id >= ? AND id < ?').run(
      rowOf(id, 'terms', 0),
      rowOf(id + 1, 'terms', 0),
    );
  }

  #insertBlock(row: number, block: Uint8Array): void {
    this.#sql('INSERT INTO block(id, data) VALUES(?, ?)').run(row, sealed(block));
  }

  /** Never used twice: a reader that missed a change must not take one segment for another. */
  #nextId(): number {
    const id = Number(this.#value(LAST_ID) ?? 0) + 1;
    const highest = Number(this.#sql('SELECT max(id) AS id FROM segment').get()?.id ?? 0);
    if (id <= highest || id > MOST_SEGMENTS)
      throw new DamagedIndex('the number of the last segment is wrong');
    this.#setValue(LAST_ID, id);
    return id;
  }

  #generation(): number {
    return Number(this.#value(GENERATION) ?? 0);
  }

  #value(name: string): unknown {
    return this.#sql('SELECT value FROM meta WHERE name = ?').get(name)?.value;
  }

  #values(): Map<string, StoredValue> {
    const values = new Map<string, StoredValue>();
    for (const { name, value } of this.#sql('SELECT name, value FROM meta').all())
      if (typeof value === 'string' || typeof value === 'number') values.set(String(name), value);
    values.delete(GENERATION);
    values.delete(LAST_ID);
    return values;
  }

  #setValue(name: string, value: StoredValue): void {
    this.#sql(
      'INSERT INTO meta(name, value) VALUES(?, ?) ON CONFLICT(name) DO UPDATE SET value = excluded.value',
    ).run(name, value);
  }

  /** Prepared once. */
  #sql(text: string): SqliteStatement {
    let statement = this.#prepared.get(text);
    if (statement === undefined) {
      statement = this.#database.prepare(text);
      this.#prepared.set(text, statement);
    }
    return statement;
  }
}

/** A block's row: the segment, then the kind, then the number within the kind, all in one integer. */
const KIND_CODES: Readonly<Record<BlockKind, number>> = {
  terms: 0,
  pathTerms: 1,
  declarations: 2,
  vectors: 3,
};
const NUMBERS = 2 ** 20;
const KINDS = 4;
/** So that a block's row is a safe integer. */
const MOST_SEGMENTS = 2 ** 30;

function rowOf(segment: number, kind: BlockKind, number: number): number {
  return (segment * KINDS + KIND_CODES[kind]) * NUMBERS + number;
}
