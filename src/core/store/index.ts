/**
 * Store: files that appear whole or not at all, locks that outlive no process, a log that several processes
 * append to. A folder is handed out flat and confined: plain names only, no links followed. The module owns
 * nothing on disk itself; it does not know what the files mean, and gets time and random words from its caller.
 */

export { openDataDirectory, openPrivateFolder } from './data-directory.ts';
export {
  type Folder,
  markerIn,
  openFolder,
  removeEmptyFolder,
  removeFolder,
  withTemporaryFolder,
} from './folder.ts';
export { type Journal, openJournal } from './journal.ts';
export { clearLock, type LockOptions, orphanedLocks, withLock } from './lock.ts';
export { type LockOwner, processOwner } from './lock-file.ts';
export { isThere, isWritable } from './plain-file.ts';
export {
  readTransaction,
  type SqliteDatabase,
  type SqliteRow,
  type SqliteStatement,
  saysBadFile,
  sqliteVersion,
  writeTransaction,
} from './sqlite/driver.ts';
export { openSqlite, type SetAsideReason, setSqliteAside, sqliteFileIdentity } from './sqlite/open.ts';
export type { SqliteSchema } from './sqlite/schema.ts';
