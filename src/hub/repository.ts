/**
 * One repository of a hub, as this process has it: its copy from the origin, and for each branch that is kept the newest commit that can be
 * searched. A new commit gets files and an index of its own, made from those of the commit before; when both are whole, questions go there.
 */
import { join } from 'node:path';
import { AppError, asAppError, inSentences } from '../core/errors.ts';
import { type Mirror, openMirror, writeTree } from '../core/git/for-hub.ts';
import { INDEX_VERSION, type IndexPlaces } from '../core/index/for-hub.ts';
import type { Logger } from '../core/logger.ts';
import { isThere, removeFolder } from '../core/store/index.ts';
import type { HubStore, StoredBranch } from './hub-store.ts';
import type { RepositorySettings } from './settings.ts';

/** A commit of a branch, with its files on this machine and its index. */
export interface Version {
  repository: string;
  branch: string;
  isDefault: boolean;
  commit: string;
  index: string;
  /** The directory of its files. Never shown. */
  root: string;
  files: number;
}

export interface RepositoryDeps {
  store: HubStore;
  indexes: IndexPlaces;
  /** Runs the work if no other process runs work of that name. */
  ifUnlocked<T>(name: string, work: () => Promise<T>): Promise<{ done: T } | undefined>;
  /** Opens the version and brings its index up to its files. */
  bringUp(version: Version, signal: AbortSignal): Promise<void>;
  /** Nobody is sent there any more; calls under way may end. */
  retire(version: Version): void;
  /** Tells the other processes that something about the repository is new. */
  announce(repository: string): Promise<void>;
  directory: string;
  limits: { files: number; bytes: number };
  secret(name: string | undefined): string | undefined;
  programPath: string | undefined;
  home: string | undefined;
  clock: { now(): number };
  token(): string;
  log: Logger;
}

export class HubRepository {
  readonly settings: RepositorySettings;
  readonly #deps: RepositoryDeps;
  readonly #mirror: Mirror;
  readonly #versions = new Map<string, Version>();
  /** By branch: one before the newest. Another process may still answer from it. */
  readonly #before = new Map<string, Version>();
  #running: Promise<void> | undefined;
  #again = false;
  #isIndexedElsewhere = false;
  /** Why the origin could not be read, and since when. */
  #problem: { text: string; since: number } | undefined;

