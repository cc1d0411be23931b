/** What a session is, and its rows in `sessions.sqlite`: the tables, writing events, reading sessions. */
import {
  readTransaction,
  type SqliteDatabase,
  type SqliteRow,
  type SqliteSchema,
  writeTransaction,
} from '../../../core/store/index.ts';

type SessionStatus = 'active' | 'completed' | 'archived';

interface SessionFile {
  path: string;
  reads: number;
}

/** One run of the server. */
export interface Session {
  id: string;
  startedMs: number;
  /** The time of the last call. */
  lastMs: number;
  endedMs: number | undefined;
  status: SessionStatus;
  toolCalls: number;
  /** Most often read first. */
  files: readonly SessionFile[];
  fileCount: number;
  /** Newest first. */
  searches: readonly string[];
  discoveries: readonly string[];
}

/** Where and when an entry was recorded. */
export interface Discovered {
  session: string;
  atMs: number;
}

/** A file with its access count, over all sessions. */
export interface ContextItem {
  path: string;
  reads: number;
  lastMs: number;
  /** Between 0 and 1. */
  score: number;
}

/** A session ends after so long without a call, even if its process still runs. */
export const IDLE_MS = 30 * 60 * 1000;
const ARCHIVED_AFTER_MS = 7 * 24 * 60 * 60 * 1000;

/** What is recorded as it happens. */
export type SessionEvent = { session: string; atMs: number } & (
  | { what: 'started' }
  | { what: 'called' }
  | { what: 'read'; path: string }
  | { what: 'searched'; query: string }
  | { what: 'discovered'; id: string }
  | { what: 'ended' }
);

const RECENCY_WEIGHT = 0.6;
const ACCESS_WEIGHT = 0.4;
const FORGOTTEN_AFTER_MS = 30 * 24 * 60 * 60 * 1000;
const OFTEN = 100;

/** How much a file matters to the present work: 0.6 · how recently it was read + 0.4 · how often. */
export function contextScore(reads: number, lastReadMs: number, nowMs: number): number {
  const recency = Math.max(0, Math.min(1, 1 - (nowMs - lastReadMs) / FORGOTTEN_AFTER_MS));
  const access = Math.min(1, reads / OFTEN);
  return RECENCY_WEIGHT * recency + ACCESS_WEIGHT * access;
}

const LONGEST_QUERY = 200;
/** How much a summary shows of a session. */
const MOST_FILES = 10;
const MOST_SEARCHES = 20;
const STATUSES: readonly SessionStatus[] = ['active', 'completed', 'archived'];

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

export type WriteEvents = (events: readonly SessionEvent[]) => void;

/** Every statement adds to existing rows: a row that another process wrote is never replaced. */
export function prepareWriter(database: SqliteDatabase): WriteEvents {
  const started = database.prepare(
    `INSERT INTO session(id, started_ms, last_ms, status, tool_calls) VALUES(?, ?, ?, 'active', 0)
     ON CONFLICT(id) DO UPDATE SET last_ms = MAX(last_ms, excluded.last_ms)`,
  );
  const alive = database.prepare('UPDATE session SET last_ms = MAX(last_ms, ?) WHERE id = ?');
  const called = database.prepare('UPDATE session SET tool_calls = tool_calls + 1 WHERE id = ?');
  const ended = database.prepare(
    `UPDATE session SET status = 'completed', ended_ms = last_ms WHERE id = ? AND status = 'active'`,
  );
  const fileRead = database.prepare(
    `INSERT INTO session_file(session, path, reads, first_ms, last_ms) VALUES(?, ?, 1, ?, ?)
     ON CONFLICT(session, path) DO UPDATE SET reads = reads + 1, last_ms = MAX(last_ms, excluded.last_ms)`,
  );
  const itemRead = database.prepare(
    `INSERT INTO context_item(path, reads, first_ms, last_ms, score) VALUES(?, 1, ?, ?, 0)
     ON CONFLICT(path) DO UPDATE SET reads = reads + 1, last_ms = MAX(last_ms, excluded.last_ms)`,
  );
  const itemOf = database.prepare('SELECT reads, last_ms FROM context_item WHERE path = ?');
  const scored = database.prepare('UPDATE context_item SET score = ? WHERE path = ?');
  const searched = database.prepare(
    `INSERT INTO session_search(session, query, last_ms) VALUES(?, ?, ?)
     ON CONFLICT(session, query) DO UPDATE SET last_ms = MAX(last_ms, excluded.last_ms)`,
  );
  const discovered = database.prepare(
    'INSERT INTO discovery(id, session, at_ms) VALUES(?, ?, ?) ON CONFLICT(id) DO NOTHING',
  );

  function read(session: string, path: string, atMs: number): void {
    fileRead.run(session, path, atMs, atMs);
    itemRead.run(path, atMs, atMs);
    const item = itemOf.get(path);
    if (item !== undefined) scored.run(contextScore(Number(item.reads), Number(item.last_ms), atMs), path);
  }

  function write(event: SessionEvent): void {
    const { session, atMs } = event;
    switch (event.what) {
      case 'started':
        started.run(session, atMs, atMs);
        return;
      case 'ended':
        ended.run(session);
        return;
      case 'called':
        called.run(session);
        break;
      case 'read':
        read(session, event.path, atMs);
        break;
      case 'searched':
        searched.run(session, event.query.slice(0, LONGEST_QUERY), atMs);
        break;
      case 'discovered':
        discovered.run(event.id, session, atMs);
        break;
    }
    alive.run(atMs, session);
  }

  return (events) => writeTransaction(database, () => events.forEach(write));
}

