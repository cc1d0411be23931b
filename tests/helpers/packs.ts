/** The packs area behind the real dispatcher, on a temporary repository, with a clock the test moves. */
import { join } from 'node:path';
import { createDispatch } from '../../src/app/dispatch.ts';
import { createMetrics } from '../../src/app/metrics.ts';
import { createRateLimiter } from '../../src/app/rate-limit.ts';
import { packsArea } from '../../src/areas/packs/index.ts';
import type { BundleSource } from '../../src/areas/packs/ports.ts';
import { AppError } from '../../src/core/errors.ts';
import { createLogger } from '../../src/core/logger.ts';
import { outline } from '../../src/core/parsing/index.ts';
import { isRefusal, openWorkspace, refusalError } from '../../src/core/workspace/index.ts';
import type { Json } from './app.ts';

export interface PackTools {
  /** Moves the clock on. */
  wait(minutes: number): void;
  input(args?: unknown, requestId?: string | number): Promise<Json>;
  output(args?: unknown): Promise<string>;
  /** Answers that are errors, parsed. */
  fails(tool: 'input' | 'output', args: unknown, requestId?: string | number): Promise<Json>;
}

export interface PackToolsOptions {
  packRoot?: string;
  bundle?: BundleSource;
  /** Called once for each attempt to take a lock. */
  onToken?: () => void;
}

/** 2026-02-20T11:28:00Z */
const START = Date.UTC(2026, 1, 20, 11, 28);
let words = 0;

export async function openPacks(root: string, options: PackToolsOptions = {}): Promise<PackTools> {
  let now = START;
  const clock = { now: () => now, elapsed: () => performance.now() };
  const log = createLogger('silent', () => {}, clock.now);
  const workspace = await openWorkspace({ root, maxFileBytes: 4 * 1024 * 1024 });
  const area = packsArea({
    workspace,
    storage: options.packRoot
      ? { path: options.packRoot }
      : { path: join(root, '.agents/mcp/context_pack'), within: root },
    symbolsOf: outline,
    bundle: options.bundle ?? noBundle,
    clock,
    log,
    token: () => {
      options.onToken?.();
      return `test-${process.pid}-${words++}`;
    },
  });
  const call = createDispatch({
    areas: [area],
    checkRoot: () => {},
    longTimeoutMs: undefined,
    resolvePath: (path) => {
      const resolved = workspace.resolve(path);
      if (isRefusal(resolved)) throw refusalError(resolved);
      return resolved;
    },
    record: () => {},
    metrics: createMetrics(),
    rates: createRateLimiter(clock),
    timeoutMs: 30_000,
    clock,
    log,
  });
  const ask = async (tool: string, args: unknown, requestId: string | number) => {
    const outcome = await call(tool, args, { requestId });
    if (!outcome) throw new Error(`no tool ${tool}`);
    return outcome;
  };
  const works = async (tool: string, args: unknown, requestId: string | number) => {
    const { text, isError } = await ask(tool, args, requestId);
    if (isError) throw new Error(text);
    return text;
  };
  return {
    wait: (minutes) => {
      now += minutes * 60_000;
    },
    input: async (args = {}, requestId = 1) => JSON.parse(await works('input', args, requestId)),
    output: (args = {}) => works('output', args, 1),
    fails: async (tool, args, requestId = 1) => {
      const { text, isError } = await ask(tool, args, requestId);
      if (!isError) throw new Error(`it worked: ${text}`);
      return JSON.parse(text);
    },
  };
}

async function noBundle(): Promise<never> {
  throw new AppError('not_found', 'bundle_not_found', 'There is no such bundle.');
}
