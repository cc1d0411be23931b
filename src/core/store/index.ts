/**
 * Store: files that appear whole or not at all, locks that outlive no process, a log that several processes
 * append to. A folder is handed out flat and confined: plain names only, no links followed. The module owns
 * nothing on disk itself; it refuses to know what the files mean, and takes time and random words from outside.
 */
export { isThere, isWritable } from './access.ts';
export { openDataDirectory } from './data-directory.ts';
export { type Folder, openFolder, removeEmptyFolder } from './folder.ts';
export { type Journal, openJournal } from './journal.ts';
export { type LockOptions, withLock } from './lock.ts';
export { type LockOwner, processOwner } from './lock-owner.ts';
export { markerIn } from './marker.ts';
export { clearLock, orphanedLocks } from './orphaned-locks.ts';
export {
  type SqliteDatabase,
  type SqliteRow,
  type SqliteStatement,
  saysBadFile,
} from './sqlite/driver.ts';
export { openSqlite, type SetAsideReason, setSqliteAside } from './sqlite/open.ts';
export type { SqliteSchema } from './sqlite/schema.ts';
export { readTransaction, writeTransaction } from './sqlite/transaction.ts';
export { sqliteVersion } from './sqlite/version.ts';
export { withTemporaryFolder } from './temporary-folder.ts';
