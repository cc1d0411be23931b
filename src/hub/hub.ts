/**
 * A hub in this process: the repositories it serves, kept up with their origins, and the apps that answer for their commits. Everything on
 * its disk can be lost and is made again; what must not be lost is in the database.
 */
import { join } from 'node:path';
import { AppError } from '../core/errors.ts';
import { checkMigrated, saysAway } from '../core/store/for-hub.ts';
import { HubApps, type HubHost } from './hub-apps.ts';
import { announce, CHANNEL, type HubParts, openParts, shortName } from './hub-database.ts';
import { HubStore, MIGRATIONS, type StoredBranch, type StoredRepository } from './hub-store.ts';
import { HubRepository } from './repository.ts';
import type { HubSettings } from './settings.ts';

/** So many repositories are brought up to date at once; each holds a connection to the database meanwhile. */
const UPDATES_AT_ONCE = 2;
/** Notices may be lost with a connection, and SQLite has none; so the tables are looked at in any case. */
const LOOK_EVERY_MS = 1_000;

export class Hub {
  readonly settings: HubSettings;
  readonly host: HubHost;
  readonly store: HubStore;
  readonly apps: HubApps;
  readonly #parts: HubParts;
  readonly #repositories = new Map<string, HubRepository>();
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
  #outdated: string | undefined;
  /** The updates of the first look. */
  #first: Promise<void> | undefined;

  private constructor(settings: HubSettings, host: HubHost, parts: HubParts) {
    this.settings = settings;
    this.host = host;
    this.#parts = parts;
    this.store = new HubStore(parts.database);
    this.apps = new HubApps(settings, host, parts.indexes);
  }

  static async open(settings: HubSettings, host: HubHost): Promise<Hub> {
    const hub = new Hub(settings, host, await openParts(settings, host));
    for (const repository of settings.repositories) await hub.store.putRepository(repository, true);
    await hub.store.removeUnlisted(settings.repositories.map(({ name }) => name));
    return hub;
  }

  /** Keeps repositories up with their origins until it is closed. */
  async start(): Promise<void> {
    const { postgres } = this.#parts;
    if (postgres !== undefined)
      this.#stopListening = await postgres.listen(
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

  /** Why this hub should be replaced by a newer one. */
  get outdated(): string | undefined {
    return this.#outdated;
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

  /** The origin has news. */
  async fetchNow(name: string): Promise<void> {
    this.#dueAt.set(name, 0);
    await this.#look();
  }

  cacheBytes(): number | undefined {
    return this.#parts.cache?.bytes;
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    clearInterval(this.#timer);
    await this.#stopListening();
    await this.#looking;
    await this.apps.close();
    this.#parts.cache?.close();
    await this.#parts.database.close();
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
      await this.#checkTables();
      const rows = await this.store.repositories();
      const branches = await this.store.branches();
      if (this.#awaySince !== undefined) log.info('the database is back');
      this.#awaySince = undefined;
      await this.#setRepositories(rows, branches);
      const updates = this.repositories()
        .filter(({ settings }) => (this.#dueAt.get(settings.name) ?? 0) <= clock.elapsed())
        .map((repository) => this.#updated(repository, branches));
      this.#first ??= Promise.all(updates).then(() => {
        this.#isReady = true;
      });
    } catch (thrown) {
      if (this.#stopping.signal.aborted) return;
      if (this.#outdated !== undefined) return;
      if (!saysAway(thrown)) log.error('the repositories could not be read', { error: thrown });
      else if (this.#awaySince === undefined) {
        this.#awaySince = clock.now();
        log.warn('the database is away; answers come from what is kept here', { cause: thrown });
      }
    }
  }

  async #updated(repository: HubRepository, branches: readonly StoredBranch[]): Promise<void> {
    const { clock, log } = this.host;
    const { name } = repository.settings;
    this.#dueAt.set(name, Number.POSITIVE_INFINITY);
    try {
      const rows = branches.filter((row) => row.repository === name);
      await this.#limited(() => repository.update(this.#stopping.signal, rows));
    } catch (error) {
      log.error('an update failed', { repository: name, error });
    } finally {
      // If the other process ends before it is done, this one takes over.
      const wait = repository.isIndexedElsewhere ? LOOK_EVERY_MS : this.settings.fetchEverySeconds * 1_000;
      if (this.#dueAt.get(name) === Number.POSITIVE_INFINITY) this.#dueAt.set(name, clock.elapsed() + wait);
    }
  }

  /** A newer hub may have changed the tables: then this one writes nothing more, and answers from what it has until it is replaced. */
  async #checkTables(): Promise<void> {
    const { postgres } = this.#parts;
    if (postgres === undefined) return;
    try {
      await checkMigrated(postgres, MIGRATIONS.postgres);
      this.#outdated = undefined;
    } catch (thrown) {
      if (!(thrown instanceof AppError) || thrown.kind !== 'migration') throw thrown;
      if (this.#outdated === undefined) this.host.log.error(thrown.message, { hint: thrown.hint });
      this.#outdated = thrown.message;
      throw thrown;
    }
  }

  async #setRepositories(
    rows: readonly StoredRepository[],
    branches: readonly StoredBranch[],
  ): Promise<void> {
    for (const row of rows) {
      const before = this.#repositories.get(row.name);
      if (before !== undefined && sameSettings(before.settings, row)) continue;
      this.#dueAt.delete(row.name);
      const repository = this.#newRepository(row);
      await repository.restore(branches.filter((branch) => branch.repository === row.name));
      this.#repositories.set(row.name, repository);
    }
    for (const name of this.#repositories.keys())
      if (!rows.some((row) => row.name === name)) this.#repositories.delete(name);
  }

  #newRepository(row: StoredRepository): HubRepository {
    const { host, settings, store, apps } = this;
    const { indexes, postgres, database } = this.#parts;
    const { name, url, branches, secretEnv, webhookEnv } = row;
    return new HubRepository(
      { name, url, branches, secretEnv, webhookEnv },
      {
        store,
        indexes,
        ifUnlocked: postgres?.ifUnlocked ?? (async (_, work) => ({ done: await work() })),
        bringUp: (version, signal) => apps.use(version, (app) => app.refresh(signal)),
        retire: (version) => apps.retire(version),
        announce: (repository) => announce(database, repository),
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
}

function sameSettings(a: HubRepository['settings'], b: StoredRepository): boolean {
  return (
    a.url === b.url &&
    a.secretEnv === b.secretEnv &&
    a.webhookEnv === b.webhookEnv &&
    a.branches.join('\n') === b.branches.join('\n')
  );
}
