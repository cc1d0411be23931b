/** The index in SQLite: segments, their blocks, a few named values. Knows bytes and rows, not what they mean. */
import { readTransaction, type SqliteDatabase, type SqliteRow, writeTransaction } from '../../store/index.ts';
import { DamagedIndex } from '../segment/damaged.ts';
import { blockAt, oneBlock, type PackedBlocks } from '../segment/packed-blocks.ts';
import type { SegmentParts, SegmentVectors } from '../segment/parts.ts';
import { type BlockKind, type BlockSource, Segment, type SegmentTables } from '../segment/segment.ts';
import { blockId, blockRange, MOST_SEGMENTS } from './block-id.ts';
import { sealed, unsealed } from './checksum.ts';
import { Statements } from './statements.ts';

export interface StoredSegment {
  id: number;
  segment: Segment;
  /** A byte for each file, 1 for those that are gone; empty if none is. */
  dead: Uint8Array;
}

/** What may change in a stored segment. */
export interface SegmentState {
  id: number;
  stats: Uint8Array;
  dead: Uint8Array;
  model: string | null;
}

const GENERATION = 'generation';

export class IndexStore {
  readonly database: SqliteDatabase;
  readonly sql: Statements;

  constructor(database: SqliteDatabase) {
    this.database = database;
    this.sql = new Statements(database);
  }

  read<T>(work: () => T): T {
    return readTransaction(this.database, work);
  }

  /** Whoever writes raises the generation, so that other processes see that they must look again. */
  write<T>(work: () => T): T {
    return writeTransaction(this.database, () => {
      const result = work();
      this.setMeta(GENERATION, this.generation() + 1);
      return result;
    });
  }

  generation(): number {
    return Number(this.meta(GENERATION) ?? 0);
  }

  meta(name: string): string | number | undefined {
    const value = this.sql.get('SELECT value FROM meta WHERE name = ?', name)?.value;
    return typeof value === 'string' || typeof value === 'number' ? value : undefined;
  }

  setMeta(name: string, value: string | number): void {
    this.sql.run(
      'INSERT INTO meta(name, value) VALUES(?, ?) ON CONFLICT(name) DO UPDATE SET value = excluded.value',
      name,
      value,
    );
  }

  states(): SegmentState[] {
    const rows = this.sql.all('SELECT id, stats, dead, model FROM segment ORDER BY id');
    return rows.map((row) => ({
      id: Number(row.id),
      stats: unsealed(row.stats),
      dead: unsealed(row.dead),
      model: typeof row.model === 'string' ? row.model : null,
    }));
  }

  segment(id: number): StoredSegment {
    const row = this.sql.get('SELECT * FROM segment WHERE id = ?', id);
    if (row === undefined) throw new DamagedIndex('a segment is missing');
    const segment = new Segment(tablesOf(row), this.blocks(id));
    const dead = unsealed(row.dead);
    if (dead.length !== 0 && dead.length !== segment.files.length)
      throw new DamagedIndex('the list of the dead does not fit the files');
    return { id, segment, dead };
  }

  blocks(id: number): BlockSource {
    return { read: (kind, number) => this.#block(id, kind, number) };
  }

  insert(parts: SegmentParts): number {
    const { terms, pathTerms, declarations, vectors } = parts;
    const id = this.#nextSegmentId();
    this.sql.run(
      'INSERT INTO segment(id, files, stats, dead, chunks, directory, path_directory, model, dims) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)',
      id,
      sealed(parts.files),
      sealed(parts.stats),
      sealed(new Uint8Array()),
      sealed(parts.chunks),
      sealed(terms.directory),
      sealed(pathTerms.directory),
      vectors?.model ?? null,
      vectors?.dims ?? null,
    );
    this.#insertBlocks(id, 'terms', terms.blocks);
    this.#insertBlocks(id, 'pathTerms', pathTerms.blocks);
    this.#insertBlocks(id, 'declarations', declarations);
    if (vectors !== undefined) this.#insertBlocks(id, 'vectors', oneBlock(bytesOf(vectors)));
    return id;
  }

  setDead(id: number, dead: Uint8Array): void {
    this.sql.run('UPDATE segment SET dead = ? WHERE id = ?', sealed(dead), id);
  }

  setStats(id: number, stats: Uint8Array): void {
    this.sql.run('UPDATE segment SET stats = ? WHERE id = ?', sealed(stats), id);
  }

  setVectors(id: number, vectors: SegmentVectors): void {
    this.sql.run('UPDATE segment SET model = ?, dims = ? WHERE id = ?', vectors.model, vectors.dims, id);
    this.sql.run('DELETE FROM block WHERE id = ?', blockId(id, 'vectors', 0));
    this.#insertBlocks(id, 'vectors', oneBlock(bytesOf(vectors)));
  }

  remove(id: number): void {
    this.sql.run('DELETE FROM segment WHERE id = ?', id);
    this.sql.run('DELETE FROM block WHERE id >= ? AND id < ?', ...blockRange(id));
  }

  sizeBytes(): number {
    const pages = Number(this.sql.get('PRAGMA page_count')?.page_count);
    return pages * Number(this.sql.get('PRAGMA page_size')?.page_size);
  }

  close(): void {
    this.database.close();
  }

  /** Never used twice: a reader that missed a change must not take one segment for another. */
  #nextSegmentId(): number {
    const id = Number(this.meta('segments') ?? 0) + 1;
    const highest = Number(this.sql.get('SELECT max(id) AS id FROM segment')?.id ?? 0);
    if (id <= highest || id > MOST_SEGMENTS)
      throw new DamagedIndex('the number of the last segment is wrong');
    this.setMeta('segments', id);
    return id;
  }

  #insertBlocks(id: number, kind: BlockKind, blocks: PackedBlocks): void {
    for (let number = 0; number < blocks.ends.length; number++) {
      const data = sealed(blockAt(blocks, number) ?? new Uint8Array());
      this.sql.run('INSERT INTO block(id, data) VALUES(?, ?)', blockId(id, kind, number), data);
    }
  }

  #block(id: number, kind: BlockKind, number: number): Uint8Array {
    return unsealed(this.sql.get('SELECT data FROM block WHERE id = ?', blockId(id, kind, number))?.data);
  }
}

function tablesOf(row: SqliteRow): SegmentTables {
  const { model, dims } = row;
  return {
    files: unsealed(row.files),
    stats: unsealed(row.stats),
    chunks: unsealed(row.chunks),
    directory: unsealed(row.directory),
    pathDirectory: unsealed(row.path_directory),
    vectors: typeof model === 'string' && typeof dims === 'number' ? { model, dims } : undefined,
  };
}

function bytesOf({ matrix }: SegmentVectors): Uint8Array<ArrayBuffer> {
  return new Uint8Array(matrix.buffer, matrix.byteOffset, matrix.byteLength);
}
