/**
 * The two SQLite bindings we run on have one API; these are the parts of it we use. Node's own needs no
 * package, but releases that call it experimental say so on stderr at every start; there the package with its
 * prebuilt binary steps in.
 */
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
  const Database = await loadDriver();
  const database = new Database(path, { timeout: BUSY_TIMEOUT_MS, allowExtension: false });
  database.enableDefensive?.(true);
  return database;
}

/** True if this release of Node may be used for its own SQLite. */
export function hasQuietSqlite(node: string): boolean {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  return major > LAST_TOLD_APART || minor >= (QUIET_FROM.get(major) ?? Number.POSITIVE_INFINITY);
}

async function loadDriver(): Promise<Constructor> {
  // A name in a variable, because the types of our oldest Node do not know the module.
  const name: string = hasQuietSqlite(process.versions.node) ? 'node:sqlite' : '@photostructure/sqlite';
  const module: unknown = await import(/* @vite-ignore */ name);
  // Both modules export the class under this name.
  return (module as { DatabaseSync: Constructor }).DatabaseSync;
}

/** Result codes of SQLite that say the file itself is bad: CORRUPT, NOTADB. */
const BAD_FILE_CODES = new Set([11, 26]);
const FULL_CODE = 13;
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

export function saysFull(thrown: unknown): boolean {
  return resultCode(thrown) === FULL_CODE;
}

export function saysBusy(thrown: unknown): boolean {
  return BUSY_CODES.has(resultCode(thrown) ?? 0);
}
