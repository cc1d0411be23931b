/** Brings the index up to the files on disk: list, compare, read what changed, write. `reindex` does so for single files. */
import type { Clock } from '../clock.ts';
import type { StaticModel } from '../embed/index.ts';
import { AppError } from '../errors.ts';
import type { FileFacts, RepoPath, Workspace, WorkspaceOptions } from '../workspace/index.ts';
import type { RefreshOptions, RefreshSummary } from './code-index.ts';
import { type KeptContent, keptContents } from './live/kept-contents.ts';
import type { Change, LiveIndex } from './live/live-index.ts';
import type { FilePlace, RevivedFile, Snapshot } from './live/snapshot.ts';
import { NO_STAT, sameStat, UNREADABLE } from './segment/tables.ts';
import { VALUES } from './storage/storage.ts';
import { type Task, ThreadPool } from './threads/pool.ts';
import { type FileToIndex, type MadeSegment, SegmentMaker } from './threads/segment-maker.ts';

export interface RefreshDeps {
  live: LiveIndex;
  workspace: Workspace;
  workspaceOptions: WorkspaceOptions;
  clock: Clock;
  threads: number;
  /** What files cannot know; see Kernel. */
  secret: number;
  /** Makes the vectors in the same pass; undefined: no vectors, or they are made later. */
  model: StaticModel | undefined;
  /** Whether contents that are kept, here or in another index of the same place, may be taken as they are. */
  takesKept: boolean;
  /** Called as soon as the files are listed. */
  onListed(files: readonly FileFacts[]): void;
  /** Whether somebody else put the file into the index after it was listed here; what is read of it here may be older. */
  isReadSince(path: RepoPath): boolean;
}

/** Starting threads takes longer than reading so little here. */
const MOST_FILES_HERE = 24;
const MOST_BYTES_HERE = 400_000;

/** A listing that takes longer is of a large repository; if all of it is new, threads are started meanwhile. */
const SHORT_LISTING_MS = 20;

export async function refreshIndex(deps: RefreshDeps, options: RefreshOptions): Promise<RefreshSummary> {
  const { workspaceOptions, threads, model, secret } = deps;
  const pool = new ThreadPool(threads, { workspace: workspaceOptions, model: model?.shared, secret });
  try {
    return await refreshWith(pool, deps, options);
  } finally {
    await pool.close();
  }
}

async function refreshWith(
  pool: ThreadPool,
  deps: RefreshDeps,
  { force = false, signal, progress }: RefreshOptions,
): Promise<RefreshSummary> {
  const { live, workspace, workspaceOptions, clock, model } = deps;
  const started = clock.elapsed();
  const isFirst = live.snapshot.knownCount === 0;
  const early = isFirst ? setTimeout(() => pool.start(), SHORT_LISTING_MS) : undefined;
  const listing = await workspace.files({ signal }).finally(() => clearTimeout(early));
  deps.onListed(listing);
  const snapshot = await live.current();
  const { maxFileBytes } = workspaceOptions;
  const plan = planRefresh(listing, snapshot, { force, maxFileBytes, model: model?.id });
  const kept =
    force || !deps.takesKept
      ? new Map<string, readonly KeptContent[]>()
      : await keptOf(plan, live, model?.id);
  const counts = new RefreshCounts(plan, snapshot);
  const total = plan.toIndex.length;
  const totalBytes = sizeOf(plan.toIndex);
  let done = 0;
  let doneBytes = 0;
  const report = () => progress?.({ done, total, doneBytes, totalBytes });
  report();
  // So that other processes can say how far it is.
  if (total > 0) await live.save({ [VALUES.listed]: listing.length });
  // Nothing is taken out of the index before it is known that files can be read here at all.
  let canRead = total === 0 || plan.kept > 0;
  let waiting: Change[] = [{ parts: undefined, touched: [], removed: plan.removed }];
  let read: FileToIndex[] = [];
  // All at once in the end: finding paths in the index takes another table then.
  const revived: RevivedFile[] = [];
  const apply = () => {
    for (const change of waiting) live.apply(change);
    const older = read.map(({ path }) => path).filter(deps.isReadSince);
    if (older.length > 0) reindex(live, new SegmentMaker(workspace, model, deps.secret), clock, older);
    waiting = [];
    read = [];
  };
  if (canRead) apply();
  await indexFiles(pool, deps, plan.toIndex, signal, async (made, files) => {
    counts.take(made);
    waiting.push({ ...made, removed: made.gone });
    for (const { path, stat, kept: at } of made.recognised) {
      const content = kept.get(path)?.[at];
      if (content !== undefined) revived.push({ ...content, stat });
    }
    read.push(...files);
    canRead ||= made.barred < files.length;
    if (canRead) {
      apply();
      await live.save();
    }
    done += files.length;
    doneBytes += sizeOf(files);
    report();
  });
  if (!canRead) throw nothingReadable(total);
  if (revived.length > 0) await revive(deps, revived);
  const timestamp = clock.now();
  await live.save({
    [VALUES.complete]: 1,
    [VALUES.lastRefresh]: timestamp,
    [VALUES.listed]: live.snapshot.knownCount,
  });
  return { ...counts.summary(), durationMs: clock.elapsed() - started, timestamp };
}

