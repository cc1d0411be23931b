/** The index in the data directory, with its parts put together: catching up, searching, refreshing, tidying up, repairing. */
import { availableParallelism } from 'node:os';
import { sep } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Embedder } from '../embed/index.ts';
import { type Folder, openDataDirectory, processOwner, withLock } from '../store/index.ts';
import type { WordStatistics } from '../word-statistics.ts';
import { type FileFacts, LargeFiles, matchGlob, type RepoPath } from '../workspace/index.ts';
import { Background } from './background.ts';
import { CatchUp } from './catch-up.ts';
import { ChangedFiles } from './changed-files.ts';
import type {
  CodeIndex,
  IndexOptions,
  IndexQuery,
  IndexStatus,
  RefreshOptions,
  RefreshSummary,
  SearchAnswer,
} from './code-index.ts';
import { PastCommits } from './history/past-commits.ts';
import { KnownPaths } from './known-paths.ts';
import { compact } from './live/compact.ts';
import { IndexDatabase, isComplete, placeInFolder } from './live/database.ts';
import type { LiveIndex } from './live/live-index.ts';
import { refreshIndex } from './refresh.ts';
import { Searcher, unchangedText } from './search.ts';
import { onlyOwner } from './storage/sqlite-segments.ts';
import { VALUES } from './storage/storage.ts';
import { SegmentMaker } from './threads/segment-maker.ts';
import { embedMissing, Vectors } from './vectors.ts';

/** Each thread holds some 65 MB to 100 MB; the whole is to stay below 600 MB on 75,000 files. */
const MOST_THREADS = 3;
/** With few cores all of them index: the main thread only writes. */
const FEW_CORES = 2;

export interface StoredIndexDeps extends Omit<IndexOptions, 'embedder'> {
  embedder: Embedder | undefined;
  grep: CodeIndex['grep'];
}

/** Opens the index, making it if it is not there. Nothing is read but the database until somebody asks. */
export async function openStoredIndex(deps: StoredIndexDeps): Promise<StoredIndex> {
  const { workspace, dataDir, log, token, clock } = deps;
  const within = dataDir.startsWith(workspace.root + sep) ? { within: workspace.root } : {};
  const data = () => openDataDirectory(dataDir, within);
  const folder = await data();
  let shared: Folder | undefined;
  const where = async () => {
    const derived = await deps.derived?.();
    shared = derived?.isShared === true ? derived.folder : undefined;
    if (derived === undefined) return { folder: await data(), owner: onlyOwner(clock.now) };
    return {
      folder: derived.folder,
      owner: { name: derived.name, isGone: derived.isGone, now: clock.now },
    };
  };
  const [database, owner] = await Promise.all([
    IndexDatabase.open(deps.place ?? placeInFolder(where), log),
    processOwner(token),
  ]);
  const lock = { owner, clock };
  return new StoredIndex(
    deps,
    database,
    new PastCommits({ folder, workspace, log, clock }),
    (work) => new Background({ folder, lock, log, ...work }),
    async (work, signal) =>
      shared === undefined
        ? await work()
        : await withLock(
            shared,
            FIRST_LOCK,
            { ...lock, waitMs: Number.POSITIVE_INFINITY, ...(signal === undefined ? {} : { signal }) },
            work,
          ),
  );
}

/** Of the work trees of a repository that have no index yet, one is read after the other: the next ones take what the first has analysed. */
const FIRST_LOCK = 'first.lock';
type OneAtATime = <T>(work: () => Promise<T>, signal: AbortSignal | undefined) => Promise<T>;

function threadCount(cores: number): number {
  return cores <= FEW_CORES ? cores : Math.min(cores - 1, MOST_THREADS);
}

/** To those who wait for another process. */
const REPORT_MS = 1_000;

/** After a search that read files again: another one may follow and read more. */
const SAVE_DELAY_MS = 300;

export class StoredIndex {
  readonly #deps: StoredIndexDeps;
  readonly #database: IndexDatabase;
  readonly #past: PastCommits;
  readonly #firstTime: OneAtATime;
  readonly #vectors: Vectors;
  readonly #changedFiles: ChangedFiles;
  readonly #large: LargeFiles;
  readonly #background: Background;
  readonly #searcher: Searcher;
  readonly #catchUp: CatchUp;
  readonly #secret: number;
  readonly #paths = new KnownPaths();
  #maker: Promise<SegmentMaker> | undefined;
  #saving: NodeJS.Timeout | undefined;

