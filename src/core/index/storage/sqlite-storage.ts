/**
 * Indexes in one SQLite file, by name: one, or one for each work tree of a repository. A segment and its blocks are rows that are written
 * once; an index names the segments it has, with what may change about them, as in PostgreSQL. Knows bytes and rows, not what they
 * mean. Everything read is checked (sealed.ts).
 */
import {
  readTransaction,
  type SqliteDatabase,
  type SqliteSchema,
  type SqliteStatement,
  writeTransaction,
} from '../../store/index.ts';
import { ANALYSIS_VERSION } from '../contract.ts';
import { allBlocks, DamagedIndex } from '../segment/bytes.ts';
import { packedBlocks, type SegmentParts, type SegmentTables, vectorBytes } from '../segment/segment.ts';
import { sealed, unsealed } from './sealed.ts';
import { missingSegment, segmentState, segmentTables } from './segment-row.ts';
import {
  collectSegments,
  deleteSegment,
  type IndexOwner,
  isUsed,
  rowOf,
  spareSegments,
} from './sqlite-segments.ts';
import type {
  BlockAddress,
  Changes,
  Committed,
  IndexStorage,
  SharedSegments,
  StoredState,
  StoredValue,
} from './storage.ts';

export const INDEX_FILE = 'index.sqlite';

export const INDEX_SCHEMA: SqliteSchema = {
  // "pilb" in ASCII.
  applicationId: 0x70_69_6c_62,
  version: 5,
  tables: [
    'CREATE TABLE meta(name TEXT PRIMARY KEY, value ANY NOT NULL) WITHOUT ROWID, STRICT',
    'CREATE TABLE code_index(name TEXT PRIMARY KEY, generation INTEGER NOT NULL, seen INTEGER NOT NULL) WITHOUT ROWID, STRICT',
    'CREATE TABLE index_value(code_index TEXT NOT NULL, name TEXT NOT NULL, value ANY NOT NULL, PRIMARY KEY(code_index, name)) WITHOUT ROWID, STRICT',
    'CREATE TABLE index_segment(code_index TEXT NOT NULL, segment INTEGER NOT NULL, stats BLOB NOT NULL, dead BLOB NOT NULL, model TEXT, dims INTEGER, vectors INTEGER, PRIMARY KEY(code_index, segment)) WITHOUT ROWID, STRICT',
    'CREATE TABLE segment(id INTEGER PRIMARY KEY, analysis INTEGER NOT NULL, bytes INTEGER NOT NULL, released INTEGER NOT NULL, model TEXT, dims INTEGER, files BLOB NOT NULL, chunks BLOB NOT NULL, directory BLOB NOT NULL, path_directory BLOB NOT NULL) STRICT',
    'CREATE TABLE block(id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT',
  ],
};

/** Values of the file, which only this class reads. Both only rise, also when an index or a segment is removed. */
const LAST_GENERATION = 'generation';
const LAST_ID = 'segments';

export class SqliteStorage implements IndexStorage {
  readonly #database: SqliteDatabase;
  readonly #owner: IndexOwner;
  readonly #prepared = new Map<string, SqliteStatement>();
  readonly shared: SharedSegments;

  constructor(database: SqliteDatabase, owner: IndexOwner) {
    this.#database = database;
    this.#owner = owner;
    this.shared = {
      spare: async () => spareSegments(database, owner.name, ANALYSIS_VERSION),
      collect: async () => collectSegments(database, owner, ANALYSIS_VERSION),
    };
  }

  async state(known?: number): Promise<StoredState | undefined> {
    if (known !== undefined && this.#generation() === known) return undefined;
    return readTransaction(this.#database, () => ({
      generation: this.#generation(),
      segments: this.#sql(
        'SELECT segment, stats, dead, model, dims, vectors FROM index_segment WHERE code_index = ? ORDER BY segment',
      )
        .all(this.#owner.name)
        .map((row) => segmentState(row.segment, row)),
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
      const { name } = this.#owner;
      const inserted = (changes.insert ?? []).map(({ parts, dead }) => this.#insert(parts, dead));
      for (const one of changes.adopt ?? []) this.#adopt(one);
      const update = this.#sql(
        'UPDATE index_segment SET stats = ?, dead = ? WHERE code_index = ? AND segment = ?',
      );
      for (const { id, stats, dead } of changes.update ?? [])
        if (update.run(sealed(stats), sealed(dead), name, id).changes !== 1) throw missingSegment();
      if (changes.vectors !== undefined) this.#setVectors(changes.vectors);
      for (const id of changes.remove ?? []) this.#remove(id);
      for (const id of changes.release ?? []) this.#release(id);
      for (const [value, to] of Object.entries(changes.values ?? {}))
        this.#sql(
          'INSERT INTO index_value(code_index, name, value) VALUES(?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
        ).run(name, value, to);
      return { generation: this.#nextGeneration(), inserted };
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
    const { vectors } = parts;
    const blocks = (['terms', 'pathTerms', 'declarations', 'vectors'] as const).map((kind) => ({
      kind,
      all: allBlocks(packedBlocks(parts, kind)),
    }));
    const tables = [parts.files, parts.chunks, parts.terms.directory, parts.pathTerms.directory];
    let bytes = 0;
    for (const part of [...tables, ...blocks.flatMap(({ all }) => all)]) bytes += part.length;
    this.#sql(
      'INSERT INTO segment(id, analysis, bytes, released, model, dims, files, chunks, directory, path_directory) VALUES(?, ?, ?, 0, ?, ?, ?, ?, ?, ?)',
    ).run(
      id,
      ANALYSIS_VERSION,
      bytes,
      vectors?.model ?? null,
      vectors?.dims ?? null,
      ...tables.map((table) => sealed(table)),
    );
    for (const { kind, all } of blocks)
      for (const [number, block] of all.entries()) this.#insertBlock(rowOf(id, kind, number), block);
    this.#name(id, parts.stats, dead, vectors);
    return id;
  }

  #adopt({ id, stats, dead }: NonNullable<Changes['adopt']>[number]): void {
    const row = this.#sql('SELECT model, dims FROM segment WHERE id = ?').get(id);
    if (row === undefined) return;
    const { model, dims } = row;
    const hasVectors = typeof model === 'string' && typeof dims === 'number';
    this.#name(id, stats, dead, hasVectors ? { model, dims } : undefined);
  }

