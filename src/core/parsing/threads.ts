/**
 * A pool of threads for work on single texts. A task that takes too long or too much memory is ended with its thread, and its
 * caller is told why; so is one that is no longer wanted. The next task gets a new thread. Threads start with the first task and
 * do not keep the process alive when they have none.
 */
import { AppError, type ErrorKind } from '../errors.ts';
import type { Stop } from '../languages/index.ts';
import { workerUrl } from '../package-files.ts';
import { WatchedThread } from '../threads/index.ts';

export type Outcome<Value> = { value: Value; stopped?: undefined } | { stopped: Stop };

export interface Request<Task> {
  number: number;
  task: Task;
}

/** The answer of a thread to a task. */
export interface Report<Value> {
  outcome: Outcome<Value> | { failed: Failure };
  /** What the thread holds now. */
  memoryBytes: number;
  /** Its parser cannot be used again. */
  spent: boolean;
}

export interface Failure {
  kind: ErrorKind;
  code: string;
  message: string;
  hint: string | undefined;
  /** For the log. */
  cause: string | undefined;
}

export interface ThreadSettings {
  /** The built entry, without its ending. */
  entry: string;
  threads: number;
  /** Of processor time, for one task. */
  limitMs: number;
  /** Threads that have had nothing to do for so long are ended; without it they stay. */
  idleMs?: number;
}

interface Job<Task, Value> {
  number: number;
  task: Task;
  isRetry: boolean;
  settle(outcome: Outcome<Value>): void;
  fail(error: unknown): void;
}

interface Thread<Task, Value> {
  watched: WatchedThread<Request<Task>, Report<Value>>;
  job: Job<Task, Value> | undefined;
  idle: NodeJS.Timeout | undefined;
}

const WATCH_MS = 100;
/** A thread that holds more is replaced: WebAssembly gives no memory back while its thread lives. */
const MOST_BYTES_KEPT = 96 * 1024 * 1024;
/** Beside the memory of the parser, which has a limit of its own. */
const HEAP = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 };

export class Threads<Task, Value> {
  readonly #settings: ThreadSettings;
  readonly #threads = new Set<Thread<Task, Value>>();
  readonly #waiting: Job<Task, Value>[] = [];
  #number = 0;
  #watch: NodeJS.Timeout | undefined;

  constructor(settings: ThreadSettings) {
    this.#settings = settings;
  }

  /** Rejects with `cancelled` as soon as the signal fires, and ends the thread that works on the task. */
  run(task: Task, signal?: AbortSignal): Promise<Outcome<Value>> {
    let cancel = () => {};
    return new Promise<Outcome<Value>>((settle, fail) => {
      const job: Job<Task, Value> = { number: ++this.#number, task, isRetry: false, settle, fail };
      cancel = () => {
        fail(new AppError('cancelled', 'cancelled', 'Parsing was cancelled.'));
        this.#drop(job);
      };
      if (signal?.aborted === true) return cancel();
      signal?.addEventListener('abort', cancel, { once: true });
      this.#waiting.push(job);
      this.#assign();
    }).finally(() => signal?.removeEventListener('abort', cancel));
  }

  #drop(job: Job<Task, Value>): void {
    const at = this.#waiting.indexOf(job);
    if (at !== -1) this.#waiting.splice(at, 1);
    for (const thread of this.#threads) if (thread.job === job) void this.#end(thread);
    this.#assign();
  }

  #assign(): void {
    while (this.#waiting.length > 0) {
      const thread = this.#freeThread();
      const job = thread === undefined ? undefined : this.#waiting.shift();
      if (thread === undefined || job === undefined) return;
      thread.job = job;
      clearTimeout(thread.idle);
      thread.watched.hold(true);
      thread.watched.ask({ number: job.number, task: job.task });
      this.#watch ??= setInterval(() => this.#endOverdue(), WATCH_MS).unref();
    }
  }

  #freeThread(): Thread<Task, Value> | undefined {
    for (const thread of this.#threads) if (thread.job === undefined) return thread;
    return this.#threads.size < this.#settings.threads ? this.#start() : undefined;
  }

  #start(): Thread<Task, Value> {
    const { entry, limitMs } = this.#settings;
    const thread: Thread<Task, Value> = {
      watched: new WatchedThread(
        { entry: workerUrl(import.meta.url, entry), heap: HEAP, limitMs },
        {
          answered: (report) => this.#answered(thread, report),
          failed: (thrown) => this.#failed(thread, thrown),
        },
      ),
      job: undefined,
      idle: undefined,
    };
    this.#threads.add(thread);
    thread.watched.hold(false);
    return thread;
  }

  #failed(thread: Thread<Task, Value>, thrown: unknown): void {
    const { job } = thread;
    void this.#end(thread);
    const isOutOfMemory =
      thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_WORKER_OUT_OF_MEMORY';
    if (isOutOfMemory) job?.settle({ stopped: 'memory' });
    else if (job !== undefined) this.#retry(job, thrown);
    this.#assign();
  }

  #answered(thread: Thread<Task, Value>, { outcome, memoryBytes, spent }: Report<Value>): void {
    const { job } = thread;
    if (job === undefined) return;
    thread.job = undefined;
    thread.watched.hold(false);
    const hasFailed = 'failed' in outcome;
    if (spent || hasFailed || memoryBytes > MOST_BYTES_KEPT) void this.#end(thread);
    if (hasFailed) {
      const { kind, code, message, hint, cause } = outcome.failed;
      this.#retry(job, new AppError(kind, code, message, { cause, ...(hint === undefined ? {} : { hint }) }));
    } else job.settle(outcome);
    this.#assign();
    if (this.#settings.idleMs !== undefined && thread.job === undefined && this.#threads.has(thread))
      thread.idle = setTimeout(() => void this.#end(thread), this.#settings.idleMs).unref();
  }

  /** Once, in a new thread: it may have failed because the old one had too little memory. */
  #retry(job: Job<Task, Value>, error: unknown): void {
    if (job.isRetry) job.fail(error);
    else {
      job.isRetry = true;
      for (const thread of this.#threads) if (thread.job === undefined) void this.#end(thread);
      this.#waiting.unshift(job);
    }
  }

  #endOverdue(): void {
    let isBusy = false;
    for (const thread of this.#threads) {
      const { job } = thread;
      if (job === undefined) continue;
      isBusy = true;
      if (thread.watched.hangsAt()?.task !== job.number) continue;
      void this.#end(thread);
      job.settle({ stopped: 'time' });
    }
    if (!isBusy) {
      clearInterval(this.#watch);
      this.#watch = undefined;
    }
    this.#assign();
  }

  async #end(thread: Thread<Task, Value>): Promise<void> {
    this.#threads.delete(thread);
    thread.job = undefined;
    clearTimeout(thread.idle);
    await thread.watched.end();
  }
}