  constructor(
    deps: StoredIndexDeps,
    database: IndexDatabase,
    past: PastCommits,
    background: (work: Pick<ConstructorParameters<typeof Background>[0], 'refresh' | 'tidy'>) => Background,
    firstTime: OneAtATime,
  ) {
    const { workspace, clock, log, token, grep } = deps;
    const maker = () => this.#segmentMaker();
    const live = () => database.live;
    this.#deps = deps;
    this.#database = database;
    this.#past = past;
    this.#firstTime = firstTime;
    this.#secret = crc32(token());
    this.#vectors = new Vectors(deps.embedder, log);
    this.#large = new LargeFiles(workspace, deps.workspaceOptions.maxFileBytes);
    this.#background = background({
      refresh: (asked) => this.#repairing((index) => this.#refresh(index, asked)),
      tidy: (signal) => this.#tidy(signal),
    });
    this.#changedFiles = new ChangedFiles({
      live,
      workspace,
      clock,
      maker,
      changed: (paths) => this.#large.changed(paths),
      refresh: () => this.#background.start(),
    });
    this.#searcher = new Searcher({
      live,
      workspace,
      clock,
      vectors: this.#vectors,
      maker,
      exactness: deps.exactness,
      history: (snapshot) => past.over(snapshot),
    });
    this.#catchUp = new CatchUp({
      database,
      background: this.#background,
      changedFiles: this.#changedFiles,
      workspace,
      grep,
      clock,
      maker,
    });
  }

  async search(query: string, options: IndexQuery): Promise<SearchAnswer> {
    return await this.#repairing(async () => {
      const warnings = [...(await this.#catchUp.before(query, options.fileGlob))];
      const { hits, unsettled } = await this.#searcher.search(query, options);
      this.#saveSoon();
      warnings.push(...this.#vectorWarning(options));
      if (unsettled) warnings.push('Some files changed while they were searched; their hits are left out.');
      const isWanted = options.fileGlob === undefined ? () => true : matchGlob(options.fileGlob);
      warnings.push(...(await this.#large.notSearched(isWanted)));
      return { hits, warnings };
    });
  }

  async wordStatistics(query: string): Promise<WordStatistics> {
    return await this.#repairing(async () => {
      await this.#catchUp.before(query, undefined);
      return await this.#searcher.wordStatistics(query);
    });
  }

  /** All files there are now, in order of path. Undefined: only a listing shows them. */
  async knownFiles(): Promise<readonly RepoPath[] | undefined> {
    return await this.#repairing(async () =>
      (await this.#catchUp.isCurrent()) ? this.#paths.of(this.#database.live.snapshot) : undefined,
    );
  }

  async lineCounts(): Promise<ReadonlyMap<string, number>> {
    return await this.#repairing(async (index) => {
      const counts = new Map<string, number>();
      for (const { path, live, file } of (await index.current()).files())
        counts.set(path, live.segment.files[file]?.lineCount ?? 0);
      return counts;
    });
  }

  async refresh(options: RefreshOptions = {}): Promise<RefreshSummary> {
    // Who asks by name wants to be sure.
    this.#deps.workspace.forgetListing();
    const { progress } = options;
    if (progress === undefined) return await this.#background.refresh(options, () => {});
    const waiting = setInterval(() => void this.#reportOther(progress), REPORT_MS).unref();
    const stop = () => clearInterval(waiting);
    return await this.#background.refresh(options, stop).finally(stop);
  }

  /** While another process builds the index: how far it is, as far as it has written down. */
  async #reportOther(progress: NonNullable<RefreshOptions['progress']>): Promise<void> {
    try {
      const { live } = this.#database;
      const { knownCount: done } = await live.current();
      const total = Number(live.value(VALUES.listed) ?? 0);
      if (!isComplete(live) && total > 0)
        progress({ done, total, doneBytes: 0, totalBytes: 0, byOther: true });
    } catch {
      // The refresh itself says what is wrong.
    }
  }

  async status(): Promise<IndexStatus> {
    return await this.#repairing(async (live) => {
      const snapshot = await live.current();
      const { isBusy, progress } = this.#background;
      const last = live.value(VALUES.lastRefresh);
      const listed = Number(live.value(VALUES.listed) ?? 0);
      const resting = this.#database.outdated === undefined ? 'not_indexed' : 'schema_mismatch';
      // Another process is building; this one waits for it.
      const isWaiting = !isComplete(live) && isBusy && listed > 0;
      return {
        state: isComplete(live) ? 'ready' : isBusy ? 'building' : resting,
        indexedFileCount: snapshot.fileCount,
        chunkCount: snapshot.chunkCount,
        lastRefresh: typeof last === 'number' ? last : undefined,
        progress: progress ?? (isWaiting ? { done: snapshot.knownCount, total: listed } : undefined),
        sizeBytes: await live.sizeBytes(),
        vectors: this.#vectors.status(snapshot),
        failure: this.#catchUp.failure(),
      };
    });
  }

  get isBusy(): boolean {
    return this.#background.isBusy;
  }

  async close(): Promise<void> {
    clearTimeout(this.#saving);
    this.#changedFiles.close();
    await this.#background.close();
    await this.#save();
    await this.#database.close();
  }

  /** Replaces a damaged index, and asks the new one again. */
  async #repairing<T>(work: (live: LiveIndex) => Promise<T>): Promise<T> {
    await this.#database.reopened();
    const { live } = this.#database;
    try {
      return await work(live);
    } catch (thrown) {
      if (!(await this.#database.replaced(live, thrown))) throw thrown;
      return await work(this.#database.live);
    }
  }

  async #refresh(live: LiveIndex, asked: RefreshOptions): Promise<RefreshSummary> {
    const { workspace, workspaceOptions, clock, threads } = this.#deps;
    const model = await this.#vectors.staticModel();
    this.#changedFiles.listingBegins();
    const onListed = (files: readonly FileFacts[]) => {
      this.#large.listed(files);
      this.#changedFiles.listed(files.map(({ path }) => path));
    };
    const deps = {
      live,
      workspace,
      workspaceOptions,
      clock,
      threads: threads ?? threadCount(availableParallelism()),
      secret: this.#secret,
      model,
      // Vectors from elsewhere are made for what lives, and would be missing.
      takesKept: model !== undefined || this.#vectors.embedder === undefined,
      onListed,
      isReadSince: this.#changedFiles.isReadSince,
    };
    // Beside the files: git has a process of its own.
    const past = this.#past.refresh(asked.signal);
    try {
      const refresh = () => refreshIndex(deps, asked);
      const isFirst = live.snapshot.knownCount === 0;
      const summary = isFirst ? await this.#firstTime(refresh, asked.signal) : await refresh();
      this.#database.outdated = undefined;
      return summary;
    } finally {
      await past;
    }
  }

  async #tidy(signal: AbortSignal): Promise<void> {
    const { live } = this.#database;
    await compact(live, signal);
    const { embedder } = this.#vectors;
    if (embedder === undefined || (await this.#vectors.staticModel()) !== undefined) return;
    const { workspace } = this.#deps;
    await embedMissing(live, embedder, (path) => unchangedText(path, live.snapshot, workspace), signal);
  }

  #segmentMaker(): Promise<SegmentMaker> {
    this.#maker ??= this.#vectors
      .staticModel()
      .then((model) => new SegmentMaker(this.#deps.workspace, model, this.#secret));
    return this.#maker;
  }

  #vectorWarning({ mode }: IndexQuery): string[] {
    if (mode === 'bm25') return [];
    const { state } = this.#vectors.status(this.#database.live.snapshot);
    if (state === 'ready') return [];
    const why = state === 'none' ? 'Embedding is turned off' : 'Some vectors are not ready yet';
    return [`${why}; without them, this answer is by words only.`];
  }

  #saveSoon(): void {
    if (this.#saving !== undefined || !this.#database.live.hasUnsaved) return;
    this.#saving = setTimeout(() => {
      this.#saving = undefined;
      void this.#save();
    }, SAVE_DELAY_MS);
    this.#saving.unref();
  }

  /** If this fails, the next process finds the same changes again. */
  async #save(): Promise<void> {
    try {
      if (this.#database.live.hasUnsaved) await this.#database.live.save();
    } catch (cause) {
      this.#deps.log.warn('Changes to the index could not be saved.', { cause });
    }
  }
}
