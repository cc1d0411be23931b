/** Where a hub keeps what must not be lost, and what it has read of it: one file of SQLite, or PostgreSQL for any number of hubs. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Clock } from '../core/clock.ts';
import { BlockCache, type IndexPlaces, placesInDirectory, placesInPostgres } from '../core/index/for-hub.ts';
import type { Logger } from '../core/logger.ts';
import {
  checkMigrated,
  migrate,
  openPostgres,
  openSqlFile,
  type PostgresDatabase,
  type SqlDatabase,
} from '../core/store/for-hub.ts';
import { openDataDirectory } from '../core/store/index.ts';
import { HubStore, MIGRATIONS } from './hub-store.ts';
import type { HubSettings } from './settings.ts';

export const CHANNEL = 'pilotbook_hub';

type LogHost = { log: Logger };

/** The database alone, for commands that change what hubs serve. */
export async function openHubDatabase(
  settings: HubSettings,
  { log }: LogHost,
): Promise<SqlDatabase & { store: HubStore }> {
  const database =
    settings.databaseUrl === undefined
      ? await openOwnFile(settings)
      : await openPostgres({ url: settings.databaseUrl, log });
  return { ...database, store: new HubStore(database) };
}

async function openOwnFile({ dataDir }: HubSettings): Promise<SqlDatabase> {
  const database = await openSqlFile(await openDataDirectory(dataDir), 'hub.sqlite');
  await migrate(database, MIGRATIONS.sqlite);
  return database;
}

/** Names of what was applied. */
export async function migrateDatabase(settings: HubSettings, host: LogHost): Promise<string[]> {
  const database = await openHubDatabase(settings, host);
  try {
    return database.dialect === 'postgres' ? await migrate(database, MIGRATIONS.postgres) : [];
  } finally {
    await database.close();
  }
}

/** Tells running hubs that something they know may be out of date. */
export async function announce(database: SqlDatabase, what: string): Promise<void> {
  if (database.dialect === 'postgres') await database.query('SELECT pg_notify($1, $2)', [CHANNEL, what]);
}

export interface HubParts {
  database: SqlDatabase;
  postgres: PostgresDatabase | undefined;
  indexes: IndexPlaces;
  cache: BlockCache | undefined;
}

/** All that a hub that serves needs. Refuses a database whose tables are not those of this version. */
export async function openParts(
  settings: HubSettings,
  { log, token, clock }: LogHost & { token(): string; clock: Clock },
): Promise<HubParts> {
  const { dataDir, databaseUrl } = settings;
  if (databaseUrl === undefined) {
    const indexes = placesInDirectory((name) => join(dataDir, 'indexes', shortName(name)), clock.now);
    return { database: await openOwnFile(settings), postgres: undefined, indexes, cache: undefined };
  }
  const folder = await openDataDirectory(dataDir);
  const postgres = await openPostgres({ url: databaseUrl, log });
  try {
    await checkMigrated(postgres, MIGRATIONS.postgres);
    const identity = await new HubStore(postgres).identity(token());
    const cache = await BlockCache.open(folder, `blocks-${shortName(identity)}.sqlite`, settings.cacheBytes);
    return { database: postgres, postgres, indexes: placesInPostgres(postgres, cache), cache };
  } catch (thrown) {
    await postgres.close();
    throw thrown;
  }
}

/** A plain name for a file or directory, whatever the words are. */
export function shortName(words: string): string {
  return createHash('sha256').update(words).digest('hex').slice(0, 24);
}
