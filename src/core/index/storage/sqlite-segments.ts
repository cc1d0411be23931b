/** The segments in a file of SQLite, whichever indexes have them: what can be adopted, and what goes when nobody needs it. */
import { readTransaction, type SqliteDatabase, writeTransaction } from '../../store/index.ts';
import type { BlockKind } from '../segment/segment.ts';
import { unsealed } from './sealed.ts';
import type { SpareSegment } from './storage.ts';

/** Whose index it is, among those in the file. */
export interface IndexOwner {
  name: string;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Whether what the index of that name is of does not exist any more. */
  isGone(name: string): boolean;
}

/** Of a repository without other work trees, or of the one that it was cloned into. */
export const MAIN_INDEX = 'main';

/** For a file that holds one index. */
export function onlyOwner(now: () => number): IndexOwner {
  return { name: MAIN_INDEX, now, isGone: () => false };
}

/** An index that nobody refreshed for so long is removed; its segments go when there is no room for them. */
const UNSEEN_MS = 60 * 24 * 60 * 60 * 1_000;

const USED = 'SELECT segment FROM index_segment';

export function spareSegments(database: SqliteDatabase, index: string, analysis: number): SpareSegment[] {
  return readTransaction(database, () =>
    database
      .prepare(
        `SELECT id, files, model FROM segment WHERE analysis = ? AND id NOT IN (${USED} WHERE code_index = ?)`,
      )
      .all(analysis, index)
      .map(({ id, files, model }) => ({
        id: Number(id),
        files: unsealed(files),
        model: typeof model === 'string' ? model : undefined,
      })),
  );
}

/**
 * Removes indexes of what is gone, then segments that no index has: those of another analysis, and of the rest the ones that were released
 * first, until they take no more room than those in use. One after the other, so that nobody waits for long to write.
 */
export function collectSegments(database: SqliteDatabase, owner: IndexOwner, analysis: number): void {
  removeIndexes(database, owner);
  for (let next = firstToGo(database, analysis); next !== undefined; next = firstToGo(database, analysis)) {
    const id = next;
    writeTransaction(database, () => {
      // Somebody may have adopted it just now.
      if (!isUsed(database, id)) deleteSegment(database, id);
    });
  }
}

function removeIndexes(database: SqliteDatabase, { name: own, now, isGone }: IndexOwner): void {
  const gone = database
    .prepare('SELECT name, seen FROM code_index WHERE name <> ?')
    .all(own)
    .filter(({ name, seen }) => Number(seen) < now() - UNSEEN_MS || isGone(String(name)))
    .map(({ name, seen }) => ({ name: String(name), seen: Number(seen) }));
  for (const { name, seen } of gone)
    writeTransaction(database, () => {
      const removed = database
        .prepare('DELETE FROM code_index WHERE name = ? AND seen = ?')
        .run(name, seen).changes;
      if (removed !== 1) return;
      database
        .prepare(`UPDATE segment SET released = ? WHERE id IN (${USED} WHERE code_index = ?)`)
        .run(now(), name);
      for (const table of ['index_segment', 'index_value'])
        database.prepare(`DELETE FROM ${table} WHERE code_index = ?`).run(name);
    });
}

/** Undefined: everything may stay. */
function firstToGo(database: SqliteDatabase, analysis: number): number | undefined {
  return readTransaction(database, () => {
    const total = (where: string) =>
      Number(database.prepare(`SELECT coalesce(sum(bytes), 0) AS bytes FROM segment ${where}`).get()?.bytes);
    const first = database
      .prepare(
        `SELECT id, analysis FROM segment WHERE id NOT IN (${USED}) ORDER BY analysis = ?, released, id LIMIT 1`,
      )
      .get(analysis);
    if (first === undefined) return undefined;
    const isOther = first.analysis !== analysis;
    const isTooMuch = total(`WHERE id NOT IN (${USED})`) > total(`WHERE id IN (${USED})`);
    return isOther || isTooMuch ? Number(first.id) : undefined;
  });
}

export function isUsed(database: SqliteDatabase, id: number): boolean {
  return database.prepare('SELECT 1 FROM index_segment WHERE segment = ?').get(id) !== undefined;
}

export function deleteSegment(database: SqliteDatabase, id: number): void {
  database.prepare('DELETE FROM segment WHERE id = ?').run(id);
  database
    .prepare('DELETE FROM block WHERE id >= ? AND id < ?')
    .run(rowOf(id, 'terms', 0), rowOf(id + 1, 'terms', 0));
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

export function rowOf(segment: number, kind: BlockKind, number: number): number {
  return (segment * KINDS + KIND_CODES[kind]) * NUMBERS + number;
}
