/** Brings the index up to the files on disk: list, compare, read what changed, write. */
import type { Clock } from '../../clock.ts';
import type { StaticModel } from '../../embed/index.ts';
import type { Workspace, WorkspaceOptions } from '../../workspace/index.ts';
import type { RefreshOptions, RefreshSummary } from '../api.ts';
import type { LiveIndex } from '../live/live-index.ts';
import { META } from '../storage/meta.ts';
import { runTasks } from '../work/pool.ts';
import { type FileToIndex, type MadeSegment, SegmentMaker } from '../work/segment-maker.ts';
import { planRefresh, type RefreshPlan } from './plan.ts';
import { cutTasks } from './tasks.ts';

export interface RefresherParts {
  live: LiveIndex;
  workspace: Workspace;
  workspaceOptions: WorkspaceOptions;
  clock: Clock;
  threads: number;
  /** Asked when there is something to embed; undefined: no vectors in this pass. */
  model(): Promise<StaticModel | undefined>;
}

/** Starting threads takes longer than reading so little here. */
const MOST_FILES_HERE = 24;
const MOST_BYTES_HERE = 400_000;

export class Refresher {
  readonly #parts: RefresherParts;

  constructor(parts: RefresherParts) {
    this.#parts = parts;
  }

  async run({ force = false, signal, progress }: RefreshOptions): Promise<RefreshSummary> {
    const { live, workspace, workspaceOptions, clock } = this.#parts;
    const started = clock.elapsed();
    const listing = await workspace.files({ signal });
    live.store.read(() => live.synchronise());
    const { maxFileBytes } = workspaceOptions;
    const plan = planRefresh(listing, live.collection('code'), { force, maxFileBytes });
    const known = new Set(
      plan.toIndex.filter(({ path }) => live.collection('code').place(path)).map((it) => it.path),
    );
    const total = plan.toIndex.length;
    const counts = { added: total - known.size, updated: known.size, removed: plan.removed.length };
    if (total > 0) this.#announce(listing.length);
    progress?.(0, total);
    let done = 0;
    live.apply('code', { parts: undefined, touched: [], removed: plan.removed });
    await this.#index(plan, signal, (made, files) => {
      done += files;
      counts.updated -= made.touched.length;
      for (const path of made.gone)
        if (known.has(path)) {
          counts.updated--;
          counts.removed++;
        } else counts.added--;
      live.apply('code', { ...made, removed: made.gone });
      live.save();
      progress?.(done, total);
    });
    const timestamp = clock.now();
    live.save(() => {
      live.store.setMeta(META.complete, 1);
      live.store.setMeta(META.lastRefresh, timestamp);
      live.store.setMeta(META.listed, live.collection('code').knownCount);
    });
    return { ...counts, durationMs: clock.elapsed() - started, timestamp };
  }

  /** So that other processes can say how far it is. */
  #announce(listed: number): void {
    const { store } = this.#parts.live;
    store.write(() => store.setMeta(META.listed, listed));
  }

  async #index(
    { toIndex }: RefreshPlan,
    signal: AbortSignal | undefined,
    onMade: (made: MadeSegment, files: number) => void,
  ): Promise<void> {
    if (toIndex.length === 0) return;
    const { clock, threads, workspace, workspaceOptions } = this.#parts;
    const model = await this.#parts.model();
    if (isSmall(toIndex)) {
      const maker = new SegmentMaker(workspace, model);
      onMade(maker.make(toIndex, clock.now()), toIndex.length);
      return;
    }
    const tasks = cutTasks(toIndex, clock.now());
    const settings = { workspace: workspaceOptions, model: model?.shared };
    await runTasks(tasks, { threads, settings, signal }, (done) =>
      onMade(done, tasks[done.number]?.files.length ?? 0),
    );
  }
}

function isSmall(files: readonly FileToIndex[]): boolean {
  return files.length <= MOST_FILES_HERE && files.reduce((sum, { size }) => sum + size, 0) <= MOST_BYTES_HERE;
}
