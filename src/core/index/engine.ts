/** The parts of the index put together. */
import { crc32 } from 'node:zlib';
import { type FileFacts, LargeFiles, matchGlob, type RepoPath } from '../workspace/index.ts';
import type {
  CodeIndex,
  IndexOptions,
  IndexQuery,
  IndexStatus,
  RefreshOptions,
  RefreshSummary,
  SearchAnswer,
} from './api.ts';
import type { Search } from './contract.ts';
import type { IndexDatabase } from './database.ts';
import { Freshness } from './freshness/freshness.ts';
import { compact } from './live/compact.ts';
import { Background, type BackgroundParts } from './refresh/background.ts';
import { refreshIndex } from './refresh/refresher.ts';
import { CatchUp } from './search/catch-up.ts';
import { Searcher } from './search/searcher.ts';
import { unchangedText } from './search/verify.ts';
import { META } from './storage/meta.ts';
import { SegmentMaker } from './threads/segment-maker.ts';
import { embedMissing } from './vectors/embed-missing.ts';
import { Vectors } from './vectors/vectors.ts';

export interface EngineParts {
  options: IndexOptions;
  database: IndexDatabase;
  folder: BackgroundParts['folder'];
  owner: BackgroundParts['lock']['owner'];
  threads: number;
  rank: Search;
}

/** After a search that read files again: another one may follow and read more. */
const SAVE_DELAY_MS = 300;

export class Engine implements CodeIndex {
  readonly #options: IndexOptions;
  readonly #database: IndexDatabase;
  readonly #vectors: Vectors;
  readonly #freshness: Freshness;
  readonly #large: LargeFiles;
  readonly #background: Background;
  readonly #searcher: Searcher;
  readonly #catchUp: CatchUp;
  readonly #threads: number;
  readonly #secret: number;
  #maker: Promise<SegmentMaker> | undefined;
  #saving: NodeJS.Timeout | undefined;

  constructor({ options, database, folder, owner, threads, rank }: EngineParts) {
    const { workspace, clock, log } = options;
    const maker = () => this.#segmentMaker();
    const live = () => database.live;
    this.#options = options;
    this.#database = database;
    this.#threads = threads;
    this.#secret = crc32(options.token());
    this.#vectors = new Vectors(options.embedder, log);
    this.#background = new Background({
      folder,
      lock: { owner, clock },
      log,
      refresh: (asked) => this.#repairing(() => this.#refresh(asked)),
      tidy: (signal) => this.#tidy(signal),
    });
    const refresh = () => this.#background.start();
    this.#large = new LargeFiles(workspace, options.workspaceOptions.maxFileBytes);
    const changed = (paths: readonly RepoPath[]) => this.#large.changed(paths);
    this.#freshness = new Freshness({ live, workspace, clock, maker, changed, refresh });
    this.#searcher = new Searcher({ live, workspace, clock, vectors: this.#vectors, maker, rank });
    const { background, freshness } = { background: this.#background, freshness: this.#freshness };
    this.#catchUp = new CatchUp({ database, background, freshness, workspace, clock, maker });
  }

  async search(query: string, options: IndexQuery): Promise<SearchAnswer> {
    return await this.#repairing(async () => {
      const warnings = await this.#catchUp.before(query, options.fileGlob);
      const { hits, unsettled } = await this.#searcher.search(query, options);
      this.#saveSoon();
      const more = [...warnings, ...this.#vectorWarning(options)];
      if (unsettled) more.push('Some files changed while they were searched; their hits are left out.');
      const isWanted = options.fileGlob === undefined ? () => true : matchGlob(options.fileGlob);
      more.push(...(await this.#large.notSearched(isWanted)));
      return { hits, warnings: more };
    });
  }

  async refresh(options: RefreshOptions = {}): Promise<RefreshSummary> {
    return await this.#background.refresh(options);
  }

  status(): IndexStatus {
    const { live, isComplete, outdated } = this.#database;
    const code = live.collection;
    const { isBusy } = this.#background;
    const last = live.store.meta(META.lastRefresh);
    const resting = outdated === undefined ? 'not_indexed' : 'schema_mismatch';
    return {
      state: isComplete ? 'ready' : isBusy ? 'building' : resting,
      indexedFileCount: code.fileCount,
      chunkCount: code.chunkCount,
      lastRefresh: typeof last === 'number' ? last : undefined,
      progress: this.#background.progress ?? (isComplete || !isBusy ? undefined : this.#othersProgress()),
      sizeBytes: live.store.sizeBytes(),
      vectors: this.#vectors.status(code),
    };
  }

  async close(): Promise<void> {
    clearTimeout(this.#saving);
    this.#freshness.close();
    await this.#background.close();
    this.#save();
    this.#database.close();
  }

  /** A damaged index is replaced, and the question asked once more of the new one. */
  async #repairing<T>(work: () => Promise<T>): Promise<T> {
    const { live } = this.#database;
    try {
      return await work();
    } catch (thrown) {
      if (!(await this.#database.replaced(live, thrown))) throw thrown;
      return await work();
    }
  }

  async #refresh(asked: RefreshOptions): Promise<RefreshSummary> {
    const { workspace, workspaceOptions, clock } = this.#options;
    const { live } = this.#database;
    const model = await this.#vectors.staticModel();
    this.#freshness.listingBegins();
    const onListed = (files: readonly FileFacts[]) => {
      this.#large.listed(files);
      this.#freshness.listed(files.map(({ path }) => path));
    };
    const parts = {
      live,
      workspace,
      workspaceOptions,
      clock,
      threads: this.#threads,
      secret: this.#secret,
      model,
      onListed,
    };
    const summary = await refreshIndex(parts, asked);
    this.#database.outdated = undefined;
    return summary;
  }

  async #tidy(signal: AbortSignal): Promise<void> {
    const { live } = this.#database;
    await compact(live, signal);
    const { embedder } = this.#vectors;
    if (embedder === undefined || (await this.#vectors.staticModel()) !== undefined) return;
    const { workspace } = this.#options;
    await embedMissing(live, embedder, (path) => unchangedText(path, live.collection, workspace), signal);
  }

  /** Of the process that is building while this one waits. */
  #othersProgress(): { done: number; total: number } | undefined {
    const { live } = this.#database;
    live.store.read(() => live.synchronise());
    const total = Number(live.store.meta(META.listed) ?? 0);
    return total === 0 ? undefined : { done: live.collection.knownCount, total };
  }

  #segmentMaker(): Promise<SegmentMaker> {
    this.#maker ??= this.#vectors
      .staticModel()
      .then((model) => new SegmentMaker(this.#options.workspace, model, this.#secret));
    return this.#maker;
  }

  #vectorWarning({ mode }: IndexQuery): string[] {
    if (mode === 'bm25') return [];
    const { state } = this.#vectors.status(this.#database.live.collection);
    if (state === 'ready') return [];
    const why = state === 'none' ? 'Embedding is turned off' : 'Some vectors are not ready yet';
    return [`${why}; without them, this answer is by words only.`];
  }

  #saveSoon(): void {
    if (this.#saving !== undefined || !this.#database.live.hasUnsaved) return;
    this.#saving = setTimeout(() => {
      this.#saving = undefined;
      this.#save();
    }, SAVE_DELAY_MS);
    this.#saving.unref();
  }

  /** What cannot be written now is seen again as changed by the next process. */
  #save(): void {
    try {
      if (this.#database.live.hasUnsaved) this.#database.live.save();
    } catch (cause) {
      this.#options.log.warn('Changes to the index could not be saved.', { cause });
    }
  }
}
