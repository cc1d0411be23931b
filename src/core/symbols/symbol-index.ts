/** Answers questions about symbols, each in a session of its own, and learns the rest of the repository while nothing is asked. */
import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { prepareThreads } from '../parsing/index.ts';
import type { Workspace } from '../workspace/index.ts';
import { type Assignment, assignmentsIn } from './assignments.ts';
import { type CodeLine, type NamesAround, nameEnclosing } from './enclosing.ts';
import { type FactsPlace, FactsStore } from './facts-store.ts';
import { Learner, pause } from './learner.ts';
import { SymbolSession } from './symbol-session.ts';

export interface SymbolDeps {
  workspace: Workspace;
  /** The folder is made if it is not there. */
  place(): Promise<FactsPlace>;
  clock: Clock;
  log: Logger;
  /** Of the engine: files that may hold a word, and all files. */
  filesWith(
    word: string,
    options: { ignoreCase: boolean; isSeldom: boolean },
    signal?: AbortSignal,
  ): Promise<readonly string[]>;
  files(signal?: AbortSignal): Promise<readonly string[]>;
  isIndexing(): Promise<boolean>;
  /** More questions will come, so after the first one the rest of the repository is learnt too. */
  staysOpen: boolean;
}

export interface AskOptions {
  signal?: AbortSignal | undefined;
  /** Parsing stops after it; what is missing is said. */
  timeMs?: number;
}

export interface EnclosingNames {
  /** By place: a qualified name; undefined at the top of a file, and where no name can be told. */
  names: readonly (string | undefined)[];
  /** Places whose file was not parsed in time; the next call finds more of them known. */
  left: number;
}

export interface SymbolIndex {
  /** For whoever will ask in a moment: what takes long to start is started. */
  prepare(): void;
  /** A session for one question: every file is read once in it. */
  ask(options?: AskOptions): Promise<SymbolSession>;
  /** The declaration around each place, by the files as they are now. */
  enclosing(places: readonly CodeLine[], signal?: AbortSignal): Promise<EnclosingNames>;
  /** Variables and constants at the top of a text, by that text alone; none if it is not parsed. */
  assignments(path: string, text: string, signal?: AbortSignal): Promise<readonly Assignment[]>;
  close(): Promise<void>;
}

/** What a person waits for without wondering. */
const ANSWER_MS = 1_200;
const LEAST_PARSING_MS = 300;
/** For names beside an answer: the few files are parsed, so that the same call gives the same answer. A file that takes longer is hostile. */
const NAMES_MS = 3_000;

export function openSymbols(deps: SymbolDeps): SymbolIndex {
  const { clock, log } = deps;
  const store = new FactsStore(deps);
  const closed = new AbortController();
  const learner = deps.staysOpen ? new Learner({ ...deps, store }) : undefined;
  /** Parsing that goes on after its answer was given. */
  const late = new Set<Promise<void>>();

  let isPrepared = false;
  const prepare = () => {
    if (!isPrepared) prepareThreads();
    isPrepared = true;
  };

  function sessionFor(timeMs: number, signal: AbortSignal | undefined): SymbolSession {
    prepare();
    learner?.asked(timeMs);
    return new SymbolSession(
      {
        store,
        filesWith: (word, options, signal) =>
          deps.filesWith(word, { ...options, isSeldom: !deps.staysOpen }, signal),
        listing: deps.files,
        now: () => clock.elapsed(),
        leftOut: (path) => learner?.want(path),
      },
      { deadlineMs: clock.elapsed() + timeMs, leastParsingMs: LEAST_PARSING_MS, signal },
    );
  }

  return {
    prepare,
    async ask({ signal, timeMs = ANSWER_MS } = {}) {
      const session = sessionFor(timeMs, signal);
      // Listed while the symbol is being found; whoever needs the listing waits for it, and gets the error.
      session.open().catch(() => undefined);
      return session;
    },
    async enclosing(places, signal) {
      const names: NamesAround = places.map(() => undefined);
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
      return {
        names: names.map((name) => name ?? undefined),
        left: names.filter((name) => name === undefined).length,
      };
    },
    async assignments(path, text, signal) {
      const { facts } = await store.ofText(path, { text }, signal);
      return facts === undefined ? [] : assignmentsIn(facts);
    },
    async close() {
      closed.abort();
      await Promise.all([learner?.close(), ...late]);
      await store.close();
    },
  };
}
