/** Answers questions about symbols, each in a session of its own, and learns the rest of the repository while nothing is asked. */
import type { Clock } from '../clock.ts';
import { hasFacts } from '../facts/index.ts';
import { isGenerated, isTest, isVendored } from '../file-kind/index.ts';
import type { Logger } from '../logger.ts';
import type { Folder } from '../store/index.ts';
import { byCodeUnit } from '../text/index.ts';
import type { Workspace } from '../workspace/index.ts';
import { FactsStore } from './facts-store.ts';
import { SymbolSession } from './symbol-session.ts';

export interface SymbolDeps {
  workspace: Workspace;
  /** The data directory, made if it is not there. */
  folder(): Promise<Folder>;
  clock: Clock;
  log: Logger;
  /** Of the engine: files that may hold a word, and all files. */
  filesWith(word: string, options: { ignoreCase: boolean }, signal?: AbortSignal): Promise<readonly string[]>;
  files(signal?: AbortSignal): Promise<readonly string[]>;
}

export interface AskOptions {
  signal?: AbortSignal | undefined;
  /** Parsing stops after it; what is missing is said. */
  timeMs?: number;
}

export interface SymbolIndex {
  /** A session for one question: every file is read once in it. */
  ask(options?: AskOptions): Promise<SymbolSession>;
  /** Parses in the background what was not asked for yet, source first. Ends when all is known, or when closed. */
  learn(): void;
  close(): Promise<void>;
}

/** What a person waits for without wondering. */
const ANSWER_MS = 1_200;
/** A question that came less than this ago has the threads to itself. */
const QUIET_MS = 500;

export function openSymbols(deps: SymbolDeps): SymbolIndex {
  const { clock, log } = deps;
  const store = new FactsStore(deps);
  const closed = new AbortController();
  let lastAsked = Number.NEGATIVE_INFINITY;
  let learning: Promise<void> | undefined;

  async function learnAll(): Promise<void> {
    const files = (await deps.files(closed.signal)).filter(hasFacts);
    const ordered = [...files].sort((a, b) => rank(a) - rank(b) || byCodeUnit(a, b));
    for (const path of ordered) {
      while (clock.elapsed() - lastAsked < QUIET_MS) await pause(QUIET_MS, closed.signal);
      if (closed.signal.aborted) return;
      if (store.isFull) return;
      await store.learn(path, closed.signal);
    }
  }

  return {
    async ask({ signal, timeMs = ANSWER_MS } = {}) {
      lastAsked = clock.elapsed();
      const session = new SymbolSession(
        { store, filesWith: deps.filesWith, listing: deps.files, now: () => clock.elapsed() },
        { deadlineMs: clock.elapsed() + timeMs, signal },
      );
      return await session.open();
    },
    learn() {
      learning ??= learnAll().catch((error: unknown) => {
        if (!closed.signal.aborted) log.warn('symbols could not be learnt', { error });
      });
    },
    async close() {
      closed.abort();
      await learning;
      await store.close();
    },
  };
}

/** Source first: it is asked about most. */
function rank(path: string): number {
  if (isVendored(path) || isGenerated(path, '')) return 2;
  return isTest(path) ? 1 : 0;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, ms);
    timer.unref();
    signal.addEventListener('abort', done, { once: true });
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}
