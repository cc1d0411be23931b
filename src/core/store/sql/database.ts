/** The little that two kinds of database have in common: statements with numbered values, and transactions. */
import { join } from 'node:path';
import type { Folder } from '../folder.ts';
import { checkName } from '../names.ts';
import { connect, orDiskFull, type SqliteStatement, type SqliteValue } from '../sqlite/driver.ts';

export type SqlRow = Record<string, unknown>;
/** Values are `$1`, `$2`…, in this order of their first use. */
export type SqlQuery = (text: string, values?: readonly unknown[]) => Promise<SqlRow[]>;

export interface SqlDatabase {
  readonly dialect: 'sqlite' | 'postgres';
  query: SqlQuery;
  /** All of it or nothing. */
  transaction<T>(work: (query: SqlQuery) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** A file of our own making, in a folder that came with no repository. Any number of processes share it. */
export async function openSqlFile(folder: Folder, name: string): Promise<SqlDatabase> {
  const database = await connect(join(folder.path, checkName(name)));
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA trusted_schema = OFF');
  let last: Promise<unknown> = Promise.resolve();
  // A transaction waits between its statements; what others of this process ask must not get into it.
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    const run = last.then(work, work);
    last = run.catch(() => {});
    return run;
  };
  const prepared = new Map<string, SqliteStatement>();
  const query: SqlQuery = async (text, values = []) => {
    const statement = prepared.get(text) ?? database.prepare(text.replace(/\$(\d+)/g, '?$1'));
    prepared.set(text, statement);
    return statement.all(...values.map((value) => value as SqliteValue));
  };
  return {
    dialect: 'sqlite',
    query: (text, values) => alone(() => query(text, values)),
    transaction: (work) =>
      alone(async () => {
        database.exec('BEGIN IMMEDIATE');
        try {
          const result = await work(query);
          database.exec('COMMIT');
          return result;
        } catch (thrown) {
          database.exec('ROLLBACK');
          throw orDiskFull(thrown);
        }
      }),
    close: () => alone(async () => database.close()),
  };
}
