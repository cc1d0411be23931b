/**
 * A hub in this process: the repositories it serves, kept up with their origins, and the apps that answer for their commits. Everything on
 * its disk can be lost and is made again; what must not be lost is in the database.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type App, createApp, createRegistry, type Registry } from '../app/index.ts';
import { type Config, loadConfig } from '../config/index.ts';
import type { Clock } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { BlockCache, type IndexPlaces, placesInDirectory, placesInPostgres } from '../core/index/index.ts';
import type { Logger } from '../core/logger.ts';
import {
  checkMigrated,
  migrate,
  openDataDirectory,
  openPostgres,
  openSqlFile,
  type PostgresDatabase,
  type SqlDatabase,
  saysAway,
} from '../core/store/index.ts';
import type { WatchSystem } from '../core/workspace/index.ts';
import { HubStore, MIGRATIONS, type StoredRepository } from './hub-store.ts';
import { noWatch } from './no-watch.ts';
import { HubRepository, type Version } from './repository.ts';
import type { HubSettings } from './settings.ts';

export interface HubHost {
  clock: Clock;
  log: Logger;
  token(): string;
  /** Letters and digits that nobody can guess. */
  secret(length: number): string;
  random(): number;
  node: string;
  env: Readonly<Record<string, string | undefined>>;
  home: string | undefined;
  memory(): number;
  logLevel: Config['logLevel'];
}

const CHANNEL = 'pilotbook_hub';
/** So many repositories are brought up to date at once; each holds a connection to the database meanwhile. */
const UPDATES_AT_ONCE = 2;
/** Notices may be lost with a connection, and SQLite has none; so the tables are looked at in any case. */
const LOOK_EVERY_MS = 1_000;
const INDEX_THREADS = 2;
const NO_RATE = 1_000_000_000;
/** Nothing is watched: files of a commit never change. */
const FROZEN_WATCH: WatchSystem = { perDirectory: true, isRemote: false, watchPlace: noWatch };

/** The database alone, for commands that change what hubs serve. */
export async function openHubDatabase(
  settings: HubSettings,
  host: HubHost,
): Promise<SqlDatabase & { store: HubStore }> {
  if (settings.databaseUrl === undefined) {
    const folder = await openDataDirectory(settings.dataDir);
    const database = await openSqlFile(folder, 'hub.sqlite');
    await migrate(database, MIGRATIONS.sqlite);
    return { ...database, store: new HubStore(database) };
  }
  const database = await openPostgres({ url: settings.databaseUrl, log: host.log });
  return { ...database, store: new HubStore(database) };
}

