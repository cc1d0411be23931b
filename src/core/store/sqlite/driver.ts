/**
 * The two SQLite bindings we run on have one API; these are the parts of it we use. Node's own needs no
 * package, but releases that call it experimental say so on stderr at every start; there the package with its
 * prebuilt binary is used, and where that does not load, Node's own if there is one.
 */
import { AppError } from '../../errors.ts';

export type SqliteValue = null | number | bigint | string | Uint8Array;
export type SqliteRow = Record<string, SqliteValue>;

export interface SqliteStatement {
  run(...values: SqliteValue[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  get(...values: SqliteValue[]): SqliteRow | undefined;
  all(...values: SqliteValue[]): SqliteRow[];
}

export interface SqliteDatabase {
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

interface Defensible {
  enableDefensive?(active: boolean): void;
}

type Constructor = new (
  path: string,
  options: { timeout: number; allowExtension: boolean },
) => SqliteDatabase & Defensible;

/** By major version, the first minor version that does not warn of its SQLite; every later major version is quiet. */
const QUIET_FROM: ReadonlyMap<number, number> = new Map([
  [24, 15],
  [25, 7],
]);
const LAST_TOLD_APART = 25;

/** How long a statement waits for another process's write; ours take milliseconds. */
const BUSY_TIMEOUT_MS = 5_000;

export async function connect(path: string): Promise<SqliteDatabase> {
  const { Database } = await driver();
  const database = new Database(path, { timeout: BUSY_TIMEOUT_MS, allowExtension: false });
  database.enableDefensive?.(true);
  return database;
}

/** True if this release of Node may be used for its own SQLite. */
export function hasQuietSqlite(node: string): boolean {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  return major > LAST_TOLD_APART || minor >= (QUIET_FROM.get(major) ?? Number.POSITIVE_INFINITY);
}

export interface Driver {
  Database: Constructor;
  /** Why it is not the one that is usual with this Node. */
  instead: string | undefined;
}

/** What the choice depends on. */
export interface DriverSystem {
  node: string;
  load(module: string): Promise<unknown>;
  /** Undefined where there is none. */
  glibc(): string | undefined;
}

const OWN = 'node:sqlite';
const PACKAGE = '@photostructure/sqlite';
/** What the prebuilt binary of the package for Linux was linked against. */
const OLDEST_GLIBC = [2, 29] as const;

let loaded: Promise<Driver> | undefined;

export function driver(): Promise<Driver> {
  loaded ??= loadDriver({
    node: process.versions.node,
    // A name in a variable, because the types of our oldest Node do not know the module.
    load: (module) => import(/* @vite-ignore */ module),
    glibc: () => {
      const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
      return header?.glibcVersionRuntime;
    },
  });
  return loaded;
}

export async function loadDriver({ node, load, glibc }: DriverSystem): Promise<Driver> {
  // Both modules export the class under this name.
  const from = async (name: string) => ((await load(name)) as { DatabaseSync: Constructor }).DatabaseSync;
  if (hasQuietSqlite(node)) return { Database: await from(OWN), instead: undefined };
  try {
    return { Database: await from(PACKAGE), instead: undefined };
  } catch (cause) {
    const why = whyNotLoaded(glibc());
    const Database = await from(OWN).catch(() => undefined);
    if (Database !== undefined) return { Database, instead: why };
    throw new AppError('unavailable', 'sqlite_missing', `SQLite cannot be loaded: ${why}.`, {
      hint: 'Use Node 22.13 or newer, which has an SQLite of its own.',
      cause,
    });
  }
}

function whyNotLoaded(glibc: string | undefined): string {
  const [major = 0, minor = 0] = (glibc ?? '').split('.').map(Number);
  const isOld = major < OLDEST_GLIBC[0] || (major === OLDEST_GLIBC[0] && minor < OLDEST_GLIBC[1]);
  return glibc !== undefined && isOld
    ? `its prebuilt binary needs glibc ${OLDEST_GLIBC.join('.')}, and this system has ${glibc}`
    : 'there is no prebuilt binary that works on this system';
}

/** Result codes of SQLite that say the file itself is bad: CORRUPT, NOTADB. */
const BAD_FILE_CODES = new Set([11, 26]);
const FULL_CODE = 13;
/** The memory file beside the log cannot grow: there is no room for it. */
const IOERR_SHMSIZE = 4874;
const BUSY_CODES = new Set([5, 6]);
/** The low byte is the code; the rest details it. */
const CODE_MASK = 0xff;

/** The package gives no code for an error in the midst of several rows, only SQLite's own sentence. */
const SENTENCES: readonly (readonly [begins: string, code: number])[] = [
  ['database disk image is malformed', 11],
  ['malformed database schema', 11],
  ['file is not a database', 26],
  ['database or disk is full', FULL_CODE],
];

function resultCode(thrown: unknown): number | undefined {
  if (!(thrown instanceof Error)) return undefined;
  if ('errcode' in thrown && typeof thrown.errcode === 'number') return thrown.errcode & CODE_MASK;
  if (!('code' in thrown) || thrown.code !== 'ERR_SQLITE_ERROR') return undefined;
  return SENTENCES.find(([begins]) => thrown.message.startsWith(begins))?.[1];
}

export function saysBadFile(thrown: unknown): boolean {
  return BAD_FILE_CODES.has(resultCode(thrown) ?? 0);
}

function saysFull(thrown: unknown): boolean {
  if (resultCode(thrown) === FULL_CODE) return true;
  return thrown instanceof Error && 'errcode' in thrown && thrown.errcode === IOERR_SHMSIZE;
}

export function saysBusy(thrown: unknown): boolean {
  return BUSY_CODES.has(resultCode(thrown) ?? 0);
}

/** Asks the database itself, so that a binding which does not load is found; and says if it is not the usual one. */
export async function sqliteVersion(): Promise<string> {
  const { instead } = await driver();
  const database = await connect(':memory:');
  try {
    const version = String(database.prepare('SELECT sqlite_version() AS version').get()?.version);
    return instead === undefined ? version : `${version}, that of Node: ${instead}`;
  } finally {
    database.close();
  }
}

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
