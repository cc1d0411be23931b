/**
 * The composition root: builds core, gives each area its dependencies, and has the list of tools and the one way to call
 * them. Adapters use this and nothing below it.
 */
import manifest from '../../package.json' with { type: 'json' };
import type { ContextOperations } from '../areas/contexts/index.ts';
import { type StoredBundle, type VerifiedSelection, verifyBundle } from '../areas/explore/index.ts';
import type { ContextItem } from '../areas/recall/index.ts';
import { type CitedRef, type InitReport, initStash } from '../areas/stash/index.ts';
import type { Config } from '../config/index.ts';
import type { Outcome, PromptDefinition, ResourceProvider, Tool } from '../core/tool.ts';
import type { WordStatistics } from '../core/word-statistics.ts';
import { isRefusal, refusalError } from '../core/workspace/index.ts';
import { AREAS, type AreaList, chosenToolsets, instructionsOf, type ToolValues } from './areas.ts';
import { openAuditJournal } from './audit.ts';
import type { MakeBrief } from './brief/brief.ts';
import { briefPrompt } from './brief/prompt.ts';
import type { Check } from './check/index.ts';
import { type Call, type CallMeta, createDispatch, createWording, type Word } from './dispatch.ts';
import type { Diagnosis } from './doctor/index.ts';
import type { Host } from './host.ts';
import type { MakeImpact } from './impact/index.ts';
import type { ReportProgress } from './index-progress.ts';
import { COUNTED_CALLS, createMetrics, statsOf, type ToolStats } from './metrics.ts';
import {
  type OperationDeps,
  recordedCheck,
  recordedContexts,
  recordedRepairs,
  recordedSetup,
  runOperation,
} from './operation.ts';
import type { PageData } from './page/index.ts';
import { createRateLimiter } from './rate-limit.ts';
import type { RegisteredApp } from './registry.ts';
import { buildServices } from './services.ts';
import type { Home, Launch, Setup, SetupRequest } from './setup/index.ts';

export { contextFile, FILTERABLE_FIELDS } from '../areas/contexts/index.ts';
export { candidateLine, MENTION_CLASSES, REFERENCE_ROLES, SYMBOL_LISTS } from '../areas/explore/index.ts';
export { ACTIONS, expiredIn } from '../areas/packs/index.ts';
export { ENTRY_TYPES } from '../areas/stash/index.ts';
export { isPlainHome, topLevel } from '../core/workspace/index.ts';
export { TOOLSETS, type ToolValues } from './areas.ts';
export { type CallMeta, inWordsOf, outsideQuotes, type ToolNaming } from './dispatch.ts';
export type { Diagnosis } from './doctor/index.ts';
export type { PageData } from './page/index.ts';
export { createRateLimiter, type RateLimiter } from './rate-limit.ts';
export { createRegistry, type Registry } from './registry.ts';
export { SentLines } from './sent-lines.ts';
export type { Home } from './setup/clients.ts';
export type { SetupStep } from './setup/setup.ts';

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

/** What a person at a terminal can do beside; loaded when it is done, for a server never does it. */
export interface App extends ServedApp, RegisteredApp {
  readonly call: (<Name extends keyof ToolValues>(
    name: Name,
    args: unknown,
    meta: CallMeta,
  ) => Promise<Outcome<ToolValues[Name]> | undefined>) &
    Call;
  readonly word: Word;
  /** The chosen ones, with their tools. */
  readonly toolsets: ReadonlyMap<string, readonly Tool[]>;
  /** Waits until the index is complete: a command ends before the background would be done. */
  prepare(signal: AbortSignal, progress: ReportProgress): Promise<void>;
  /** Brings the index up to the files, and ends when all is written. */
  refresh(signal: AbortSignal): Promise<void>;
  /** How rare the words of a query are here; put together over several repositories, it makes scores of a search compare. */
  wordStatistics(query: string): Promise<WordStatistics>;
  /** What changed since a bundle was made; by its id, or the path of a file that holds one. */
  verifyBundle(target: string): Promise<VerifiedSelection[]>;
  /** A bundle as it was kept; by its id, or the path of a file that holds one. */
  keptBundle(target: string): Promise<StoredBundle>;
  /** Every comment in the code that cites an entry. */
  citations(signal: AbortSignal): Promise<CitedRef[]>;
  /** Writing, checking and stamping the documents of directories. */
  contexts: ContextOperations;
  /** What is no longer true in what was written down. */
  check: Check;
  /** What governs a change or files, and what the change puts at risk. */
  brief: MakeBrief;
  /** Who uses a symbol, or what changed; the tests to run; the notes about it. */
  impact: MakeImpact;
  /** What `pilotbook init` would write; `apply` writes it. */
  planSetup(request: SetupRequest): Promise<Setup>;
  /** `--init` of specs/stash. */
  initStash(): Promise<InitReport>;
  /** Calls by all processes, from the audit log, and the files read most. */
  stats(): Promise<{ tools: ToolStats[]; items: ContextItem[] }>;
  /** What works here and what does not. */
  examine(home: Home, program: Launch, signal: AbortSignal): Promise<Diagnosis[]>;
  /** What the page shows. */
  page(): Promise<PageData>;
  /** Once; a second call waits for the first. */
  close(): Promise<void>;
}

