/**
 * Indexes in PostgreSQL, by name. A segment and its blocks are rows that are written once; an index names the segments it has, with what may
 * change about them. So indexes share segments: one made from another (`copyIndex`) costs what differs. Ids are made of the
 * time and a sequence, so that none is given twice, not even by a database that was brought back from a backup: what a cache holds under an
 * id stays true.
 */
import { AppError } from '../../errors.ts';
import type { Migration, PostgresDatabase, SqlQuery } from '../../store/for-hub.ts';
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

export const INDEX_TABLES: Migration = {
  name: 'index',
  statements: [
    'CREATE TABLE code_index(id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE, generation integer NOT NULL DEFAULT 0)',
    'CREATE TABLE index_value(index integer NOT NULL REFERENCES code_index ON DELETE CASCADE, name text NOT NULL, value jsonb NOT NULL, PRIMARY KEY(index, name))',
    'CREATE SEQUENCE segment_number',
    "CREATE TABLE segment(id bigint PRIMARY KEY DEFAULT (extract(epoch FROM clock_timestamp()) * 1000)::bigint * 1024 + nextval('segment_number') % 1024, files bytea NOT NULL, chunks bytea NOT NULL, directory bytea NOT NULL, path_directory bytea NOT NULL)",
    'CREATE TABLE index_segment(index integer NOT NULL REFERENCES code_index ON DELETE CASCADE, segment bigint NOT NULL REFERENCES segment, stats bytea NOT NULL, dead bytea NOT NULL, model text, dims integer, vectors integer, PRIMARY KEY(index, segment))',
    'CREATE INDEX index_segment_segment ON index_segment(segment)',
    'CREATE TABLE block(segment bigint NOT NULL REFERENCES segment ON DELETE CASCADE, kind smallint NOT NULL, number integer NOT NULL, data bytea NOT NULL, PRIMARY KEY(segment, kind, number))',
    // They do not get smaller: postings and vectors are packed, and compressing them again took most of the time of a commit.
    'ALTER TABLE block ALTER COLUMN data SET STORAGE EXTERNAL',
    'ALTER TABLE segment ALTER COLUMN files SET STORAGE EXTERNAL, ALTER COLUMN chunks SET STORAGE EXTERNAL, ALTER COLUMN directory SET STORAGE EXTERNAL, ALTER COLUMN path_directory SET STORAGE EXTERNAL',
  ],
};

const KIND_CODES: Readonly<Record<BlockKind, number>> = {
  terms: 0,
  pathTerms: 1,
  declarations: 2,
  vectors: 3,
};
const BLOCK_KINDS = ['terms', 'pathTerms', 'declarations', 'vectors'] as const;
/** So much is sent in one statement: its text is twice as long, and a driver holds it whole. */
const MOST_STATEMENT_BYTES = 8 * 1024 * 1024;

export class PostgresStorage implements IndexStorage {
  readonly #database: PostgresDatabase;
  readonly #index: number;

  private constructor(database: PostgresDatabase, index: number) {
    this.#database = database;
    this.#index = index;
  }

  /** Makes the index if there is none of that name. The caller closes the database. */
  static async open(database: PostgresDatabase, name: string): Promise<PostgresStorage> {
    await database.query('INSERT INTO code_index(name) VALUES($1) ON CONFLICT(name) DO NOTHING', [name]);
    const [row] = await database.query('SELECT id FROM code_index WHERE name = $1', [name]);
    if (row === undefined)
      throw new AppError('conflict', 'index_removed', 'The index was removed meanwhile.');
    return new PostgresStorage(database, Number(row.id));
  }

