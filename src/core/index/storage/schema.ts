import type { SqliteSchema } from '../../store/index.ts';

/**
 * `segment` holds the tables of a segment, `block` its blocks. The rest of what the index knows is derived from them.
 * `meta` holds a few named values.
 */
export const INDEX_SCHEMA: SqliteSchema = {
  // "pilb" in ASCII.
  applicationId: 0x70_69_6c_62,
  version: 2,
  tables: [
    'CREATE TABLE meta(name TEXT PRIMARY KEY, value ANY NOT NULL) WITHOUT ROWID, STRICT',
    'CREATE TABLE segment(id INTEGER PRIMARY KEY, files BLOB NOT NULL, stats BLOB NOT NULL, dead BLOB NOT NULL, chunks BLOB NOT NULL, directory BLOB NOT NULL, path_directory BLOB NOT NULL, model TEXT, dims INTEGER) STRICT',
    'CREATE TABLE block(id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT',
  ],
};

export const INDEX_FILE = 'index.sqlite';
