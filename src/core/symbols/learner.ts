/**
 * Parses in the background what no question has parsed yet: first what questions had to leave out, then the whole repository,
 * source before tests. One file at a time, only while nothing is asked and the index is not being built. What it learns is
 * on disk only, so its memory is that of one file; it ends when the store has no room.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { hasFacts } from '../facts/index.ts';
import { isGenerated, isTest, isVendored } from '../file-kind/index.ts';
import type { Logger } from '../logger.ts';
import { byCodeUnit } from '../text/index.ts';
import type { FactsStore } from './facts-store.ts';

export interface LearnerDeps {
  store: Pick<FactsStore, 'learn' | 'isFull'>;
  files(signal?: AbortSignal): Promise<readonly string[]>;
  /** The index of words and vectors is being built: it comes first. */
  isIndexing(): Promise<boolean>;
  clock: Clock;
  log: Logger;
}

/** After a question, for the next one. */
const QUIET_MS = 500;

export class Learner {
  readonly #deps: LearnerDeps;
  readonly #closed = new AbortController();
  /** What questions left out; the newest question's come first. */
  readonly #wanted = new Set<string>();
  /** The rest, the next one last. */
  #rest: string[] | undefined;
  /** On the clock. */
  #notBefore = Number.NEGATIVE_INFINITY;
  #running: Promise<void> | undefined;

  constructor(deps: LearnerDeps) {
    this.#deps = deps;
  }

  /** A question has come that may take so long: what is to be learnt waits for it. */
  asked(timeMs: number): void {
    this.#notBefore = this.#deps.clock.elapsed() + timeMs + QUIET_MS;
    this.#run();
  }

  /** These before all others. */
  want(path: string): void {
    this.#wanted.add(path);
    this.#run();
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#running;
  }

  #run(): void {
    if (this.#closed.signal.aborted) return;
    this.#running ??= this.#learn()
      .catch((error: unknown) => {
        if (!this.#closed.signal.aborted) this.#deps.log.warn('symbols could not be learnt', { error });
      })
      .finally(() => {
        this.#running = undefined;
        if (this.#wanted.size > 0 && !this.#deps.store.isFull) this.#run();
      });
  }

  async #learn(): Promise<void> {
    const { store } = this.#deps;
    const { signal } = this.#closed;
    while (!signal.aborted && !store.isFull) {
      await this.#quiet();
      if (signal.aborted) return;
      this.#rest ??= await this.#all();
      const path = this.#next();
      if (path === undefined) return;
      await store.learn(path, signal);
      await nextTurn();
    }
  }

  #next(): string | undefined {
    const [wanted] = this.#wanted;
    if (wanted === undefined) return this.#rest?.pop();
    this.#wanted.delete(wanted);
    return wanted;
  }

  async #quiet(): Promise<void> {
    const { clock, isIndexing } = this.#deps;
    while (!this.#closed.signal.aborted && (clock.elapsed() < this.#notBefore || (await isIndexing())))
      await pause(QUIET_MS, this.#closed.signal);
  }

  async #all(): Promise<string[]> {
    const files = (await this.#deps.files(this.#closed.signal)).filter(hasFacts);
    return files.sort((a, b) => rank(b) - rank(a) || byCodeUnit(b, a));
  }
}

/** Source first: it is asked about most. */
function rank(path: string): number {
  if (isVendored(path) || isGenerated(path, '')) return 2;
  return isTest(path) ? 1 : 0;
}

/** Ends after the time, when aborted, or when `early` has ended. */
export async function pause(ms: number, signal: AbortSignal, early?: Promise<void>): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, ms);
    if (early === undefined) timer.unref();
    else void early.then(done);
    signal.addEventListener('abort', done, { once: true });
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}