/** Another process may merge their segments away before it is saved that they live; such files are read again. */
async function revive(
  { live, workspace, model, secret, clock, isReadSince }: RefreshDeps,
  revived: readonly RevivedFile[],
): Promise<void> {
  live.apply({ parts: undefined, touched: [], removed: [], revived });
  const paths = revived.flatMap(({ segment, file }) => segment.files[file]?.path ?? []);
  // Every path of the index came from a listing of the workspace.
  let older = (paths as RepoPath[]).filter(isReadSince);
  do {
    if (older.length > 0) reindex(live, new SegmentMaker(workspace, model, secret), clock, older);
    await live.save();
    older = live.takeLost() as RepoPath[];
  } while (older.length > 0);
}

/** Tells the plan which contents are kept of its files. */
async function keptOf(
  { toIndex }: RefreshPlan,
  live: LiveIndex,
  model: string | undefined,
): Promise<ReadonlyMap<string, readonly KeptContent[]>> {
  if (isSmall(toIndex)) return new Map();
  const kept = await keptContents(live, new Set(toIndex.map(({ path }) => path)), model);
  for (const file of toIndex) {
    const hashes = kept.get(file.path)?.map(({ hash }) => hash);
    if (hashes !== undefined) file.keptHashes = hashes;
  }
  return kept;
}

function nothingReadable(files: number): AppError {
  return new AppError(
    'io',
    'nothing_readable',
    `None of the ${files} files here could be opened; the index is left as it was.`,
    { hint: 'Check the permissions of the files; pilotbook doctor says what works on this machine.' },
  );
}

/** Single files read again, here and now, without threads. What is new is in `live.snapshot` then. */
export function reindex(
  live: LiveIndex,
  maker: SegmentMaker,
  clock: Clock,
  paths: readonly RepoPath[],
): void {
  const { snapshot } = live;
  const files = paths.map((path): FileToIndex => {
    const known = snapshot.entry(path);
    const readable = known !== undefined && (known.flags & UNREADABLE) === 0;
    const knownHash = readable ? known.hash : undefined;
    // A file that is read at once tells its own size and times.
    return { path, ...NO_STAT, knownHash, knownUnreadable: known !== undefined && !readable };
  });
  const made = maker.make(files, clock.now());
  live.apply({ ...made, removed: made.gone });
}

interface RefreshPlan {
  /** New or changed, in the order of the listing. */
  toIndex: FileToIndex[];
  removed: string[];
  /** How many files are in the index as they are on disk. */
  kept: number;
}

interface PlanOptions {
  /** Take nothing for granted: every file is read, and analysed even if its content is known. */
  force: boolean;
  maxFileBytes: number;
  /** Files whose chunks have no vectors of this model are analysed again. Undefined: vectors do not matter. */
  model: string | undefined;
}

