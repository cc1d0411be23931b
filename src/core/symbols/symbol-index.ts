/** Answers questions about symbols, each in a session of its own, and learns the rest of the repository while nothing is asked. */
import type { Clock } from '../clock.ts';
import { hasFacts } from '../facts/index.ts';
import { isGenerated, isTest, isVendored } from '../file-kind/index.ts';
import type { Logger } from '../logger.ts';
import type { Folder } from '../store/index.ts';
import { byCodeUnit } from '../text/index.ts';
import type { Workspace } from '../workspace/index.ts';
import { type CodeLine, nameEnclosing } from './enclosing.ts';
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
  /**
   * The qualified name of the declaration around each place, in a short time: what was not parsed by then has none, and the
   * next call finds it known.
   */
  enclosing(places: readonly CodeLine[], signal?: AbortSignal): Promise<readonly (string | undefined)[]>;
  /** Parses in the background what was not asked for yet, source first. Ends when all is known, or when closed. */
  learn(): void;
  close(): Promise<void>;
}

/** What a person waits for without wondering. */
const ANSWER_MS = 1_200;
/** For names beside an answer that does not need them. */
const NAMES_MS = 250;
/** A question that came less than this ago has the threads to itself. */
const QUIET_MS = 500;

export function openSymbols(deps: SymbolDeps): SymbolIndex {
  const { clock, log } = deps;
  const store = new FactsStore(deps);
  const closed = new AbortController();
  let lastAsked = Number.NEGATIVE_INFINITY;
  let learning: Promise<void> | undefined;
  /** Parsing that goes on after its answer was given. */
  const late = new Set<Promise<void>>();

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

  function sessionFor(timeMs: number, signal: AbortSignal | undefined): SymbolSession {
    lastAsked = clock.elapsed();
    return new SymbolSession(
      { store, filesWith: deps.filesWith, listing: deps.files, now: () => clock.elapsed() },
      { deadlineMs: clock.elapsed() + timeMs, signal },
    );
  }

  return {
    ask: ({ signal, timeMs = ANSWER_MS } = {}) => sessionFor(timeMs, signal).open(),
    async enclosing(places, signal) {
      const names: (string | undefined)[] = places.map(() => undefined);
      const session = sessionFor(NAMES_MS, closed.signal);
      const naming = nameEnclosing(session, places, names).catch((error: unknown) => {
        if (!closed.signal.aborted) log.warn('symbols around places could not be named', { error });
      });
      late.add(naming);
      void naming.finally(() => late.delete(naming));
      await pause(
        NAMES_MS,
        signal === undefined ? closed.signal : AbortSignal.any([signal, closed.signal]),
        naming,
      );
      signal?.throwIfAborted();
      return [...names];
    },
    learn() {
      learning ??= learnAll().catch((error: unknown) => {
        if (!closed.signal.aborted) log.warn('symbols could not be learnt', { error });
      });
    },
    async close() {
      closed.abort();
      await Promise.all([learning, ...late]);
      await store.close();
    },
  };
}

/** Source first: it is asked about most. */
function rank(path: string): number {
  if (isVendored(path) || isGenerated(path, '')) return 2;
  return isTest(path) ? 1 : 0;
}

/** Ends after the time, when aborted, or when `early` has ended. */
async function pause(ms: number, signal: AbortSignal, early?: Promise<void>): Promise<void> {
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
