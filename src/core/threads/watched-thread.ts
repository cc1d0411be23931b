/**
 * One worker thread for work on text that somebody else wrote. Where it is, both sides see in shared memory; how much processor time it
 * has spent there is measured from outside, so a thread that hangs is noticed, named and ended. `serveThread` is the inside of it.
 */
import { parentPort, type ResourceLimits, type Transferable, Worker, workerData } from 'node:worker_threads';
import { AppError } from '../errors.ts';
import { ownThreadId, timeLimit } from './thread-time.ts';

/** Places in the shared memory. */
export const POSITION = {
  /** The system's number of the thread; 0 where it does not tell. */
  thread: 0,
  task: 1,
  /** Within the task. */
  item: 2,
  length: 3,
} as const;
const NO_TASK = -1;

export interface ThreadOptions {
  /** The built program of the thread. */
  entry: URL;
  /** For `serveThread`; must be clonable. */
  data?: unknown;
  heap: ResourceLimits;
  /** Of processor time, for one item of a task. */
  limitMs: number;
}

export interface ThreadEvents<Answer> {
  answered(answer: Answer): void;
  /** It threw, ran out of memory or ended by itself. Called once, and not after `end`. */
  failed(thrown: unknown): void;
}

export interface Position {
  task: number;
  item: number;
}

export class WatchedThread<Request, Answer> {
  readonly #worker: Worker;
  readonly #limitMs: number;
  readonly #position = new Int32Array(
    new SharedArrayBuffer(POSITION.length * Int32Array.BYTES_PER_ELEMENT),
  ).fill(NO_TASK);
  /** Where it was when it was asked last. */
  #seen = '';
  #isOverLimit = () => false;
  #isOver = false;

  constructor({ entry, data, heap, limitMs }: ThreadOptions, events: ThreadEvents<Answer>) {
    this.#limitMs = limitMs;
    this.#worker = new Worker(entry, {
      workerData: { data, position: this.#position } satisfies StartedWith,
      execArgv: [],
      resourceLimits: heap,
    });
    const fail = (thrown: unknown) => {
      if (this.#isOver) return;
      this.#isOver = true;
      events.failed(thrown);
    };
    // At once: a thread that fails before it has a task must not end the process.
    this.#worker.on('error', fail);
    this.#worker.on('exit', () =>
      fail(new AppError('internal', 'worker_ended', 'A worker thread ended too early.')),
    );
    this.#worker.on('message', (answer: Answer) => {
      if (!this.#isOver) events.answered(answer);
    });
  }

  ask(request: Request): void {
    this.#worker.postMessage(request);
  }

  /** Whether the process stays alive for it. */
  hold(isHeld: boolean): void {
    if (isHeld) this.#worker.ref();
    else this.#worker.unref();
  }

  /**
   * To be asked every now and then: where it is, if it has been there since the last time and has used up its processor time. Where the
   * system does not measure threads, that of the whole process counts; whoever asks knows whether the thread has work.
   */
  hangsAt(): Position | undefined {
    const [thread = 0, task = NO_TASK, item = 0] = Array.from(this.#position, (_, at) =>
      Atomics.load(this.#position, at),
    );
    const now = `${thread} ${task} ${item}`;
    if (now !== this.#seen) {
      this.#seen = now;
      this.#isOverLimit = timeLimit(this.#limitMs, thread > 0 ? thread : undefined);
      return undefined;
    }
    return task === NO_TASK || !this.#isOverLimit() ? undefined : { task, item };
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#worker.terminate();
  }
}

interface StartedWith {
  data: unknown;
  position: Int32Array;
}

/** Answers the requests to this thread. `at` is to be called before each item. */
export function serveThread<Data, Request, Answer>(
  start: (
    data: Data,
    at: (task: number, item: number) => void,
  ) => (request: Request, answer: (value: Answer, moved?: Transferable[]) => void) => unknown,
): void {
  // WatchedThread hands over exactly this, and its user the data.
  const { data, position } = workerData as StartedWith;
  Atomics.store(position, POSITION.thread, ownThreadId() ?? 0);
  const handle = start(data as Data, (task, item) => {
    Atomics.store(position, POSITION.item, item);
    Atomics.store(position, POSITION.task, task);
  });
  parentPort?.on('message', (request: Request) =>
    handle(request, (value, moved) => parentPort?.postMessage(value, moved)),
  );
}