  async state(known?: number): Promise<StoredState | undefined> {
    if (known !== undefined && (await this.#generation(this.#database.query)) === known) return undefined;
    return await this.#database.transaction(async (query) => {
      const generation = await this.#generation(query);
      const segments = await query(
        'SELECT segment, stats, dead, model, dims, vectors FROM index_segment WHERE index = $1 ORDER BY segment',
        [this.#index],
      );
      const values = await query('SELECT name, value FROM index_value WHERE index = $1', [this.#index]);
      return {
        generation,
        segments: segments.map((row) => segmentState(row.segment, row)),
        values: new Map(values.map(({ name, value }) => [String(name), value as StoredValue])),
      };
    }, 'REPEATABLE READ');
  }

  async segments(ids: readonly number[]): Promise<(SegmentTables | undefined)[]> {
    const rows = await this.#database.query(
      'SELECT s.* FROM segment s JOIN index_segment i ON i.segment = s.id WHERE i.index = $1 AND s.id = ANY($2::bigint[])',
      [this.#index, ids],
    );
    const found = new Map(rows.map((row) => [Number(row.id), row]));
    return ids.map((id) => {
      const row = found.get(id);
      return row && segmentTables(row);
    });
  }

  async blocks(addresses: readonly BlockAddress[]): Promise<(Uint8Array | undefined)[]> {
    // Vectors that were made again for this index may still be there for another.
    const rows = await this.#database.query(
      `SELECT a.at, b.data FROM unnest($2::bigint[], $3::smallint[], $4::integer[]) WITH ORDINALITY AS a(segment, kind, number, at)
       JOIN index_segment i ON i.index = $1 AND i.segment = a.segment
       JOIN block b ON b.segment = a.segment AND b.kind = a.kind AND b.number = a.number
       WHERE a.kind <> ${KIND_CODES.vectors} OR i.vectors = a.number`,
      [
        this.#index,
        addresses.map(({ segment }) => segment),
        addresses.map(({ kind }) => KIND_CODES[kind]),
        addresses.map(({ number }) => number),
      ],
    );
    const found = new Map(rows.map(({ at, data }) => [Number(at), data]));
    return addresses.map((_, at) => (found.has(at + 1) ? unsealed(found.get(at + 1)) : undefined));
  }

  async commit(base: number, changes: Changes): Promise<Committed | undefined> {
    const left: number[] = [];
    const committed = await this.#database.transaction(async (query) => {
      const [row] = await query('SELECT generation FROM code_index WHERE id = $1 FOR UPDATE', [this.#index]);
      if (row === undefined) throw new DamagedIndex('the index was removed');
      if (Number(row.generation) !== base) return undefined;
      const inserted: number[] = [];
      for (const { parts, dead } of changes.insert ?? [])
        inserted.push(await this.#insert(query, parts, dead));
      for (const { id, stats, dead } of changes.update ?? []) {
        const updated = await query(
          'UPDATE index_segment SET stats = $3, dead = $4 WHERE index = $1 AND segment = $2 RETURNING segment',
          [this.#index, id, sealed(stats), sealed(dead)],
        );
        if (updated.length !== 1) throw missingSegment();
      }
      if (changes.vectors !== undefined) await this.#setVectors(query, changes.vectors);
      left.push(...(changes.remove ?? []), ...(changes.release ?? []));
      if (left.length > 0)
        await query('DELETE FROM index_segment WHERE index = $1 AND segment = ANY($2::bigint[])', [
          this.#index,
          left,
        ]);
      for (const [name, value] of Object.entries(changes.values ?? {}))
        await query(
          'INSERT INTO index_value(index, name, value) VALUES($1, $2, $3) ON CONFLICT(index, name) DO UPDATE SET value = excluded.value',
          [this.#index, name, JSON.stringify(value)],
        );
      await query('UPDATE code_index SET generation = $2 WHERE id = $1', [this.#index, base + 1]);
      return { generation: base + 1, inserted };
    });
    if (committed !== undefined && left.length > 0) await removeUnused(this.#database, left);
    return committed;
  }

  async sizeBytes(): Promise<number> {
    const [row] = await this.#database.query(
      `SELECT coalesce(sum(length(files) + length(chunks) + length(directory) + length(path_directory)), 0)::float8
         + (SELECT coalesce(sum(length(b.data)), 0) FROM block b JOIN index_segment i ON i.segment = b.segment WHERE i.index = $1)::float8 AS bytes
       FROM segment s JOIN index_segment i ON i.segment = s.id WHERE i.index = $1`,
      [this.#index],
    );
    return Number(row?.bytes);
  }

  /** This one; if another of the same name took its place, that one stays. */
  async remove(): Promise<void> {
    await removeById(this.#database, this.#index);
  }

  async close(): Promise<void> {}

  async #insert(query: SqlQuery, parts: SegmentParts, dead: Uint8Array): Promise<number> {
    const [row] = await query(
      'INSERT INTO segment(files, chunks, directory, path_directory) VALUES($1, $2, $3, $4) RETURNING id',
      [
        sealed(parts.files),
        sealed(parts.chunks),
        sealed(parts.terms.directory),
        sealed(parts.pathTerms.directory),
      ],
    );
    const id = Number(row?.id);
    const { vectors } = parts;
    await query(
      'INSERT INTO index_segment(index, segment, stats, dead, model, dims, vectors) VALUES($1, $2, $3, $4, $5, $6, $7)',
      [
        this.#index,
        id,
        sealed(parts.stats),
        sealed(dead),
        vectors?.model ?? null,
        vectors?.dims ?? null,
        vectors === undefined ? null : 0,
      ],
    );
    for (const kind of BLOCK_KINDS) await insertBlocks(query, id, kind, allBlocks(packedBlocks(parts, kind)));
    return id;
  }

  async #setVectors(query: SqlQuery, { id, vectors }: NonNullable<Changes['vectors']>): Promise<void> {
    const [highest] = await query(
      'SELECT max(number) AS number FROM block WHERE segment = $1 AND kind = $2',
      [id, KIND_CODES.vectors],
    );
    const number = highest?.number === null || highest === undefined ? 0 : Number(highest.number) + 1;
    const updated = await query(
      'UPDATE index_segment SET model = $3, dims = $4, vectors = $5 WHERE index = $1 AND segment = $2 RETURNING segment',
      [this.#index, id, vectors.model, vectors.dims, number],
    );
    if (updated.length !== 1) throw missingSegment();
    await insertBlocks(query, id, 'vectors', [vectorBytes(vectors)], number);
    await query(
      `DELETE FROM block b WHERE b.segment = $1 AND b.kind = $2 AND b.number < $3
         AND NOT EXISTS(SELECT FROM index_segment i WHERE i.segment = $1 AND i.vectors = b.number)`,
      [id, KIND_CODES.vectors, number],
    );
  }

  async #generation(query: SqlQuery): Promise<number> {
    const [row] = await query('SELECT generation FROM code_index WHERE id = $1', [this.#index]);
    if (row === undefined) throw new DamagedIndex('the index was removed');
    return Number(row.generation);
  }
}

/** The index `to` has what `from` has, and from then on each its own; false if `to` is there already or `from` is not. */
export async function copyIndex(database: PostgresDatabase, from: string, to: string): Promise<boolean> {
  return await database.transaction(async (query) => {
    const [source] = await query('SELECT id FROM code_index WHERE name = $1 FOR SHARE', [from]);
    if (source === undefined) return false;
    const [made] = await query(
      'INSERT INTO code_index(name, generation) VALUES($1, 1) ON CONFLICT(name) DO NOTHING RETURNING id',
      [to],
    );
    if (made === undefined) return false;
    await query(
      `INSERT INTO index_segment(index, segment, stats, dead, model, dims, vectors)
       SELECT $2, segment, stats, dead, model, dims, vectors FROM index_segment WHERE index = $1`,
      [source.id, made.id],
    );
    await query(
      'INSERT INTO index_value(index, name, value) SELECT $2, name, value FROM index_value WHERE index = $1',
      [source.id, made.id],
    );
    return true;
  });
}

/** With the segments that no other index has. */
export async function removeIndex(database: PostgresDatabase, name: string): Promise<void> {
  const [row] = await database.query('SELECT id FROM code_index WHERE name = $1', [name]);
  if (row !== undefined) await removeById(database, Number(row.id));
}

async function removeById(database: PostgresDatabase, id: number): Promise<void> {
  const rows = await database.query('SELECT segment FROM index_segment WHERE index = $1', [id]);
  await database.query('DELETE FROM code_index WHERE id = $1', [id]);
  await removeUnused(
    database,
    rows.map(({ segment }) => Number(segment)),
  );
}

const FOREIGN_KEY_VIOLATION = '23503';

/** After the commit: a copy of the index that is made meanwhile keeps them, and then there is nothing to do. */
async function removeUnused(database: PostgresDatabase, ids: readonly number[]): Promise<void> {
  try {
    await database.query(
      'DELETE FROM segment s WHERE s.id = ANY($1::bigint[]) AND NOT EXISTS(SELECT FROM index_segment i WHERE i.segment = s.id)',
      [ids],
    );
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === FOREIGN_KEY_VIOLATION)) throw thrown;
  }
}

async function insertBlocks(
  query: SqlQuery,
  segment: number,
  kind: BlockKind,
  blocks: readonly Uint8Array[],
  first = 0,
): Promise<void> {
  for (let from = 0, to = 0; from < blocks.length; from = to) {
    for (let bytes = 0; to < blocks.length && (to === from || bytes < MOST_STATEMENT_BYTES); to++)
      bytes += blocks[to]?.length ?? 0;
    const batch = blocks.slice(from, to);
    await query(
      'INSERT INTO block(segment, kind, number, data) SELECT $1, $2, b.number, b.data FROM unnest($3::integer[], $4::bytea[]) AS b(number, data)',
      [
        segment,
        KIND_CODES[kind],
        batch.map((_, at) => first + from + at),
        batch.map((block) => Buffer.from(sealed(block))),
      ],
    );
  }
}
