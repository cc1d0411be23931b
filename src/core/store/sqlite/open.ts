/** Opens a database that may have come with the repository: what is not exactly ours is set aside and made anew. */

import { lstatSync } from 'node:fs';
import { constants, lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../errors.ts';
import type { Folder } from '../folder.ts';
import { open, rename, unlink } from '../held-file.ts';
import { ioOr } from '../io-error.ts';
import { checkName } from '../names.ts';
import { openPlain } from '../plain-file.ts';
import { connect, orDiskFull, type SqliteDatabase, saysBadFile, saysBusy } from './driver.ts';
import { createSchema, judgeSchema, type SchemaVerdict, type SqliteSchema } from './schema.ts';

/** Why a file that was there could not be used. */
export type SetAsideReason = 'foreign' | 'newer' | 'older' | 'corrupt';

export interface OpenedSqlite {
  database: SqliteDatabase;
  /** Set if a file was renamed out of the way and a new, empty one made. */
  setAside: SetAsideReason | undefined;
}

/**
 * Opens the database `name` in the folder, making it if it is not there. The file may have come with the
 * repository, so nothing in it is trusted: one that is not exactly ours is set aside and made anew.
 */
export async function openSqlite(folder: Folder, name: string, schema: SqliteSchema): Promise<OpenedSqlite> {
  const path = join(folder.path, checkName(name));
  await removePlantedCompanions(path, name);
  await reserve(path, name, folder.fileMode);
  const first = await tryOpen(path, name, schema);
  if (typeof first !== 'string') return { database: first, setAside: undefined };
  await setAside(path, name);
  await reserve(path, name, folder.fileMode);
  const second = await tryOpen(path, name, schema);
  if (typeof second !== 'string') return { database: second, setAside: first };
  throw new AppError('io', 'database_unusable', `The database ${name} could not be opened or recreated.`, {
    hint: 'Remove the data directory and try again.',
  });
}

/** SQLite would make the file as the umask has it; made before, its mode is kept, and its log and memory file get the same. */
async function reserve(path: string, name: string, mode: number | undefined): Promise<void> {
  if (mode === undefined) return;
  const made = await ioOr(name, { EEXIST: undefined }, () => open(path, 'wx', mode));
  await made?.close();
}

/** Which file the database is; another one, or none, if it was deleted or replaced. One look, to be had before each use. */
export function sqliteFileIdentity(folder: Folder, name: string): string | undefined {
  const look = lstatSync(join(folder.path, checkName(name)), { throwIfNoEntry: false, bigint: true });
  return look && `${look.dev} ${look.ino}`;
}

/** For a database that turned out to be damaged after it was opened; it must be closed. */
export async function setSqliteAside(folder: Folder, name: string): Promise<void> {
  await setAside(join(folder.path, checkName(name)), name);
}

async function tryOpen(
  path: string,
  name: string,
  schema: SqliteSchema,
): Promise<SqliteDatabase | SetAsideReason> {
  if ((await judgeFile(path, name, schema.applicationId)) === 'foreign') return 'foreign';
  let database: SqliteDatabase | undefined;
  try {
    database = await connect(path);
    const verdict = prepare(database, schema);
    if (verdict === 'current') return database;
    database.close();
    return verdict;
  } catch (thrown) {
    database?.close();
    if (saysBadFile(thrown)) return 'corrupt';
    throw orDiskFull(thrown);
  }
}

/** Kilobytes, negative as SQLite wants it. Postings are cached decoded, so pages need little. */
const PAGE_CACHE = -8_000;
/** Pages of the log before it is copied into the file: 64 MB, so that a build of most repositories does not wait for it. */
const CHECKPOINT_PAGES = 16_000;
const LOG_BYTES_KEPT = 16_777_216;

function prepare(
  database: SqliteDatabase,
  schema: SqliteSchema,
): Exclude<SchemaVerdict, 'empty'> | 'corrupt' {
  database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;');
  let verdict = judgeSchema(database, schema);
  if (verdict === 'empty') {
    createSchema(database, schema);
    verdict = judgeSchema(database, schema);
  }
  if (verdict === 'empty') return 'corrupt';
  if (verdict !== 'current') return verdict;
  switchToLog(database);
  // NORMAL: after a power cut the newest writes may be missing, the rest is whole.
  database.exec('PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY;');
  database.exec(`PRAGMA cache_size = ${PAGE_CACHE}; PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES};`);
  database.exec(`PRAGMA journal_size_limit = ${LOG_BYTES_KEPT};`);
  return isWhole(database) ? 'current' : 'corrupt';
}

/** The mode is kept in the file; of two processes that set it at once, one may fail as busy. */
function switchToLog(database: SqliteDatabase): void {
  try {
    database.exec('PRAGMA journal_mode = WAL');
  } catch (thrown) {
    if (!saysBusy(thrown)) throw thrown;
  }
}

/** Reading every page of a large file takes longer than an answer may; there the readers' own checks must do. */
const LARGEST_CHECKED_BYTES = 33_554_432;

function isWhole(database: SqliteDatabase): boolean {
  const pages = Number(database.prepare('PRAGMA page_count').get()?.page_count);
  const bytes = pages * Number(database.prepare('PRAGMA page_size').get()?.page_size);
  if (bytes > LARGEST_CHECKED_BYTES) return true;
  return database.prepare('PRAGMA quick_check(1)').get()?.quick_check === 'ok';
}

const HEADER_BYTES = 100;
const MAGIC = 'SQLite format 3\u0000';
const APPLICATION_ID_AT = 68;

export type FileVerdict = 'missing' | 'empty' | 'ours' | 'foreign';

export async function judgeFile(path: string, name: string, applicationId: number): Promise<FileVerdict> {
  const handle = await openPlain(path, name, constants.O_RDONLY);
  if (handle === 'missing') return 'missing';
  if (handle === 'not_a_file') return 'foreign';
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    const { bytesRead } = await handle.read(header, 0, HEADER_BYTES, 0);
    if (bytesRead === 0) return 'empty';
    if (bytesRead < HEADER_BYTES || header.toString('latin1', 0, MAGIC.length) !== MAGIC) return 'foreign';
    return header.readUInt32BE(APPLICATION_ID_AT) === applicationId ? 'ours' : 'foreign';
  } finally {
    await handle.close();
  }
}

const COMPANIONS = ['-wal', '-shm', '-journal'] as const;

/** Renames a file we cannot use to `<name>.set-aside`, over an older one. Its companions hold parts of it. */
export async function setAside(path: string, name: string): Promise<void> {
  const to = `${path}.set-aside`;
  for (const companion of ['', ...COMPANIONS]) {
    await ioOr(name, { ENOENT: undefined }, () => unlink(`${to}${companion}`));
    await ioOr(name, { ENOENT: undefined }, () => rename(`${path}${companion}`, `${to}${companion}`));
  }
}

/** A journal that is not a plain file was planted: SQLite would follow a link and write behind it. */
export async function removePlantedCompanions(path: string, name: string): Promise<void> {
  for (const companion of COMPANIONS) {
    const found = await ioOr(name, { ENOENT: undefined }, () => lstat(`${path}${companion}`));
    if (found !== undefined && !found.isFile())
      await ioOr(name, { ENOENT: undefined }, () => unlink(`${path}${companion}`));
  }
}
