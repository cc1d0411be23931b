/** Refreshes one after the other, one process at a time; then what can be tidied up while nobody waits. */
import { AppError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { type Folder, type LockOptions, withLock } from '../store/index.ts';
import type { RefreshOptions, RefreshSummary } from './code-index.ts';

export interface BackgroundDeps {
  folder: Folder;
  lock: Pick<LockOptions, 'owner' | 'clock'>;
  log: Logger;
  refresh(options: RefreshOptions): Promise<RefreshSummary>;
  /** Runs after a refresh, when nobody waits for it any more; may take long. */
  tidy(signal: AbortSignal): Promise<void>;
}

const LOCK_FILE = 'index.lock';
/** Another process may be building, and it shows that it is alive: a repository may take as long as it needs. */
const LOCK_WAIT_MS = Number.POSITIVE_INFINITY;

export class Background {
  readonly #deps: BackgroundDeps;
  readonly #closing = new AbortController();
  #last: Promise<unknown> = Promise.resolve();
  #waiting: Promise<void> | undefined;
  #tidying: Promise<void> = Promise.resolve();
  progress: { done: number; total: number } | undefined;
  /** Why the last refresh failed; undefined if it did not. A cancelled one leaves it as it was. */
  failure: unknown;
  #running = 0;

  constructor(deps: BackgroundDeps) {
    this.#deps = deps;
  }

  /** A refresh runs, or waits for another process to end its own. */
  get isBusy(): boolean {
    return this.#running > 0;
  }

  /** The only refresh under way has read every file that changed; what it read can be searched. */
  get hasReadAll(): boolean {
    const { progress } = this;
    return this.#running === 1 && progress !== undefined && progress.done === progress.total;
  }

  /** For those who asked by name: rejects if it fails. Begins when no other refresh, here or in another process, is under way. */
  refresh(options: RefreshOptions, onBegin: () => void): Promise<RefreshSummary> {
    return this.#queue(options, onBegin);
  }

  /** Starts a refresh, or joins one that has not begun to look at the files. Never rejects. */
  start(): Promise<void> {
    this.#waiting ??= this.#start();
    return this.#waiting;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#last;
    await this.#tidying;
  }

  #queue(options: RefreshOptions, onBegin: () => void): Promise<RefreshSummary> {
    this.#running++;
    const run = this.#last
      .then(() => this.#run(options, onBegin))
      .finally(() => {
        this.#running--;
      });
    this.#last = run.then(
      () => {
        this.failure = undefined;
        this.#tidying = this.#tidying.then(() => this.#tidy());
      },
      (cause: unknown) => {
        if (!(cause instanceof AppError && cause.kind === 'cancelled')) this.failure = cause;
      },
    );
    return run;
  }

  async #start(): Promise<void> {
    try {
      await this.#queue({}, () => {
        this.#waiting = undefined;
      });
    } catch (cause) {
      if (!this.#closing.signal.aborted) this.#deps.log.warn('A refresh of the index failed.', { cause });
      this.#waiting = undefined;
    }
  }

  async #run(options: RefreshOptions, onBegin: () => void): Promise<RefreshSummary> {
    const { folder, lock, refresh } = this.#deps;
    const signal = anyOf(this.#closing.signal, options.signal);
    signal.throwIfAborted();
    try {
      return await withLock(folder, LOCK_FILE, { ...lock, waitMs: LOCK_WAIT_MS, signal }, () => {
        onBegin();
        return refresh({
          ...options,
          signal,
          progress: (far) => {
            this.progress = { done: far.done, total: far.total };
            options.progress?.(far);
          },
        });
      });
    } catch (thrown) {
      if (signal.aborted)
        throw new AppError('cancelled', 'cancelled', 'Indexing was cancelled.', { cause: thrown });
      throw thrown;
    } finally {
      this.progress = undefined;
    }
  }

  async #tidy(): Promise<void> {
    const { signal } = this.#closing;
    if (signal.aborted) return;
    try {
      await this.#deps.tidy(signal);
    } catch (cause) {
      if (!signal.aborted) this.#deps.log.warn('Cleaning up the index failed.', { cause });
    }
  }
}

function anyOf(one: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  return other === undefined ? one : AbortSignal.any([one, other]);
}
