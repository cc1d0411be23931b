/** The index on a temporary repository, with the real workspace, database and threads. */
import { onTestFinished } from 'vitest';
import { derivedData } from '../../src/app/derived-data.ts';
import { systemClock } from '../../src/core/clock.ts';
import type { Embedder } from '../../src/core/embed/index.ts';
import { type CodeIndex, type IndexQuery, openIndex } from '../../src/core/index/index.ts';
import { createLogger } from '../../src/core/logger.ts';
import { openDataDirectory } from '../../src/core/store/index.ts';
import { openWorkspace, type SearchableWorkspace } from '../../src/core/workspace/index.ts';
import { temporaryDirectory } from './temporary-directory.ts';

export interface IndexSettings {
  /** By default a new directory outside of the repository. */
  dataDir?: string;
  /** Keeps the index with the repository, for all its work trees. */
  shared?: boolean;
  embedder?: Embedder;
  threads?: number;
  /** From how many chunks on vectors are estimated, and how many of those are made exact at least. */
  exactness?: { mostExact: number; leastExact: number };
  maxFileBytes?: number;
  /** By default the index is built before it is handed over. */
  built?: boolean;
  extraDeny?: readonly string[];
  /** Keeps one listing up to date, as a server does. */
  keepsListing?: boolean;
  /** What the index sees instead of the workspace itself. */
  seen?: (workspace: SearchableWorkspace) => SearchableWorkspace;
}

export interface TestIndex {
  index: CodeIndex;
  dataDir: string;
  /** Paths of the hits, best first. */
  find(query: string, options?: Partial<IndexQuery>): Promise<string[]>;
  /** Once; the end of the test closes what is still open. */
  close(): Promise<void>;
}

let words = 0;

export async function openTestIndex(root: string, settings: IndexSettings = {}): Promise<TestIndex> {
  const dataDir = settings.dataDir ?? temporaryDirectory();
  const { maxFileBytes = 100_000, extraDeny = [], seen = (workspace) => workspace } = settings;
  const workspaceOptions = { root, dataDir, maxFileBytes, extraDeny };
  const log = createLogger('silent', () => {}, systemClock.now);
  const derived = derivedData({ root, isShared: true, openData: () => openDataDirectory(dataDir), log });
  const index = openIndex({
    workspace: seen(
      await openWorkspace(workspaceOptions, {
        keepsListing: settings.keepsListing === true ? systemClock : undefined,
      }),
    ),
    workspaceOptions,
    dataDir,
    clock: systemClock,
    log,
    ...(settings.shared === true ? { derived } : {}),
    token: () => `test-${process.pid}-${words++}`,
    threads: settings.threads ?? 1,
    ...(settings.exactness === undefined ? {} : { exactness: settings.exactness }),
    ...(settings.embedder === undefined ? {} : { embedder: async () => settings.embedder }),
  });
  let closed = false;
  const close = async () => {
    if (closed) return;
    closed = true;
    await index.close();
  };
  onTestFinished(close);
  if (settings.built !== false) await index.refresh();
  return {
    index,
    dataDir,
    close,
    async find(query: string, options: Partial<IndexQuery> = {}) {
      const { hits } = await index.search(query, { mode: 'bm25', topK: 20, ...options });
      return hits.map(({ path }) => path);
    },
  };
}
