/** Worker threads for one run over many files. Each holds one task and has the next one waiting, never more. */
import { versions } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { SharedModel } from '../../embed/index.ts';
import { AppError } from '../../errors.ts';
import { workerUrl } from '../../worker-url.ts';
import type { WorkspaceOptions } from '../../workspace/index.ts';
import type { FileToIndex, MadeSegment } from './segment-maker.ts';

export interface WorkerSettings {
  workspace: WorkspaceOptions;
  model: SharedModel | undefined;
  /** What files cannot know; see Kernel. */
  secret: number;
}

export interface Task {
  number: number;
  /** When the task was cut; not after any of its files is read. */
  nowMs: number;
  files: FileToIndex[];
}

export interface TaskDone extends MadeSegment {
  number: number;
}

const TASKS_AT_ONCE = 2;
/** Most of what a thread makes is short-lived: a small nursery, collected often, keeps it from spreading. */
const HEAP = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 384 };
/**
 * How long V8 watches a function before it optimises it, some eight times the usual. The inner loops are compiled already; of the rest V8
 * would optimise some fifty functions in every thread. Waiting saves 15 % of a cold index of 5,000 files and costs 5 % of one of
 * 30,000. Holds for the process, where the loops of a search pass it within milliseconds.
 */
const PATIENCE = '--interrupt-budget=1000000';

export class ThreadPool {
  readonly #threads: number;
  readonly #settings: WorkerSettings;
  readonly #workers: Worker[] = [];
  #failure: { thrown: unknown } | undefined;
  #onFailure: (thrown: unknown) => void = () => {};

  constructor(threads: number, settings: WorkerSettings) {
    this.#threads = threads;
    this.#settings = settings;
  }

  /** Starts the threads; `run` does so too, for as many as it has tasks. */
  start(count: number = this.#threads): void {
    // Later ones do not know it, and would say so on stderr.
    if (this.#workers.length === 0 && versions.v8.startsWith('11.')) setFlagsFromString(PATIENCE);
    while (this.#workers.length < Math.min(count, this.#threads)) {
      const options = { workerData: this.#settings, execArgv: [], resourceLimits: HEAP };
      const worker = new Worker(workerUrl(import.meta.url, 'index-worker'), options);
      // At once: a thread that fails before it has a task must neither end the process nor be waited for.
      worker.on('error', (thrown) => this.#fail(thrown));
      worker.on('exit', () =>
        this.#fail(new AppError('internal', 'worker_ended', 'An indexing thread ended too early.')),
      );
      this.#workers.push(worker);
    }
  }

  #fail(thrown: unknown): void {
    this.#failure ??= { thrown };
    this.#onFailure(thrown);
  }

  /** Calls `onDone` for each task as it is done, in no particular order, one after the other. Rejects if a thread dies or the signal fires. */
  run(
    tasks: readonly Task[],
    signal: AbortSignal | undefined,
    onDone: (done: TaskDone) => Promise<void>,
  ): Promise<void> {
    this.start(tasks.length);
    const waiting = tasks.values();
    let left = tasks.length;
    let taken = Promise.resolve();
    let stop = () => {};
    return new Promise<void>((resolve, reject) => {
      stop = () => reject(new AppError('cancelled', 'cancelled', 'Indexing was cancelled.'));
      if (signal?.aborted === true) return stop();
      this.#onFailure = reject;
      if (this.#failure !== undefined) return reject(this.#failure.thrown);
      signal?.addEventListener('abort', stop, { once: true });
      const give = (worker: Worker) => {
        const next = waiting.next();
        if (next.done !== true) worker.postMessage(next.value);
      };
      for (const worker of this.#workers) {
        worker.on('message', (done: TaskDone) => {
          give(worker);
          taken = taken
            .then(() => onDone(done))
            .then(() => {
              if (--left === 0) resolve();
            });
          taken.catch(reject);
        });
      }
      // In turns, so that no thread has two before another has one.
      for (let n = 0; n < TASKS_AT_ONCE; n++) for (const worker of this.#workers) give(worker);
      if (left === 0) resolve();
    }).finally(() => signal?.removeEventListener('abort', stop));
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}