const MOST_ITEMS = 10;

export const version: string = manifest.version;

export async function createApp(config: Config, host: Host, areaList: AreaList = AREAS): Promise<App> {
  const { clock, log, token } = host;
  for (const warning of config.warnings) log.warn(warning);
  const names = chosenToolsets(config.toolsets, Object.keys(areaList));
  const services = await buildServices(config, host);
  const metrics = createMetrics();
  const audit = openAuditJournal({ folder: services.openData, clock, log, token });
  const deps = { config, host, services, audit, metrics, version };
  const areas = Object.entries(areaList).map(([toolset, build]) => ({ toolset, ...build(deps) }));
  const chosen = areas.filter(({ toolset }) => names.includes(toolset));
  const brief: MakeBrief = async (options) =>
    (await import('./brief/index.ts')).createBrief(services)(options);
  const rules: OperationDeps = {
    record: audit.record,
    metrics,
    timeoutMs: config.callTimeoutMs,
    clock,
    log,
  };
  let closed: Promise<void> | undefined;
  let page: Promise<PageData> | undefined;
  const call = createDispatch({
    ...rules,
    areas: chosen,
    checkRoot: services.workspace.checkRoot,
    longTimeoutMs: config.hasOwnTimeout ? config.callTimeoutMs : undefined,
    resolvePath: (path) => {
      const resolved = services.workspace.resolve(path);
      if (isRefusal(resolved)) throw refusalError(resolved);
      return resolved;
    },
    record: (event, tool) => {
      services.sessions.toolCalled();
      // What a tool wrote may be knowledge.
      if (!tool.annotations.readOnlyHint) services.knowledge.forget();
      audit.record(event);
    },
    rates: createRateLimiter(clock),
  });

  return {
    version,
    instructions: instructionsOf(chosen),
    tools: chosen.flatMap((area) => area.tools),
    toolsets: new Map(chosen.map(({ toolset, tools }) => [toolset, tools])),
    resources: areas.flatMap(({ resources = [] }) => resources),
    prompts: [briefPrompt(brief), ...areas.flatMap(({ prompts = [] }) => prompts)],
    // The dispatcher returns what the tool of that name returned.
    call: call as App['call'],
    page: () => {
      page ??= import('./page/index.ts').then(({ createPageData }) =>
        createPageData({ services, audit, call, clock, version }),
      );
      return page;
    },
    word: createWording(chosen),
    prepare: services.engine.prepare,
    refresh: async (signal) => {
      await services.engine.index.refresh({ signal });
    },
    wordStatistics: (query) => services.engine.index.wordStatistics(query),
    keptBundle: (target) => services.store.find(target),
    verifyBundle: async (target) => verifyBundle(await services.store.find(target), services.workspace),
    citations: services.stash.refs,
    contexts: recordedContexts(services.contexts.operations, rules),
    brief,
    impact: async (options) => (await import('./impact/index.ts')).createImpact(services)(options),
    check: recordedCheck(
      async (options) => (await import('./check/index.ts')).createCheck(services, version)(options),
      rules,
    ),
    examine: async (home, program, signal) => {
      const { examine } = await import('./doctor/index.ts');
      return recordedRepairs(
        await examine({ services, config, host, home, program, version, signal }),
        rules,
      );
    },
    stats: async () => ({
      tools: statsOf(await audit.read({ since: undefined, limit: COUNTED_CALLS })),
      items: await services.sessions.items(MOST_ITEMS),
    }),
    planSetup: async (request) => {
      const { planSetup } = await import('./setup/index.ts');
      return recordedSetup(await planSetup(services.workspace, version, request), request.remove, rules);
    },
    initStash: () => {
      const { root, isDenied } = services.workspace;
      return runOperation(rules, 'stash init', {}, undefined, () =>
        initStash(root, { agentsFile: 'agents.md', isDenied }),
      );
    },
    watches: services.watches,
    close: () => {
      closed ??= audit.close().then(services.close);
      return closed;
    },
  };
}
