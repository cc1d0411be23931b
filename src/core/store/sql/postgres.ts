/**
 * A PostgreSQL database: queries, transactions, notices between processes, and locks that end with whoever held them. Knows no table.
 * Whatever says that the database cannot be reached becomes one error, `database_away`, so that callers can answer from what they have.
 */
import type { ClientBase, Pool, PoolClient } from 'pg';
import { AppError } from '../../errors.ts';
import type { Logger } from '../../logger.ts';
import type { SqlDatabase, SqlQuery, SqlRow } from './database.ts';

export interface PostgresDatabase extends SqlDatabase {
  /** All of it or nothing. `REPEATABLE READ`: everything read is of one moment. */
  transaction<T>(work: (query: SqlQuery) => Promise<T>, isolation?: 'REPEATABLE READ'): Promise<T>;
  /** Runs the work while no other process runs work under the same name; undefined at once if one does. Ends with our connection. */
  ifUnlocked<T>(name: string, work: () => Promise<T>): Promise<{ done: T } | undefined>;
  /** `heard` gets what `notify` of any process sends; `renewed` is called when notices may have been lost. */
  listen(
    channel: string,
    heard: (message: string) => void,
    renewed: () => void,
  ): Promise<() => Promise<void>>;
}

export interface PostgresOptions {
  url: string;
  log: Logger;
  /** Connections at most. */
  connections?: number;
}

const CONNECTIONS = 8;
/** A database that does not answer so long counts as away. */
const CONNECT_TIMEOUT_MS = 3_000;
/** Longer than any statement of ours: a commit of one segment. */
const STATEMENT_TIMEOUT_MS = 60_000;
const LISTEN_AGAIN_MS = 500;

/** Connects with the first query. */
export async function openPostgres({
  url,
  log,
  connections = CONNECTIONS,
}: PostgresOptions): Promise<PostgresDatabase> {
  const { default: pg } = await import('pg');
  const settings = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'pilotbook',
    keepAlive: true,
  };
  const pool = new pg.Pool({ ...settings, max: connections, statement_timeout: STATEMENT_TIMEOUT_MS });
  // An idle connection that breaks is replaced by the next query.
  pool.on('error', (error) => log.debug('a connection to the database ended', { error }));
  const listeners = new Set<() => Promise<void>>();
  return {
    dialect: 'postgres',
    query: (text, values) => asAway(() => rowsOf(pool, text, values)),
    transaction: (work, isolation) => asAway(() => inTransaction(pool, work, isolation)),
    ifUnlocked: (name, work) => asAway(() => underLock(pool, name, work)),
    listen: async (channel, heard, renewed) => {
      const stop = keepListening(() => new pg.Client(settings), channel, { heard, renewed, log });
      listeners.add(stop);
      return async () => {
        listeners.delete(stop);
        await stop();
      };
    },
    close: async () => {
      await Promise.all([...listeners].map((stop) => stop()));
      await pool.end();
    },
  };
}

async function rowsOf(
  on: Pool | ClientBase,
  text: string,
  values: readonly unknown[] = [],
): Promise<SqlRow[]> {
  const { rows } = await on.query<SqlRow>(text, [...values]);
  return rows;
}

async function inTransaction<T>(
  pool: Pool,
  work: (query: SqlQuery) => Promise<T>,
  isolation: 'REPEATABLE READ' | undefined,
): Promise<T> {
  return await onConnection(pool, async (client) => {
    await client.query(isolation === undefined ? 'BEGIN' : `BEGIN ISOLATION LEVEL ${isolation}`);
    try {
      const result = await work((text, values) => rowsOf(client, text, values));
      await client.query('COMMIT');
      return result;
    } catch (thrown) {
      // If the connection is gone, so is the transaction.
      await client.query('ROLLBACK').catch(() => {});
      throw thrown;
    }
  });
}

/** A lock of the session: should this process die, the database gives it to another as soon as the connection is gone. */
async function underLock<T>(
  pool: Pool,
  name: string,
  work: () => Promise<T>,
): Promise<{ done: T } | undefined> {
  return await onConnection(pool, async (client) => {
    const [row] = await rowsOf(client, 'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held', [
      name,
    ]);
    if (row?.held !== true) return undefined;
    try {
      return { done: await work() };
    } finally {
      await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [name]).catch(() => {});
    }
  });
}

/** A connection on which something failed may be in any state; it is closed, not used again. */
async function onConnection<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    return await work(client);
  } catch (thrown) {
    if (saysAway(thrown)) broken ??= thrown instanceof Error ? thrown : new Error('the connection failed');
    throw thrown;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

function keepListening(
  connect: () => ClientBase & { connect(): Promise<unknown>; end(): Promise<void> },
  channel: string,
  { heard, renewed, log }: { heard(message: string): void; renewed(): void; log: Logger },
): () => Promise<void> {
  let stopped = false;
  let client: ReturnType<typeof connect> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const again = () => {
    if (stopped || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      void start();
    }, LISTEN_AGAIN_MS);
    timer.unref();
  };
  const start = async () => {
    const one = connect();
    client = one;
    one.on('error', (error) => {
      log.debug('notices of the database are interrupted', { error });
      again();
    });
    one.on('end', again);
    one.on('notification', ({ payload }) => heard(payload ?? ''));
    try {
      await one.connect();
      await one.query(`LISTEN "${channel}"`);
      renewed();
    } catch {
      // Its error was reported above; a client that never connected must be ended too.
      await one.end().catch(() => {});
      again();
    }
  };
  void start();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await client?.end().catch(() => {});
  };
}

async function asAway<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (!saysAway(thrown)) throw thrown;
    throw new AppError('unavailable', 'database_away', 'The database cannot be reached.', {
      hint: 'Try again in a moment; the log of the hub has the reason.',
      cause: thrown,
    });
  }
}

/** Classes and codes of SQLSTATE: connection exceptions, an operator's intervention, too many connections. */
const AWAY_STATE = /^(?:08|57P0|53300)/;
const AWAY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
/** The driver gives these no code. */
const AWAY_TEXT =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

export function saysAway(thrown: unknown): boolean {
  if (thrown instanceof AppError) return thrown.code === 'database_away';
  if (thrown instanceof AggregateError) return thrown.errors.some(saysAway);
  if (!(thrown instanceof Error)) return false;
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
  return AWAY_STATE.test(code) || AWAY_CODES.has(code) || AWAY_TEXT.test(thrown.message);
}
