/**
 * Many repositories in one process: one app for each root, opened when it is first used, kept while there is room, and
 * closed when there is not: the one that was used longest ago first, never one with a call running.
 */
import { resolve } from 'node:path';
import { AppError } from '../core/errors.ts';

/** What all apps together may take. */
export interface RegistryBudget {
  apps: number;
  /** Of the process: apps share its heap, so what one of them takes cannot be measured. */
  memoryBytes: number;
  /** For indexing; each app gets an equal part, and at least one. Threads for parsing are shared by all. */
  threads: number;
  /** Directories that the system watches. */
  watches: number;
}

/** What the registry asks of an app. */
export interface RegisteredApp {
  /** Directories that are watched for it now. */
  watches(): number;
  close(): Promise<void>;
}

export interface RegistryDeps<A extends RegisteredApp> {
  open(root: string, share: { threads: number }): Promise<A>;
  budget: RegistryBudget;
  /** Bytes that the process holds now. */
  memory(): number;
}

export interface Registry<A extends RegisteredApp> {
  /** Runs the work on the app of a root, which stays open at least until the work is done. */
  use<T>(root: string, work: (app: A) => Promise<T>): Promise<T>;
  /** Closes all apps, also those with calls running. Nothing can be used afterwards. */
  close(): Promise<void>;
}

interface Entry<A> {
  opening: Promise<A>;
  /** Once it is open. */
  app: A | undefined;
  /** Calls under way. */
  running: number;
}

export function createRegistry<A extends RegisteredApp>({
  open,
  budget,
  memory,
}: RegistryDeps<A>): Registry<A> {
  const share = { threads: Math.max(1, Math.floor(budget.threads / budget.apps)) };
  /** In the order of their last use. */
  const entries = new Map<string, Entry<A>>();
  /** Apps that are being closed: one of the same root waits, since both would write to the same files. */
  const closing = new Map<string, Promise<void>>();
  let closed = false;

  function opened(root: string): Entry<A> {
    const before = closing.get(root) ?? Promise.resolve();
    const entry: Entry<A> = {
      opening: before.then(() => open(root, share)),
      app: undefined,
      running: 0,
    };
    entry.opening.then(
      (app) => {
        entry.app = app;
      },
      () => {
        // What failed now may work at the next call.
        if (entries.get(root) === entry) entries.delete(root);
      },
    );
    return entry;
  }

  function closeOne(root: string, entry: Entry<A>): void {
    entries.delete(root);
    const done = entry.opening
      .then(
        (app) => app.close(),
        () => {},
      )
      .finally(() => {
        if (closing.get(root) === done) closing.delete(root);
      });
    closing.set(root, done);
    // `close` of the registry reports a failure; nothing else waits for it.
    done.catch(() => {});
  }

  function watches(): number {
    let sum = 0;
    for (const { app } of entries.values()) sum += app?.watches() ?? 0;
    return sum;
  }

  /** The one used last stays open: closing it would make room for no other. */
  function makeRoom(): void {
    // One at a time: what it held is given back some time after it is closed.
    let isMemoryShort = memory() > budget.memoryBytes;
    while (entries.size > 1 && (isMemoryShort || entries.size > budget.apps || watches() > budget.watches)) {
      const idle = [...entries].slice(0, -1).find(([, { running }]) => running === 0);
      if (idle === undefined) return;
      closeOne(...idle);
      isMemoryShort = false;
    }
  }

  return {
    async use(given, work) {
      if (closed) throw new AppError('state', 'closed', 'The server is stopping.');
      const root = resolve(given);
      const entry = entries.get(root) ?? opened(root);
      entries.delete(root);
      entries.set(root, entry);
      entry.running++;
      try {
        makeRoom();
        return await work(await entry.opening);
      } finally {
        entry.running--;
        if (!closed) makeRoom();
      }
    },
    async close() {
      closed = true;
      for (const [root, entry] of [...entries]) closeOne(root, entry);
      await Promise.all(closing.values());
    },
  };
}
