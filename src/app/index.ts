/**
 * The composition root: builds core, gives each area what it asked for, holds the list of tools and the one way
 * to call them. Adapters talk to this and to nothing below it.
 */
import { isAbsolute, relative, sep } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { contextsArea } from '../areas/contexts/index.ts';
import {
  bundleShelf,
  deterministicBundler,
  exploreArea,
  type VerifiedSelection,
  verifyBundle,
} from '../areas/explore/index.ts';
import { packsArea } from '../areas/packs/index.ts';
import { openSessions, recallArea, recallResources } from '../areas/recall/index.ts';
import { grepCitingFiles, openStash, stashArea, stashResources } from '../areas/stash/index.ts';
import type { Config } from '../config/index.ts';
import { isoTime } from '../core/clock.ts';
import type { PromptDefinition, ResourceProvider } from '../core/resource.ts';
import { openDataDirectory } from '../core/store/index.ts';
import type { Area, Tool } from '../core/tool.ts';
import { isRefusal, openWorkspace, refusalError } from '../core/workspace/index.ts';
import { type Call, createDispatch } from './dispatch.ts';
import { createEngine } from './engine.ts';
import { instructions } from './instructions.ts';
import { openAuditJournal } from './journal.ts';
import { createMetrics } from './metrics.ts';
import { createRateLimiter } from './rate-limit.ts';
import type { Surroundings } from './surroundings.ts';

export type { CallMeta } from './dispatch.ts';

/** What a client over a protocol gets to see. */
export interface ServedApp {
  readonly version: string;
  readonly instructions: string;
  /** Of the chosen toolsets, in a stable order. */
  readonly tools: readonly Tool[];
  readonly resources: readonly ResourceProvider[];
  readonly prompts: readonly PromptDefinition[];
  /** Under the canonical or the safe name; undefined if there is no such tool. Never throws for what a tool does. */
  readonly call: Call;
}

/** What a person at a terminal can do beside. */
export interface App extends ServedApp {
  /** What changed since a bundle was made; by its id, or the path of a file that holds one. */
  verifyBundle(target: string): Promise<VerifiedSelection[]>;
  /** Once; a second call waits for the first. */
  close(): Promise<void>;
}

export const version: string = manifest.version;

export async function createApp(config: Config, surroundings: Surroundings): Promise<App> {
  const { clock, log, token } = surroundings;
  const workspaceOptions = {
    root: config.root,
    maxFileBytes: config.maxFileBytes,
    extraDeny: config.deny,
    excludeGlobs: config.excludeGlobs,
    dataDir: config.dataDir,
  };
  const workspace = await openWorkspace(workspaceOptions);
  for (const warning of config.warnings) log.warn(warning);
  const metrics = createMetrics();
  const audit = openAuditJournal({ dataDir: config.dataDir, clock, log, token });
  const openData = () => openDataDirectory(config.dataDir);
  const engine = createEngine({ config, workspace, workspaceOptions, ...surroundings });
  const sessions = openSessions({ folder: openData, clock, log, token });
  const shelf = bundleShelf(openData);
  const outline = async (path: string, text: string) => {
    const { languageOf, outline } = await import('../core/languages/index.ts');
    return config.disabledAdapters.includes(languageOf(path) ?? '') ? [] : await outline(path, text);
  };
  const stash = openStash({
    workspace,
    symbolsOf: outline,
    commentsOf: async (path, text) => (await import('../core/languages/index.ts')).comments(path, text),
    citingFiles: grepCitingFiles(workspace),
  });
  const recall = {
    workspace,
    code: engine,
    knowledge: async () => [],
    knowledgeAt: async (places: readonly unknown[]) => places.map(() => []),
    embedder: engine.embedder,
    leavesMachine: config.embeddings === 'openai',
    sessions,
    maxResponseBytes: config.maxTotalBytesPerResponse,
    clock,
    log,
  };

  const all: readonly Area[] = [
    exploreArea({
      workspace,
      limits: config,
      search: engine,
      outline: { outline },
      refresh: async ({ force, signal, progress }) => {
        const index = await engine.index();
        const done = await index.refresh({
          force,
          signal,
          progress: (files, total) => progress(files, total, 'Indexing'),
        });
        return { ...done, timestamp: isoTime(done.timestamp), warnings: [] };
      },
      indexStatus: engine.status,
      bundler: deterministicBundler({ workspace, search: engine, outline: { outline }, version }),
      shelf,
      audit,
      log,
      version,
      appStatus: () => ({ metrics: metrics.summary(), effective_config: effective(config) }),
    }),
    stashArea(stash),
    packsArea({
      workspace,
      // In the repository no link may stand on the way to the packs; elsewhere the place is the person's own.
      storage: {
        path: config.packRoot,
        ...(isInside(config.packRoot, config.root) ? { within: config.root } : {}),
      },
      symbolsOf: outline,
      bundle: shelf.get,
      clock,
      log,
      token,
    }),
    contextsArea({ workspace, allowRoots: config.allowRoot, options: workspaceOptions, openData, clock }),
    recallArea(recall),
  ];
  const areas = all.filter((area) => config.toolsets.includes(area.toolset));

  const call = createDispatch({
    areas,
    resolvePath: (path) => {
      const resolved = workspace.resolve(path);
      if (isRefusal(resolved)) throw refusalError(resolved);
      return resolved;
    },
    record: (event) => {
      sessions.toolCalled();
      audit.record(event);
    },
    metrics,
    rates: createRateLimiter(clock),
    perMinute: {
      context_search: config.rateContextSearch,
      read_file: config.rateReadFile,
      grep_codebase: config.rateGrepCodebase,
    },
    timeoutMs: config.callTimeoutMs,
    clock,
    log,
  });

  let closed: Promise<void> | undefined;
  const closeAll = async () => {
    await audit.close();
    await sessions.close();
    await engine.close();
  };

  return {
    version,
    instructions: instructions(areas.map((area) => area.toolset)),
    tools: areas.flatMap((area) => area.tools),
    resources: [stashResources(stash), recallResources(recall)],
    prompts: [],
    call,
    verifyBundle: async (target) => verifyBundle(await shelf.find(target), workspace),
    close: () => {
      closed ??= closeAll();
      return closed;
    },
  };
}

function isInside(path: string, root: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** What repo.status may say of the configuration: choices, no places on the host and no keys. */
function effective(config: Config): Record<string, unknown> {
  const {
    toolsets,
    toolNames,
    embeddings,
    knowledge,
    includeExtensions,
    excludeGlobs,
    deny,
    disabledAdapters,
  } = config;
  return {
    toolsets,
    tool_names: toolNames,
    embeddings,
    knowledge,
    include_extensions: includeExtensions,
    exclude_globs: excludeGlobs,
    deny,
    disabled_adapters: disabledAdapters,
  };
}