  constructor(settings: RepositorySettings, deps: RepositoryDeps) {
    this.settings = settings;
    this.#deps = deps;
    this.#mirror = openMirror({
      directory: join(deps.directory, 'mirror'),
      url: settings.url,
      secret: deps.secret(settings.secretEnv),
      programPath: deps.programPath,
      home: deps.home,
    });
  }

  get mirror(): Mirror {
    return this.#mirror;
  }

  /** Another process makes the index of a commit that this one lacks. */
  get isIndexedElsewhere(): boolean {
    return this.#isIndexedElsewhere;
  }

  get problem(): { text: string; since: number } | undefined {
    return this.#problem;
  }

  /** Undefined: it cannot be searched yet, or there is no such branch. */
  version(branch?: string): Version | undefined {
    if (branch !== undefined) return this.#versions.get(branch);
    const all = [...this.#versions.values()];
    return all.find(({ isDefault }) => isDefault) ?? all[0];
  }

  versions(): Version[] {
    return [...this.#versions.values()];
  }

  /** What this hub had before it was started again, and the database still names, can be asked at once. */
  async restore(rows: readonly StoredBranch[]): Promise<void> {
    for (const { name: branch, commit, index, files, isDefault } of rows) {
      const root = this.#rootOf(commit);
      if (index !== this.#indexOf(branch, commit) || !(await isThere(root))) continue;
      this.#versions.set(branch, {
        repository: this.settings.name,
        branch,
        isDefault,
        commit,
        index,
        root,
        files,
      });
    }
  }

  /** Asks the origin for news and takes them in; joins one that runs, and then asks once more. */
  async update(signal: AbortSignal, rows: readonly StoredBranch[]): Promise<void> {
    if (this.#running !== undefined) {
      this.#again = true;
      return await this.#running;
    }
    this.#running = this.#updates(signal, rows).finally(() => {
      this.#running = undefined;
    });
    await this.#running;
  }

  async #updates(signal: AbortSignal, rows: readonly StoredBranch[]): Promise<void> {
    let known = rows;
    do {
      this.#again = false;
      await this.#update(signal, known);
      known = (await this.#deps.store.branches().catch(() => [])).filter(
        ({ repository }) => repository === this.settings.name,
      );
    } while (this.#again && !signal.aborted);
  }

  async #update(signal: AbortSignal, rows: readonly StoredBranch[]): Promise<void> {
    const { store, clock, log } = this.#deps;
    const { name } = this.settings;
    try {
      await this.#fromOrigin(signal, rows);
      if (this.#problem !== undefined) log.info('the origin is back', { repository: name });
      this.#problem = undefined;
      await store.fetched(name, clock.now());
    } catch (thrown) {
      if (signal.aborted) return;
      const error = asAppError(thrown);
      this.#problem = { text: error.message, since: this.#problem?.since ?? clock.now() };
      log.warn('a repository could not be brought up to date', {
        repository: name,
        error: error.code,
        cause: error.cause ?? error,
      });
      await store.failed(name, inSentences(error), clock.now()).catch(() => {});
      // What others indexed, and what was here before, can still be searched.
      for (const row of rows)
        if (row.index === this.#indexOf(row.name, row.commit)) await this.#adopt(row, signal).catch(() => {});
    }
  }

  async #fromOrigin(signal: AbortSignal, rows: readonly StoredBranch[]): Promise<void> {
    this.#isIndexedElsewhere = false;
    const { branches, head } = await this.#mirror.look(signal);
    const asked =
      this.settings.branches.length > 0 ? this.settings.branches : head === undefined ? [] : [head];
    const there = asked.filter((branch) => branches.has(branch));
    for (const version of this.versions()) if (!there.includes(version.branch)) await this.#drop(version);
    if (there.length === 0)
      throw new AppError(
        'not_found',
        'branch_missing',
        `The origin has no branch ${asked.join(', ') || 'at all'}.`,
      );
    for (const [at, branch] of there.entries()) {
      const commit = branches.get(branch);
      if (commit === undefined) continue;
      const row = rows.find(({ name }) => name === branch);
      if (row?.commit === commit && row.index === this.#indexOf(branch, commit))
        await this.#adopt(row, signal);
      else if (this.#versions.get(branch)?.commit !== commit)
        await this.#index({ branch, commit, isDefault: at === 0 }, row, signal);
    }
    const missing = asked.filter((branch) => !branches.has(branch));
    if (missing.length > 0)
      throw new AppError('not_found', 'branch_missing', `The origin has no branch ${missing.join(', ')}.`);
  }

  /** Only one process does it; the others go on with what they have and are told when it is done. */
  async #index(
    { branch, commit, isDefault }: { branch: string; commit: string; isDefault: boolean },
    row: StoredBranch | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const { store, indexes, ifUnlocked, bringUp, announce, clock } = this.#deps;
    const { name } = this.settings;
    const done = await ifUnlocked(`index ${name} ${branch} ${INDEX_VERSION}`, async () => {
      const base = row ?? (await this.#otherBranch());
      const files = await this.#files(branch, commit, base?.commit, signal);
      const index = this.#indexOf(branch, commit);
      if (base !== undefined) await indexes.copy(base.index, index);
      const version: Version = {
        repository: name,
        branch,
        isDefault,
        commit,
        index,
        root: this.#rootOf(commit),
        files,
      };
      await bringUp(version, signal);
      await store.putBranch({
        repository: name,
        name: branch,
        isDefault,
        commit,
        index,
        files,
        indexedAt: clock.now(),
      });
      await this.#switchTo(version);
      await announce(name);
    });
    if (done === undefined) this.#isIndexedElsewhere = true;
  }

  /** A new branch costs what differs from another. */
  async #otherBranch(): Promise<StoredBranch | undefined> {
    const rows = await this.#deps.store.branches();
    return rows.find(({ repository }) => repository === this.settings.name);
  }

  /** What another process has indexed, or this one before it was started again. */
  async #adopt(row: StoredBranch, signal: AbortSignal): Promise<void> {
    const { name: branch, isDefault, commit, index } = row;
    if (this.#versions.get(branch)?.commit === commit) return;
    const files = await this.#files(branch, commit, this.#versions.get(branch)?.commit, signal);
    const version: Version = {
      repository: this.settings.name,
      branch,
      isDefault,
      commit,
      index,
      root: this.#rootOf(commit),
      files,
    };
    await this.#deps.bringUp(version, signal);
    await this.#switchTo(version);
  }

  /** Hubs of another version make their own: they understand other words by the same text. */
  #indexOf(branch: string, commit: string): string {
    return `${this.settings.name} ${branch} ${commit} ${INDEX_VERSION}`;
  }

  #rootOf(commit: string): string {
    return join(this.#deps.directory, 'trees', commit);
  }

  async #files(
    branch: string,
    commit: string,
    before: string | undefined,
    signal: AbortSignal,
  ): Promise<number> {
    if ((await this.#mirror.commitOf(branch)) !== commit) await this.#mirror.fetch([branch], signal);
    return await writeTree(this.#mirror, commit, {
      into: join(this.#deps.directory, 'trees'),
      before,
      limits: this.#deps.limits,
      token: this.#deps.token(),
      signal,
    });
  }

  async #switchTo(version: Version): Promise<void> {
    const { branch } = version;
    const last = this.#versions.get(branch);
    this.#versions.set(branch, version);
    if (last === undefined || last.commit === version.commit) return;
    const old = this.#before.get(branch);
    this.#before.set(branch, last);
    if (old !== undefined) await this.#remove(old);
  }

  async #drop(version: Version): Promise<void> {
    this.#versions.delete(version.branch);
    await this.#deps.store.removeBranch(version.repository, version.branch);
    await this.#remove(version);
  }

  async #remove(version: Version): Promise<void> {
    this.#deps.retire(version);
    const kept = [...this.#versions.values(), ...this.#before.values()];
    if (kept.every(({ index }) => index !== version.index))
      await this.#deps.indexes.remove(version.index).catch(() => {});
    if (kept.every(({ root }) => root !== version.root)) await removeFolder(version.root);
  }
}
