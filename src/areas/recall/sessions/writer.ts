/** Events to rows. Every statement adds to what is there: a row that another process wrote is never replaced. */
import { type SqliteDatabase, writeTransaction } from '../../../core/store/index.ts';
import type { SessionEvent } from './event.ts';
import { contextScore } from './score.ts';
import { ARCHIVED_AFTER_MS, IDLE_MS } from './session.ts';

const LONGEST_QUERY = 200;

export type WriteEvents = (events: readonly SessionEvent[]) => void;

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

/** Ends the sessions of processes that are gone or idle, and archives old ones. */
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
