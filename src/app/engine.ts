/** The engine as the configuration wants it, and the embedder, which is opened when first needed. */
import { setTimeout } from 'node:timers/promises';
import type { Config } from '../config/index.ts';
import { isoTime } from '../core/clock.ts';
import type { Embedder, EmbedSettings } from '../core/embed/index.ts';
import {
  type CodeIndex,
  type DerivedData,
  openIndex,
  type RefreshOptions,
  type RefreshSummary,
} from '../core/index/index.ts';
import type { SearchableWorkspace, WorkspaceOptions } from '../core/workspace/index.ts';
import type { Host } from './host.ts';
import { progressIn, type ReportProgress } from './index-progress.ts';

/** The fall-back of the chunker, as specs/repo 9.2 states it; known languages give better ones. */
const CHUNK_LINES = 200;
const OVERLAP_LINES = 30;
const EMBEDDING_TIMEOUT_MS = 30_000;

export interface Engine {
  index: CodeIndex;
  embedder(): Promise<Embedder>;
  /** True when indexing is complete and found no files. */
  isEmpty(): Promise<boolean>;
  /** Builds what is missing and waits for it; at once if there is nothing to build. */
  prepare(signal: AbortSignal, progress: ReportProgress): Promise<void>;
  refresh(options: Omit<RefreshOptions, 'progress'>, progress: ReportProgress): Promise<RefreshSummary>;
  /** For repo.status. */
  status(): Promise<Record<string, unknown>>;
}

export interface EngineDeps extends Host {
  config: Config;
  workspace: SearchableWorkspace;
  workspaceOptions: WorkspaceOptions;
  derived(): Promise<DerivedData>;
}

export function createEngine({
  config,
  workspace,
  workspaceOptions,
  clock,
  log,
  token,
  random,
  indexThreads,
  indexPlace,
  derived,
}: EngineDeps): Engine {
  let embedder: Promise<Embedder> | undefined;

  const openEmbedder = () => {
    embedder ??= import('../core/embed/index.ts').then(({ createEmbedder }) =>
      createEmbedder(embedSettings(config), {
        random,
        sleep: (ms, signal) => setTimeout(ms, undefined, signal ? { signal } : {}),
        now: clock.now,
        warn: (message) => log.warn(message),
      }),
    );
    // A service that is down now may be up at the next question.
    embedder.catch(() => {
      embedder = undefined;
    });
    return embedder;
  };
  const index = openIndex({
    workspace: narrowed(workspace, config.includeExtensions),
    workspaceOptions,
    dataDir: config.dataDir,
    derived,
    clock,
    log,
    token,
    ...(indexThreads === undefined ? {} : { threads: indexThreads }),
    ...(indexPlace === undefined ? {} : { place: indexPlace }),
    embedder: async () => {
      // Without vectors search still answers by words; the log says why there are none.
      const vectors = await openEmbedder().catch((error: unknown) => {
        log.warn('no embedder: search by meaning is off', { error });
        return undefined;
      });
      return config.embeddings === 'none' ? undefined : vectors;
    },
  });

  const refresh: Engine['refresh'] = (options, progress) =>
    index.refresh({ ...options, progress: progressIn(clock, progress) });

  return {
    index,
    embedder: openEmbedder,
    isEmpty: async () => {
      const { state, indexedFileCount } = await index.status();
      return state === 'ready' && indexedFileCount === 0;
    },
    prepare: async (signal, progress) => {
      if ((await index.status()).state !== 'ready') await refresh({ signal }, progress);
    },
    refresh,
    status: async () => statusOf(index, config),
  };
}

/** The same sandbox, which lists only files with these endings; all of them if none are named. */
function narrowed(workspace: SearchableWorkspace, extensions: readonly string[]): SearchableWorkspace {
  if (extensions.length === 0) return workspace;
  const endings = extensions.map((each) => (each.startsWith('.') ? each : `.${each}`).toLowerCase());
  const wanted = (path: string) => endings.some((ending) => path.toLowerCase().endsWith(ending));
  return {
    ...workspace,
    files: async (options) => (await workspace.files(options)).filter(({ path }) => wanted(path)),
    lists: (path) => wanted(path) && workspace.lists(path),
  };
}

async function statusOf(index: CodeIndex, config: Config): Promise<Record<string, unknown>> {
  const { adapters } = await import('../core/languages/index.ts');
  const { state, lastRefresh, indexedFileCount, chunkCount, progress, sizeBytes, vectors, failure } =
    await index.status();
  return {
    index_status: state,
    last_refresh_timestamp: lastRefresh === undefined ? null : isoTime(lastRefresh),
    indexed_file_count: indexedFileCount,
    enabled_adapters: adapters()
      .map(({ name }) => name)
      .filter((name) => !config.disabledAdapters.includes(name)),
    chunking_summary: {
      chunk_lines: CHUNK_LINES,
      overlap_lines: OVERLAP_LINES,
      indexed_chunk_count: chunkCount,
    },
    ...(progress === undefined ? {} : { index_progress: progress }),
    index_bytes: sizeBytes,
    vectors: {
      state: vectors.state,
      ...(vectors.modelId === undefined ? {} : { model: vectors.modelId }),
      count: vectors.count,
    },
    ...(failure === undefined ? {} : { warnings: [failure] }),
  };
}

function embedSettings(config: Config): EmbedSettings {
  return {
    driver: config.embeddings,
    openai: {
      baseUrl: config.embeddingsUrl,
      apiKey: config.embeddingsKey,
      model: config.embeddingsModel,
      timeoutMs: EMBEDDING_TIMEOUT_MS,
    },
  };
}
