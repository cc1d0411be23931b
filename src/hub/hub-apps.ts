/** The apps that answer for the commits of a hub, opened when they are asked and closed within the budget of the process. */
import { join } from 'node:path';
import { type App, createApp, createRegistry, type Registry } from '../app/index.ts';
import { type Config, loadConfig } from '../config/index.ts';
import type { Clock } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import type { IndexPlaces } from '../core/index/for-hub.ts';
import type { Logger } from '../core/logger.ts';
import { openDataDirectory } from '../core/store/index.ts';
import type { WatchSystem } from '../core/workspace/index.ts';
import { shortName } from './hub-database.ts';
import { noWatch } from './no-watch.ts';
import type { Version } from './repository.ts';
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

const INDEX_THREADS = 2;
const NO_RATE = 1_000_000_000;
/** Nothing is watched: files of a commit never change. */
const FROZEN_WATCH: WatchSystem = { perDirectory: true, isRemote: false, watchPlace: noWatch };

export class HubApps {
  readonly #settings: HubSettings;
  readonly #host: HubHost;
  readonly #indexes: IndexPlaces;
  readonly #registry: Registry<App>;
  readonly #versions = new Map<string, Version>();

  constructor(settings: HubSettings, host: HubHost, indexes: IndexPlaces) {
    this.#settings = settings;
    this.#host = host;
    this.#indexes = indexes;
    this.#registry = createRegistry({
      open: (root) => this.#open(root),
      budget: {
        apps: settings.openRepositories,
        memoryBytes: settings.memoryBytes,
        threads: INDEX_THREADS,
        watches: Number.POSITIVE_INFINITY,
      },
      memory: host.memory,
    });
  }

  /** Runs work on the app of a version. */
  async use<T>(version: Version, work: (app: App) => Promise<T>): Promise<T> {
    this.#versions.set(version.root, version);
    return await this.#registry.use(version.root, work);
  }

  /** An app of an empty directory: it has the tools that all others have. */
  async useBlank<T>(work: (app: App) => Promise<T>): Promise<T> {
    await openDataDirectory(this.#blank());
    return await this.#registry.use(this.#blank(), work);
  }

  /** An app at a directory of the hub's own, for whoever closes it. */
  async openAt(root: string): Promise<App> {
    return await createApp(await this.#config(root, join(root, '.repo_mcp')), {
      ...this.#host,
      staysOpen: false,
    });
  }

  /** Nobody is sent there any more; calls under way may end. */
  retire({ root }: Version): void {
    this.#versions.delete(root);
  }

  async close(): Promise<void> {
    await this.#registry.close();
  }

  #blank(): string {
    return join(this.#settings.dataDir, 'blank');
  }

  async #open(root: string): Promise<App> {
    const { clock, log, token, random, node } = this.#host;
    const version = this.#versions.get(root);
    if (version === undefined && root !== this.#blank())
      throw new AppError('stale', 'commit_gone', 'This commit is no longer served.', { hint: 'Ask again.' });
    const owner = version === undefined ? 'blank' : `${version.repository} ${version.branch}`;
    const data = join(this.#settings.dataDir, 'data', shortName(owner));
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
      env: { PATH: this.#host.env.PATH },
      cwd: root,
    });
    // The hub limits callers; those of an app would hold for all of them together.
    const free = { rateContextSearch: NO_RATE, rateReadFile: NO_RATE, rateGrepCodebase: NO_RATE };
    return { ...config, ...free, logLevel: this.#host.logLevel };
  }
}
