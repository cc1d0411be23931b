import type { SqliteDatabase } from './driver.ts';
import { writeTransaction } from './driver.ts';

export interface SqliteSchema {
  /** Marks the file as ours. */
  applicationId: number;
  /** From 1 up. */
  version: number;
  /** `CREATE TABLE …` statements, exactly as SQLite will keep them; nothing else may be in the file. */
  tables: readonly string[];
}

export type SchemaVerdict = 'empty' | 'current' | 'foreign' | 'newer' | 'older';

/** The schema in an open database. A trigger, a view or one column more makes it foreign. */
export function judgeSchema(database: SqliteDatabase, schema: SqliteSchema): SchemaVerdict {
  const version = pragma(database, 'user_version');
  const applicationId = pragma(database, 'application_id');
  const found = database
    .prepare('SELECT sql FROM sqlite_schema')
    .all()
    .map((row) => String(row.sql));
  if (found.length === 0 && version === 0 && applicationId === 0) return 'empty';
  if (applicationId !== schema.applicationId) return 'foreign';
  if (version > schema.version) return 'newer';
  if (version < schema.version) return 'older';
  const expected = [...schema.tables].sort();
  const same = found.length === expected.length && found.sort().every((sql, at) => sql === expected[at]);
  return same ? 'current' : 'foreign';
}

/** All or nothing. Another process may have been first: then nothing is left to do. */
export function createSchema(database: SqliteDatabase, schema: SqliteSchema): void {
  writeTransaction(database, () => {
    if (judgeSchema(database, schema) !== 'empty') return;
    database.exec(`PRAGMA application_id = ${schema.applicationId}`);
    for (const table of schema.tables) database.exec(table);
    database.exec(`PRAGMA user_version = ${schema.version}`);
  });
}

function pragma(database: SqliteDatabase, name: string): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}
