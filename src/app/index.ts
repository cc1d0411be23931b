/**
 * The composition root: builds core, gives each area what it asked for, holds the list of tools and the one way
 * to call them. Adapters talk to this and to nothing below it.
 */
import manifest from '../../package.json' with { type: 'json' };
import { bundleShelf, exploreArea, type VerifiedSelection, verifyBundle } from '../areas/explore/index.ts';
import type { Config } from '../config/index.ts';
import type { Clock } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import type { Logger } from '../core/log.ts';
import type { PromptDefinition, ResourceProvider } from '../core/resource.ts';
import { openDataDirectory } from '../core/store/index.ts';
import type { Area, Tool } from '../core/tool.ts';
import { isRefusal, openWorkspace, refusalError } from '../core/workspace/index.ts';
import { type Call, createDispatch } from './dispatch.ts';
import { instructions } from './instructions.ts';
import { openAuditJournal } from './journal.ts';
import { createMetrics } from './metrics.ts';
import { createRateLimiter } from './rate-limit.ts';

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
  close(): Promise<void>;
}

/** What would make two runs differ; handed in. */
export interface Surroundings {
  clock: Clock;
  log: Logger;
  /** A word no other process ever makes. */
  token: () => string;
}

export const version: string = manifest.version;

export async function createApp(config: Config, { clock, log, token }: Surroundings): Promise<App> {
  const workspace = await openWorkspace({
    root: config.root,
    maxFileBytes: config.maxFileBytes,
    extraDeny: config.deny,
    excludeGlobs: config.excludeGlobs,
    dataDir: config.dataDir,
  });
  for (const warning of config.warnings) log.warn(warning);
  const metrics = createMetrics();
  const audit = openAuditJournal({ dataDir: config.dataDir, clock, log, token });

  const shelf = bundleShelf(() => openDataDirectory(config.dataDir));

  const all: readonly Area[] = [
    exploreArea({
      workspace,
      limits: config,
      search: { search: notYet },
      outline: {
        outline: async (path, text) => (await import('../core/languages/index.ts')).outline(path, text),
      },
      refresh: notYet,
      indexStatus: async () => ({ index_status: 'not_indexed' }),
      bundler: { build: notYet },
      shelf,
      audit,
      log,
      version,
      appStatus: () => ({ metrics: metrics.summary(), effective_config: effective(config) }),
    }),
  ];
  const areas = all.filter((area) => config.toolsets.includes(area.toolset));

  const call = createDispatch({
    areas,
    resolvePath: (path) => {
      const resolved = workspace.resolve(path);
      if (isRefusal(resolved)) throw refusalError(resolved);
      return resolved;
    },
    record: audit.record,
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

  return {
    version,
    instructions: instructions(areas.map((area) => area.toolset)),
    tools: areas.flatMap((area) => area.tools),
    resources: [],
    prompts: [],
    call,
    verifyBundle: async (target) => verifyBundle(await shelf.find(target), workspace),
    close: () => audit.close(),
  };
}

async function notYet(): Promise<never> {
  throw new AppError('unavailable', 'no_index', 'The index is not there yet.');
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
