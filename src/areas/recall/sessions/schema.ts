import type { SqliteSchema } from '../../../core/store/index.ts';

export const SESSIONS_FILE = 'sessions.sqlite';

export const SESSIONS_SCHEMA: SqliteSchema = {
  // 'PBrs'
  applicationId: 0x5042_7273,
  version: 1,
  tables: [
    'CREATE TABLE session(id TEXT PRIMARY KEY, started_ms INTEGER NOT NULL, last_ms INTEGER NOT NULL, ended_ms INTEGER, status TEXT NOT NULL, tool_calls INTEGER NOT NULL) STRICT, WITHOUT ROWID',
    'CREATE TABLE session_file(session TEXT NOT NULL, path TEXT NOT NULL, reads INTEGER NOT NULL, first_ms INTEGER NOT NULL, last_ms INTEGER NOT NULL, PRIMARY KEY(session, path)) STRICT, WITHOUT ROWID',
    'CREATE TABLE session_search(session TEXT NOT NULL, query TEXT NOT NULL, last_ms INTEGER NOT NULL, PRIMARY KEY(session, query)) STRICT, WITHOUT ROWID',
    'CREATE TABLE discovery(id TEXT PRIMARY KEY, session TEXT NOT NULL, at_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID',
    'CREATE TABLE context_item(path TEXT PRIMARY KEY, reads INTEGER NOT NULL, first_ms INTEGER NOT NULL, last_ms INTEGER NOT NULL, score REAL NOT NULL) STRICT, WITHOUT ROWID',
  ],
};