/** The files on disk against the files in the index. */
function planRefresh(
  listing: readonly FileFacts[],
  snapshot: Snapshot,
  { force, maxFileBytes, model }: PlanOptions,
): RefreshPlan {
  const unseen = new Map<string, FilePlace>();
  for (const place of snapshot.files()) unseen.set(place.path, place);
  const toIndex: FileToIndex[] = [];
  let kept = 0;
  for (const facts of listing) {
    const { path } = facts;
    if (facts.size > maxFileBytes) continue;
    const { live, file } = unseen.get(path) ?? {};
    unseen.delete(path);
    const stat = file === undefined ? undefined : live?.stats[file];
    const known = file === undefined ? undefined : live?.segment.files[file];
    const embedded = model === undefined || known?.chunkCount === 0 || live?.vectors?.model === model;
    if (!force && embedded && stat !== undefined && sameStat(stat, facts)) {
      kept++;
      continue;
    }
    const readable = known !== undefined && (known.flags & UNREADABLE) === 0;
    const keep = readable && embedded && !force;
    const knownUnreadable = known !== undefined && !readable;
    toIndex.push({ ...facts, knownHash: keep ? known.hash : undefined, knownUnreadable });
  }
  return { toIndex, removed: [...unseen.keys()], kept };
}

/** How many files a refresh added, updated and removed, corrected by what was found when they were read. */
class RefreshCounts {
  readonly #known: Set<string>;
  #added: number;
  #updated: number;
  #removed: number;

  constructor({ toIndex, removed }: RefreshPlan, snapshot: Snapshot) {
    const known = toIndex.filter(({ path }) => snapshot.place(path) !== undefined);
    this.#known = new Set(known.map(({ path }) => path));
    this.#added = toIndex.length - known.length;
    this.#updated = known.length;
    this.#removed = removed.length;
  }

  take({ touched, gone, unreadable }: MadeSegment): void {
    this.#updated -= touched.length;
    for (const path of unreadable) {
      if (this.#known.has(path)) this.#updated--;
      else this.#added--;
    }
    for (const path of gone) {
      if (this.#known.has(path)) {
        this.#updated--;
        this.#removed++;
      } else this.#added--;
    }
  }

  summary(): { added: number; updated: number; removed: number } {
    return { added: this.#added, updated: this.#updated, removed: this.#removed };
  }
}

async function indexFiles(
  pool: ThreadPool,
  { clock, workspace, model, secret }: RefreshDeps,
  files: readonly FileToIndex[],
  signal: AbortSignal | undefined,
  onMade: (made: MadeSegment, files: readonly FileToIndex[]) => Promise<void>,
): Promise<void> {
  if (files.length === 0) return;
  if (isSmall(files)) {
    await onMade(new SegmentMaker(workspace, model, secret).make(files, clock.now()), files);
    return;
  }
  const tasks = cutTasks(files, clock.now());
  await pool.run(tasks, signal, (done) => onMade(done, tasks[done.number]?.files ?? []));
}

function isSmall(files: readonly FileToIndex[]): boolean {
  return files.length <= MOST_FILES_HERE && sizeOf(files) <= MOST_BYTES_HERE;
}

function sizeOf(files: readonly FileToIndex[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** A task is held in memory whole; but each segment is one more to look into for each word, so large trees are cut into larger ones. */
const USUAL_TASK_BYTES = 8_000_000;
const MOST_TASK_BYTES = 40_000_000;
/** Of the usual size; with more text than that, tasks grow. */
const USUAL_TASKS = 32;
/** Less is not worth a task. */
const LEAST_TASK_BYTES = 400_000;
/** A task takes this part of what is left: the last ones are small, so that no thread works on alone for long. */
const TASK_SHARE = 1 / 3;
const MOST_TASK_FILES = 16_000;

/** One task becomes one segment, so the cuts do not depend on the threads. */
function cutTasks(files: readonly FileToIndex[], nowMs: number): Task[] {
  let left = sizeOf(files);
  const most = Math.min(MOST_TASK_BYTES, Math.max(USUAL_TASK_BYTES, left / USUAL_TASKS));
  const tasks: Task[] = [];
  let current: FileToIndex[] = [];
  let bytes = 0;
  const cut = () => {
    tasks.push({ number: tasks.length, nowMs, files: current });
    current = [];
    left -= bytes;
    bytes = 0;
  };
  for (const file of files) {
    const limit = Math.min(most, Math.max(LEAST_TASK_BYTES, left * TASK_SHARE));
    if (current.length > 0 && (bytes + file.size > limit || current.length === MOST_TASK_FILES)) cut();
    current.push(file);
    bytes += file.size;
  }
  if (current.length > 0) cut();
  return tasks;
}
