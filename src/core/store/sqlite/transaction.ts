import { AppError } from '../../errors.ts';
import { type SqliteDatabase, saysFull } from './driver.ts';

/** Everything `work` writes, or nothing of it. */
export function writeTransaction<T>(database: SqliteDatabase, work: () => T): T {
  return transaction(database, 'BEGIN IMMEDIATE', work);
}

/** Everything `work` reads is of one moment, whatever other processes write meanwhile. */
export function readTransaction<T>(database: SqliteDatabase, work: () => T): T {
  return transaction(database, 'BEGIN', work);
}

function transaction<T>(database: SqliteDatabase, begin: string, work: () => T): T {
  database.exec(begin);
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (thrown) {
    rollBack(database);
    throw orDiskFull(thrown);
  }
}

/** A full disk by its name; anything else as it is. */
export function orDiskFull(cause: unknown): unknown {
  if (!saysFull(cause)) return cause;
  return new AppError('io', 'disk_full', 'The disk is full: the data directory cannot be written.', {
    hint: 'Free some space, or choose another place with --data-dir, and try again.',
    cause,
  });
}

function rollBack(database: SqliteDatabase): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // SQLite has already rolled back after some failures (disk full, corruption); the first error counts.
  }
}