  /** The index has the segment from now on, with the vectors that it was made with. */
  #name(
    id: number,
    stats: Uint8Array,
    dead: Uint8Array,
    vectors: { model: string; dims: number } | undefined,
  ): void {
    this.#sql(
      'INSERT INTO index_segment(code_index, segment, stats, dead, model, dims, vectors) VALUES(?, ?, ?, ?, ?, ?, ?)',
    ).run(
      this.#owner.name,
      id,
      sealed(stats),
      sealed(dead),
      vectors?.model ?? null,
      vectors?.dims ?? null,
      vectors === undefined ? null : 0,
    );
  }

  #setVectors({ id, vectors }: NonNullable<Changes['vectors']>): void {
    const { name } = this.#owner;
    const before = this.#sql('SELECT vectors FROM index_segment WHERE code_index = ? AND segment = ?').get(
      name,
      id,
    );
    if (before === undefined) throw missingSegment();
    const [first, end] = [rowOf(id, 'vectors', 0), rowOf(id + 1, 'terms', 0)];
    const last = this.#sql('SELECT max(id) AS id FROM block WHERE id >= ? AND id < ?').get(first, end)?.id;
    const block = typeof last === 'number' ? last - first + 1 : 0;
    this.#sql(
      'UPDATE index_segment SET model = ?, dims = ?, vectors = ? WHERE code_index = ? AND segment = ?',
    ).run(vectors.model, vectors.dims, block, name, id);
    const old = before.vectors;
    if (typeof old === 'number' && !this.#hasVectors(id, old)) {
      this.#sql('DELETE FROM block WHERE id = ?').run(first + old);
      // Those it was made with; who adopts it now gets none.
      if (old === 0) this.#sql('UPDATE segment SET model = NULL, dims = NULL WHERE id = ?').run(id);
    }
    this.#insertBlock(first + block, vectorBytes(vectors));
  }

  #hasVectors(id: number, block: number): boolean {
    return (
      this.#sql('SELECT 1 FROM index_segment WHERE segment = ? AND vectors = ?').get(id, block) !== undefined
    );
  }

  #remove(id: number): void {
    this.#leave(id);
    if (!isUsed(this.#database, id)) deleteSegment(this.#database, id);
  }

  #release(id: number): void {
    this.#leave(id);
    this.#sql('UPDATE segment SET released = ? WHERE id = ?').run(this.#owner.now(), id);
  }

  #leave(id: number): void {
    this.#sql('DELETE FROM index_segment WHERE code_index = ? AND segment = ?').run(this.#owner.name, id);
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

  /** One count for all indexes: of an index that was removed and made again, too, no reader takes one state for another. */
  #nextGeneration(): number {
    const generation = Number(this.#value(LAST_GENERATION) ?? 0) + 1;
    this.#setValue(LAST_GENERATION, generation);
    this.#sql(
      'INSERT INTO code_index(name, generation, seen) VALUES(?, ?, ?) ON CONFLICT DO UPDATE SET generation = excluded.generation, seen = excluded.seen',
    ).run(this.#owner.name, generation, this.#owner.now());
    return generation;
  }

  #generation(): number {
    const row = this.#sql('SELECT generation FROM code_index WHERE name = ?').get(this.#owner.name);
    return Number(row?.generation ?? 0);
  }

  #value(name: string): unknown {
    return this.#sql('SELECT value FROM meta WHERE name = ?').get(name)?.value;
  }

  #values(): Map<string, StoredValue> {
    const values = new Map<string, StoredValue>();
    const rows = this.#sql('SELECT name, value FROM index_value WHERE code_index = ?').all(this.#owner.name);
    for (const { name, value } of rows)
      if (typeof value === 'string' || typeof value === 'number') values.set(String(name), value);
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

/** So that a block's row is a safe integer. */
const MOST_SEGMENTS = 2 ** 30;
