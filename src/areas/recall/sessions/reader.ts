/** Rows back to sessions. The file lies in the repository, so values are taken as they come, never trusted. */
import { readTransaction, type SqliteDatabase, type SqliteRow } from '../../../core/store/index.ts';
import { contextScore } from './score.ts';
import type { ContextItem, Discovered, Session, SessionStatus } from './session.ts';

/** What a summary shows of one session. */
const MOST_FILES = 10;
const MOST_SEARCHES = 20;
const STATUSES: readonly SessionStatus[] = ['active', 'completed', 'archived'];

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

/** Highest score first, as of now: a file that is not read any more sinks. */
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