/** Ends sessions of processes that stopped or are idle, and archives old ones. */
export function tidy(database: SqliteDatabase, nowMs: number): void {
  writeTransaction(database, () => {
    database
      .prepare(
        `UPDATE session SET status = 'completed', ended_ms = last_ms WHERE status = 'active' AND last_ms < ?`,
      )
      .run(nowMs - IDLE_MS);
    database
      .prepare(`UPDATE session SET status = 'archived' WHERE status = 'completed' AND last_ms < ?`)
      .run(nowMs - ARCHIVED_AFTER_MS);
  });
}

/** The file is in the repository, so no value is trusted: each is converted. */
export function readSession(database: SqliteDatabase, id: string): Session | undefined {
  const row = database.prepare('SELECT * FROM session WHERE id = ?').get(id);
  return row === undefined ? undefined : sessionOf(database, row);
}

/** Newest first. */
export function readRecent(database: SqliteDatabase, limit: number): Session[] {
  return readTransaction(database, () =>
    database
      .prepare(`SELECT * FROM session WHERE status <> 'archived' ORDER BY started_ms DESC, id LIMIT ?`)
      .all(limit)
      .map((row) => sessionOf(database, row)),
  );
}

/** Highest score first, computed now: the score of a file falls while nobody reads it. */
export function readItems(database: SqliteDatabase, nowMs: number, limit: number): ContextItem[] {
  return database
    .prepare('SELECT path, reads, last_ms FROM context_item ORDER BY path')
    .all()
    .map(({ path, reads, last_ms }) => ({
      path: String(path),
      reads: Number(reads),
      lastMs: Number(last_ms),
      score: contextScore(Number(reads), Number(last_ms), nowMs),
    }))
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
}

export function readDiscoveries(database: SqliteDatabase, ids: readonly string[]): Map<string, Discovered> {
  const statement = database.prepare('SELECT session, at_ms FROM discovery WHERE id = ?');
  const found = new Map<string, Discovered>();
  for (const id of ids) {
    const row = statement.get(id);
    if (row !== undefined) found.set(id, { session: String(row.session), atMs: Number(row.at_ms) });
  }
  return found;
}

function sessionOf(database: SqliteDatabase, row: SqliteRow): Session {
  const id = String(row.id);
  const files = database.prepare(
    'SELECT path, reads FROM session_file WHERE session = ? ORDER BY reads DESC, path LIMIT ?',
  );
  const fileCount = database.prepare('SELECT count(*) AS n FROM session_file WHERE session = ?');
  const searches = database.prepare(
    'SELECT query FROM session_search WHERE session = ? ORDER BY last_ms DESC, query LIMIT ?',
  );
  const discoveries = database.prepare('SELECT id FROM discovery WHERE session = ? ORDER BY at_ms, id');
  return {
    id,
    startedMs: Number(row.started_ms),
    lastMs: Number(row.last_ms),
    endedMs: row.ended_ms === null ? undefined : Number(row.ended_ms),
    status: STATUSES.find((status) => status === row.status) ?? 'completed',
    toolCalls: Number(row.tool_calls),
    files: files.all(id, MOST_FILES).map((file) => ({
      path: String(file.path),
      reads: Number(file.reads),
    })),
    fileCount: Number(fileCount.get(id)?.n ?? 0),
    searches: searches.all(id, MOST_SEARCHES).map(({ query }) => String(query)),
    discoveries: discoveries.all(id).map((each) => String(each.id)),
  };
}
