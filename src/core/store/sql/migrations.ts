/** Numbered changes to the tables of a database, forward only. A database that a newer version has changed is refused. */
import { AppError } from '../../errors.ts';
import type { SqlDatabase, SqlRow } from './database.ts';

/** Its number is its place in the list, from 1. What was released never changes. */
export interface Migration {
  name: string;
  statements: readonly string[];
}

const LOCK = 'pilotbook migrations';
const TABLE =
  'CREATE TABLE IF NOT EXISTS pilotbook_migration(number integer PRIMARY KEY, name text NOT NULL)';
const VERSION = 'SELECT max(number) AS version FROM pilotbook_migration';

/** Names of those that were applied now; another process may do the same at the same time. */
export async function migrate(database: SqlDatabase, migrations: readonly Migration[]): Promise<string[]> {
  return await database.transaction(async (query) => {
    if (database.dialect === 'postgres')
      await query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [LOCK]);
    await query(TABLE);
    const version = versionOf(await query(VERSION), migrations);
    const missing = migrations.slice(version);
    for (const [at, { name, statements }] of missing.entries()) {
      for (const statement of statements) await query(statement);
      await query('INSERT INTO pilotbook_migration(number, name) VALUES($1, $2)', [version + at + 1, name]);
    }
    return missing.map(({ name }) => name);
  });
}

/** SQLSTATE of a table that is not there. */
const UNDEFINED_TABLE = '42P01';

/** Throws unless the tables are those of this version. */
export async function checkMigrated(database: SqlDatabase, migrations: readonly Migration[]): Promise<void> {
  const rows = await database.query(VERSION).catch((thrown: unknown) => {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === UNDEFINED_TABLE) return [];
    throw thrown;
  });
  if (versionOf(rows, migrations) < migrations.length)
    throw new AppError('migration', 'database_older', 'The database has no tables of this version yet.', {
      hint: 'Run pilotbook hub migrate, then start the hub again.',
    });
}

function versionOf([row]: readonly SqlRow[], migrations: readonly Migration[]): number {
  const version = Number(row?.version ?? 0);
  if (version <= migrations.length) return version;
  throw new AppError(
    'migration',
    'database_newer',
    `The database was changed by a newer version of Pilotbook (schema ${version}; this one knows ${migrations.length}).`,
    { hint: 'Update this hub; tables are never changed back.' },
  );
}
