/**
 * Sessions: what this run of the server did, and what earlier ones did. Events are written right after each answer and in
 * order, so that a killed process loses at most its last call. If the store fails, nothing is recorded; answers are not
 * affected.
 */
import { type Clock, isoTime } from '../../../core/clock.ts';
import type { Logger } from '../../../core/logger.ts';
import { type Folder, openSqlite, type SqliteDatabase } from '../../../core/store/index.ts';
import type { KnowledgeDocument } from '../knowledge-document.ts';
import {
  type ContextItem,
  type Discovered,
  IDLE_MS,
  prepareWriter,
  readDiscoveries,
  readItems,
  readRecent,
  readSession,
  SESSIONS_FILE,
  SESSIONS_SCHEMA,
  type Session,
  type SessionEvent,
  tidy,
  type WriteEvents,
} from './session-store.ts';

export interface Sessions {
  toolCalled(): void;
  fileRead(path: string): void;
  searched(query: string): void;
  discovered(id: string): void;
  /** Undefined if there was no call yet, or none for longer than a session lasts. */
  current(): Promise<Session | undefined>;
  /** Newest first, this one included. */
  recent(limit: number): Promise<Session[]>;
  /** The files that matter to the present work, over all sessions; highest score first. */
  items(limit: number): Promise<ContextItem[]>;
  /** Where and when each of these was recorded, if known. */
  ofDiscoveries(ids: readonly string[]): Promise<Map<string, Discovered>>;
  /** Earlier sessions as search candidates. */
  documents(): Promise<KnowledgeDocument[]>;
  close(): Promise<void>;
}

interface SessionDeps {
  /** The data directory; created if it is missing. */
  folder(): Promise<Folder>;
  clock: Clock;
  log: Logger;
  /** Returns a word that no other process returns. */
  token(): string;
}

interface Store {
  database: SqliteDatabase;
  write: WriteEvents;
}

const MOST_DOCUMENTS = 50;

export function openSessions({ folder, clock, log, token }: SessionDeps): Sessions {
  let store: Promise<Store | undefined> | undefined;
  let current: { id: string; lastMs: number } | undefined;
  let waiting: SessionEvent[] = [];
  let written: Promise<void> = Promise.resolve();

  // Opened with the first event or query: a server that only lists its tools writes nothing.
  async function open(): Promise<Store | undefined> {
    try {
      const { database, setAside } = await openSqlite(await folder(), SESSIONS_FILE, SESSIONS_SCHEMA);
      if (setAside !== undefined) log.warn('session store set aside', { reason: setAside });
      tidy(database, clock.now());
      return { database, write: prepareWriter(database) };
    } catch (error) {
      log.warn('session store unusable', { error });
      return undefined;
    }
  }
  const opened = () => {
    store ??= open();
    return store;
  };

  function record(event: (place: { session: string; atMs: number }) => SessionEvent): void {
    const atMs = clock.now();
    if (current !== undefined && atMs - current.lastMs > IDLE_MS) {
      waiting.push({ what: 'ended', session: current.id, atMs });
      current = undefined;
    }
    if (current === undefined) {
      current = { id: token(), lastMs: atMs };
      waiting.push({ what: 'started', session: current.id, atMs });
    }
    current.lastMs = atMs;
    waiting.push(event({ session: current.id, atMs }));
    written = written.then(flush);
  }

  async function flush(): Promise<void> {
    const ready = await opened();
    // Wait until the answer that caused the event is sent.
    await new Promise((resolve) => setImmediate(resolve));
    const events = waiting;
    waiting = [];
    if (ready === undefined || events.length === 0) return;
    try {
      ready.write(events);
    } catch (error) {
      log.warn('session events lost', { error, count: events.length });
    }
  }

  async function ask<T>(question: (database: SqliteDatabase) => T, otherwise: T): Promise<T> {
    await written;
    const ready = await opened();
    if (ready === undefined) return otherwise;
    try {
      return question(ready.database);
    } catch (error) {
      log.warn('session store unreadable', { error });
      return otherwise;
    }
  }

  return {
    toolCalled: () => record((place) => ({ what: 'called', ...place })),
    fileRead: (path) => record((place) => ({ what: 'read', path, ...place })),
    searched: (query) => record((place) => ({ what: 'searched', query, ...place })),
    discovered: (id) => record((place) => ({ what: 'discovered', id, ...place })),
    async current() {
      if (current === undefined || clock.now() - current.lastMs > IDLE_MS) return undefined;
      const { id } = current;
      return ask((database) => readSession(database, id), undefined);
    },
    recent: (limit) =>
      ask((database) => {
        tidy(database, clock.now());
        return readRecent(database, limit);
      }, []),
    items: (limit) => ask((database) => readItems(database, clock.now(), limit), []),
    ofDiscoveries: (ids) => ask((database) => readDiscoveries(database, ids), new Map()),
    documents: () =>
      ask((database) => {
        const earlier = readRecent(database, MOST_DOCUMENTS).filter(({ id }) => id !== current?.id);
        return earlier.flatMap(documentOf);
      }, []),
    async close() {
      if (current !== undefined) {
        waiting.push({ what: 'ended', session: current.id, atMs: clock.now() });
        current = undefined;
        written = written.then(flush);
      }
      await written;
      if (store !== undefined) (await store)?.database.close();
      store = Promise.resolve(undefined);
    },
  };
}

function documentOf(session: Session): KnowledgeDocument[] {
  const { searches, files, discoveries } = session;
  // A session with searches only answers nothing.
  if (files.length === 0 && discoveries.length === 0) return [];
  const date = isoTime(session.startedMs);
  const text = [
    ...(searches.length === 0 ? [] : [`Searched: ${searches.join('; ')}`]),
    ...(files.length === 0 ? [] : [`Read: ${files.map(({ path }) => path).join(', ')}`]),
    ...(discoveries.length === 0 ? [] : [`Recorded: ${discoveries.join(', ')}`]),
  ].join('\n');
  return [{ id: session.id, source: 'session', date, title: `Session of ${date}`, text }];
}
