/**
 * Worker threads for one run over many files. Each holds one task and has the next one waiting, never more. A thread that works on one file
 * for too long is ended; another one does its tasks again, that file without looking for its names, and if that does not help, without it.
 */
import { versions } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import type { SharedModel } from '../../embed/index.ts';
import { AppError } from '../../errors.ts';
import { workerUrl } from '../../package-files.ts';
import { WatchedThread } from '../../threads/index.ts';
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
/** Of processor time, for one file: hundreds of times what the largest takes. */
const FILE_LIMIT_MS = 10_000;
const WATCH_MS = 250;
/** Most of what a thread makes is short-lived: a small nursery, collected often, keeps it from spreading. */
const HEAP = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 384 };
/**
 * How long V8 watches a function before it optimises it, some eight times the usual. The inner loops are compiled already; of the rest V8
 * would optimise some fifty functions in every thread. Waiting saves 15 % of a cold index of 5,000 files and costs 5 % of one of
 * 30,000. Holds for the process, where the loops of a search pass it within milliseconds.
 */
const PATIENCE = '--interrupt-budget=1000000';

interface Thread {
  watched: WatchedThread<Task, TaskDone>;
  /** Given to it and not done, in order. */
  tasks: Task[];
}

export interface PoolOptions {
  /** The entry of a thread; by default the built one. */
  entry?: URL;
  fileLimitMs?: number;
}

export class ThreadPool {
  readonly #count: number;
  readonly #settings: WorkerSettings;
  readonly #entry: URL;
  readonly #fileLimitMs: number;
  readonly #threads = new Set<Thread>();
  #failure: { thrown: unknown } | undefined;
  #onFailure: (thrown: unknown) => void = () => {};
  #onDone: (thread: Thread, done: TaskDone) => void = () => {};
  #hasStarted = false;

  constructor(count: number, settings: WorkerSettings, options: PoolOptions = {}) {
    this.#count = count;
    this.#settings = settings;
    this.#entry = options.entry ?? workerUrl(import.meta.url, 'index-worker');
    this.#fileLimitMs = options.fileLimitMs ?? FILE_LIMIT_MS;
  }

  /** Starts the threads; `run` does so too, for as many as it has tasks. */
  start(count: number = this.#count): void {
    // Later ones do not know it, and would say so on stderr.
    if (!this.#hasStarted && versions.v8.startsWith('11.')) setFlagsFromString(PATIENCE);
    this.#hasStarted = true;
    while (this.#threads.size < Math.min(count, this.#count)) this.#startOne();
  }

  #startOne(): Thread {
    const thread: Thread = {
      watched: new WatchedThread(
        { entry: this.#entry, data: this.#settings, heap: HEAP, limitMs: this.#fileLimitMs },
        {
          answered: (done) => this.#onDone(thread, done),
          failed: (thrown) => {
            // Also of a thread that has no task yet.
            this.#failure ??= { thrown };
            this.#onFailure(thrown);
          },
        },
      ),
      tasks: [],
    };
    this.#threads.add(thread);
    return thread;
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
    const watch = setInterval(() => this.#replaceHanging(), WATCH_MS).unref();
    return new Promise<void>((resolve, reject) => {
      stop = () => reject(new AppError('cancelled', 'cancelled', 'Indexing was cancelled.'));
      if (signal?.aborted === true) return stop();
      this.#onFailure = reject;
      if (this.#failure !== undefined) return reject(this.#failure.thrown);
      signal?.addEventListener('abort', stop, { once: true });
      const giveNext = (thread: Thread) => {
        const next = waiting.next();
        if (next.done !== true) give(thread, next.value);
      };
      this.#onDone = (thread, done) => {
        thread.tasks = thread.tasks.filter(({ number }) => number !== done.number);
        giveNext(thread);
        taken = taken
          .then(() => onDone(done))
          .then(() => {
            if (--left === 0) resolve();
          });
        taken.catch(reject);
      };
      // In turns, so that no thread has two before another has one.
      for (let n = 0; n < TASKS_AT_ONCE; n++) for (const thread of this.#threads) giveNext(thread);
      if (left === 0) resolve();
    }).finally(() => {
      clearInterval(watch);
      signal?.removeEventListener('abort', stop);
    });
  }

  async close(): Promise<void> {
    const threads = [...this.#threads];
    this.#threads.clear();
    await Promise.all(threads.map(({ watched }) => watched.end()));
  }

  #replaceHanging(): void {
    for (const thread of [...this.#threads]) {
      const { watched, tasks } = thread;
      const hanging = watched.hangsAt();
      const task = tasks.find(({ number }) => number === hanging?.task);
      if (hanging === undefined || task === undefined) continue;
      this.#threads.delete(thread);
      void watched.end();
      const another = this.#startOne();
      for (const one of tasks) give(another, one === task ? withoutNames(task, hanging.item) : one);
    }
  }
}

function give(thread: Thread, task: Task): void {
  thread.tasks.push(task);
  thread.watched.ask(task);
}

function withoutNames(task: Task, at: number): Task {
  const files = task.files.map((file, number): FileToIndex => {
    if (number !== at) return file;
    return { ...file, take: file.take === 'words' ? 'nothing' : 'words' };
  });
  return { ...task, files };
}
