/** Brings the index up to the files on disk: list, compare, read what changed, write. */
import type { Clock } from '../../clock.ts';
import type { StaticModel } from '../../embed/index.ts';
import { AppError } from '../../errors.ts';
import type { FileFacts, Workspace, WorkspaceOptions } from '../../workspace/index.ts';
import type { RefreshOptions, RefreshSummary } from '../api.ts';
import type { Change, LiveIndex } from '../live/live-index.ts';
import { META } from '../storage/meta.ts';
import { ThreadPool } from '../threads/pool.ts';
import { type FileToIndex, type MadeSegment, SegmentMaker } from '../threads/segment-maker.ts';
import { planRefresh } from './plan.ts';
import { RefreshCounts } from './refresh-counts.ts';
import { cutTasks } from './tasks.ts';

export interface RefresherParts {
  live: LiveIndex;
  workspace: Workspace;
  workspaceOptions: WorkspaceOptions;
  clock: Clock;
  threads: number;
  /** What files cannot know; see Kernel. */
  secret: number;
  /** Makes the vectors in the same pass; undefined: no vectors, or they are made later. */
  model: StaticModel | undefined;
  /** Told as soon as the files are listed. */
  onListed(files: readonly FileFacts[]): void;
}

/** Starting threads takes longer than reading so little here. */
const MOST_FILES_HERE = 24;
const MOST_BYTES_HERE = 400_000;

/** A listing that takes longer is of a large repository; if all of it is new, threads are started meanwhile. */
const SHORT_LISTING_MS = 20;

export async function refreshIndex(parts: RefresherParts, options: RefreshOptions): Promise<RefreshSummary> {
  const { workspaceOptions, threads, model, secret } = parts;
  const pool = new ThreadPool(threads, { workspace: workspaceOptions, model: model?.shared, secret });
  try {
    return await refreshWith(pool, parts, options);
  } finally {
    await pool.close();
  }
}

async function refreshWith(
  pool: ThreadPool,
  parts: RefresherParts,
  { force = false, signal, progress }: RefreshOptions,
): Promise<RefreshSummary> {
  const { live, workspace, workspaceOptions, clock, model } = parts;
  const started = clock.elapsed();
  const isFirst = live.collection.knownCount === 0;
  const early = isFirst ? setTimeout(() => pool.start(), SHORT_LISTING_MS) : undefined;
  const listing = await workspace.files({ signal }).finally(() => clearTimeout(early));
  parts.onListed(listing);
  live.store.read(() => live.synchronise());
  const plan = planRefresh(listing, live.collection, {
    force,
    maxFileBytes: workspaceOptions.maxFileBytes,
    model: model?.id,
  });
  const counts = new RefreshCounts(plan, live.collection);
  const total = plan.toIndex.length;
  let done = 0;
  progress?.(done, total);
  // So that other processes can say how far it is.
  if (total > 0) live.store.write(() => live.store.setMeta(META.listed, listing.length));
  // Nothing is taken out of the index before it is known that files can be read here at all.
  let canRead = total === 0 || plan.kept > 0;
  let waiting: Change[] = [{ parts: undefined, touched: [], removed: plan.removed }];
  const apply = () => {
    for (const change of waiting) live.apply(change);
    waiting = [];
  };
  if (canRead) apply();
  await indexFiles(pool, parts, plan.toIndex, signal, (made, files) => {
    counts.take(made);
    waiting.push({ ...made, removed: made.gone });
    canRead ||= made.barred < files;
    if (canRead) {
      apply();
      live.save();
    }
    done += files;
    progress?.(done, total);
  });
  if (!canRead) throw nothingReadable(total);
  const timestamp = clock.now();
  live.save(() => {
    live.store.setMeta(META.complete, 1);
    live.store.setMeta(META.lastRefresh, timestamp);
    live.store.setMeta(META.listed, live.collection.knownCount);
  });
  return { ...counts.summary(), durationMs: clock.elapsed() - started, timestamp };
}

function nothingReadable(files: number): AppError {
  return new AppError(
    'io',
    'nothing_readable',
    `None of the ${files} files here could be opened; the index is left as it was.`,
    { hint: 'Check the permissions of the files; pilotbook doctor says what works on this machine.' },
  );
}

async function indexFiles(
  pool: ThreadPool,
  { clock, workspace, model, secret }: RefresherParts,
  files: readonly FileToIndex[],
  signal: AbortSignal | undefined,
  onMade: (made: MadeSegment, files: number) => void,
): Promise<void> {
  if (files.length === 0) return;
  if (isSmall(files)) {
    onMade(new SegmentMaker(workspace, model, secret).make(files, clock.now()), files.length);
    return;
  }
  const tasks = cutTasks(files, clock.now());
  await pool.run(tasks, signal, (done) => onMade(done, tasks[done.number]?.files.length ?? 0));
}

function isSmall(files: readonly FileToIndex[]): boolean {
  return files.length <= MOST_FILES_HERE && files.reduce((sum, { size }) => sum + size, 0) <= MOST_BYTES_HERE;
}