/** Names of what was applied. */
export async function migrateDatabase(settings: HubSettings, host: HubHost): Promise<string[]> {
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

interface HubParts {
  database: SqlDatabase;
  postgres: PostgresDatabase | undefined;
  indexes: IndexPlaces;
  cache: BlockCache | undefined;
}

export class Hub {
  readonly settings: HubSettings;
  readonly host: HubHost;
  readonly store: HubStore;
  readonly #database: SqlDatabase;
  readonly #postgres: PostgresDatabase | undefined;
  readonly #indexes: IndexPlaces;
  readonly #cache: BlockCache | undefined;
  readonly #registry: Registry<App>;
  readonly #repositories = new Map<string, HubRepository>();
  readonly #versions = new Map<string, Version>();
  readonly #stopping = new AbortController();
  readonly #forgetting = new Set<() => void>();
  #stopListening = async () => {};
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #updating = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #dueAt = new Map<string, number>();
  #awaySince: number | undefined;
  #isReady = false;
  /** The updates of the first look. */
  #first: Promise<void> | undefined;

  private constructor(settings: HubSettings, host: HubHost, parts: HubParts) {
    this.settings = settings;
    this.host = host;
    this.#database = parts.database;
    this.#postgres = parts.postgres;
    this.#indexes = parts.indexes;
    this.#cache = parts.cache;
    this.store = new HubStore(parts.database);
    this.#registry = createRegistry({
      open: (root) => this.#openApp(root),
      budget: {
        apps: settings.openRepositories,
        memoryBytes: settings.memoryBytes,
        threads: INDEX_THREADS,
        watches: Number.POSITIVE_INFINITY,
      },
      memory: host.memory,
    });
  }

  static async open(settings: HubSettings, host: HubHost): Promise<Hub> {
    const folder = await openDataDirectory(settings.dataDir);
    let parts: HubParts;
    if (settings.databaseUrl === undefined) {
      const database = await openSqlFile(folder, 'hub.sqlite');
      await migrate(database, MIGRATIONS.sqlite);
      const indexes = placesInDirectory(
        (name) => join(settings.dataDir, 'indexes', shortName(name)),
        host.clock.now,
      );
      parts = { database, postgres: undefined, indexes, cache: undefined };
    } else {
      const postgres = await openPostgres({ url: settings.databaseUrl, log: host.log });
      try {
        await checkMigrated(postgres, MIGRATIONS.postgres);
        const identity = await new HubStore(postgres).identity(host.token());
        const cache = await BlockCache.open(
          folder,
          `blocks-${shortName(identity)}.sqlite`,
          settings.cacheBytes,
        );
        parts = { database: postgres, postgres, indexes: placesInPostgres(postgres, cache), cache };
      } catch (thrown) {
        await postgres.close();
        throw thrown;
      }
    }
    const hub = new Hub(settings, host, parts);
    for (const repository of settings.repositories) await hub.store.putRepository(repository, true);
    await hub.store.removeUnlisted(settings.repositories.map(({ name }) => name));
    return hub;
  }

  /** Keeps repositories up with their origins until it is closed. */
  async start(): Promise<void> {
    if (this.#postgres !== undefined)
      this.#stopListening = await this.#postgres.listen(
        CHANNEL,
        (message) => this.#heard(message),
        () => this.#heard(''),
      );
    void this.#look();
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS);
  }

  /** Called when tokens may have changed. */
  onForget(forget: () => void): void {
    this.#forgetting.add(forget);
  }

  /** Since when the database cannot be reached, in milliseconds since the epoch. */
  get awaySince(): number | undefined {
    return this.#awaySince;
  }

  /** The repositories were read at least once, and each that could be brought up was. */
  get isReady(): boolean {
    return this.#isReady;
  }

  repositories(): HubRepository[] {
    return [...this.#repositories.values()].sort((a, b) => (a.settings.name < b.settings.name ? -1 : 1));
  }

  repository(name: string): HubRepository | undefined {
    return this.#repositories.get(name);
  }

  /** Runs work on the app of a version. */
  async use<T>(version: Version, work: (app: App) => Promise<T>): Promise<T> {
    this.#versions.set(version.root, version);
    return await this.#registry.use(version.root, work);
  }

  /** An app of an empty directory: it has the tools that all others have. */
  async useBlank<T>(work: (app: App) => Promise<T>): Promise<T> {
    const root = join(this.settings.dataDir, 'blank');
    await openDataDirectory(root);
    return await this.#registry.use(root, work);
  }

  /** Another config for an app at a directory of the hub's own. */
  async appAt(root: string): Promise<App> {
    return await createApp(await this.#config(root, join(root, '.repo_mcp')), {
      ...this.host,
      staysOpen: false,
    });
  }

  /** The origin has news. */
  async fetchNow(name: string): Promise<void> {
    this.#dueAt.set(name, 0);
    await this.#look();
  }

  cacheBytes(): number | undefined {
    return this.#cache?.bytes;
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    clearInterval(this.#timer);
    await this.#stopListening();
    await this.#looking;
    await this.#registry.close();
    this.#cache?.close();
    await this.#database.close();
  }

  #heard(message: string): void {
    for (const forget of this.#forgetting) forget();
    if (message !== '') this.#dueAt.set(message, 0);
    void this.#look();
  }

  async #look(): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    this.#looking ??= this.#lookOnce().finally(() => {
      this.#looking = undefined;
    });
    await this.#looking;
  }

  async #lookOnce(): Promise<void> {
    const { clock, log } = this.host;
    try {
      const rows = await this.store.repositories();
      const branches = await this.store.branches();
      if (this.#awaySince !== undefined) log.info('the database is back');
      this.#awaySince = undefined;
      this.#setRepositories(rows);
      const due = this.repositories().filter(
        ({ settings }) => (this.#dueAt.get(settings.name) ?? 0) <= clock.elapsed(),
      );
      const updates = due.map((repository) => {
        const { name } = repository.settings;
        this.#dueAt.set(name, Number.POSITIVE_INFINITY);
        return this.#limited(() =>
          repository.update(
            this.#stopping.signal,
            branches.filter((row) => row.repository === name),
          ),
        )
          .catch((error: unknown) => log.error('an update failed', { repository: name, error }))
          .finally(() => {
            if (this.#dueAt.get(name) === Number.POSITIVE_INFINITY)
              this.#dueAt.set(name, clock.elapsed() + this.settings.fetchEverySeconds * 1_000);
          });
      });
      this.#first ??= Promise.all(updates).then(() => {
        this.#isReady = true;
      });
    } catch (thrown) {
      if (this.#stopping.signal.aborted) return;
      if (!saysAway(thrown)) log.error('the repositories could not be read', { error: thrown });
      else if (this.#awaySince === undefined) {
        this.#awaySince = clock.now();
        log.warn('the database is away; answers come from what is kept here', { cause: thrown });
      }
    }
  }

  #setRepositories(rows: readonly StoredRepository[]): void {
    for (const row of rows) {
      const before = this.#repositories.get(row.name);
      if (before !== undefined && sameSettings(before.settings, row)) continue;
      this.#dueAt.delete(row.name);
      this.#repositories.set(row.name, this.#newRepository(row));
    }
    for (const name of this.#repositories.keys())
      if (!rows.some((row) => row.name === name)) this.#repositories.delete(name);
  }

  #newRepository(row: StoredRepository): HubRepository {
    const { host, settings, store } = this;
    const { name, url, branches, secretEnv, webhookEnv } = row;
    return new HubRepository(
      { name, url, branches, secretEnv, webhookEnv },
      {
        store,
        indexes: this.#indexes,
        ifUnlocked: this.#postgres?.ifUnlocked ?? (async (_, work) => ({ done: await work() })),
        bringUp: (version, signal) => this.use(version, (app) => app.refresh(signal)),
        retire: async ({ root }) => {
          this.#versions.delete(root);
        },
        announce: (repository) => announce(this.#database, repository),
        directory: join(settings.dataDir, 'repositories', shortName(`${name} ${url}`)),
        limits: { files: settings.maxFiles, bytes: settings.maxBytes },
        secret: (variable) => (variable === undefined ? undefined : host.env[variable]),
        programPath: host.env.PATH,
        home: host.home,
        clock: host.clock,
        token: host.token,
        log: host.log,
      },
    );
  }

  async #limited<T>(work: () => Promise<T>): Promise<T> {
    if (this.#updating >= UPDATES_AT_ONCE) await new Promise<void>((turn) => this.#waiting.push(turn));
    else this.#updating++;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#updating--;
      else next();
    }
  }

  async #openApp(root: string): Promise<App> {
    const { clock, log, token, random, node } = this.host;
    const version = this.#versions.get(root);
    if (version === undefined && root !== join(this.settings.dataDir, 'blank'))
      throw new AppError('stale', 'commit_gone', 'This commit is no longer served.', { hint: 'Ask again.' });
    const data = join(
      this.settings.dataDir,
      'data',
      shortName(version === undefined ? 'blank' : `${version.repository} ${version.branch}`),
    );
    return await createApp(await this.#config(root, data), {
      staysOpen: true,
      clock,
      // The hub has a line for each call, with its caller.
      log: { ...log, info: log.debug },
      token,
      random,
      node,
      watchSystem: FROZEN_WATCH,
      frozen: true,
      indexThreads: INDEX_THREADS,
      ...(version === undefined ? {} : { indexPlace: this.#indexes.place(version.index) }),
    });
  }

  /** As a person who set nothing would start it; the repository may narrow what is read. */
  async #config(root: string, dataDir: string): Promise<Config> {
    const config = await loadConfig({
      flags: { root, 'data-dir': dataDir, 'allow-root': ['none'] },
      env: { PATH: this.host.env.PATH },
      cwd: root,
    });
    // The hub limits callers; those of an app would hold for all of them together.
    const free = { rateContextSearch: NO_RATE, rateReadFile: NO_RATE, rateGrepCodebase: NO_RATE };
    return { ...config, ...free, logLevel: this.host.logLevel };
  }
}

function sameSettings(a: HubRepository['settings'], b: StoredRepository): boolean {
  return (
    a.url === b.url &&
    a.secretEnv === b.secretEnv &&
    a.webhookEnv === b.webhookEnv &&
    a.branches.join('\n') === b.branches.join('\n')
  );
}

/** A plain name for a directory, whatever the words are. */
function shortName(words: string): string {
  return createHash('sha256').update(words).digest('hex').slice(0, 24);
}
