/**
 * The one way a tool is called, whoever calls. For every tool: find it under either name, keep the rate,
 * refuse unknown arguments, parse, resolve declared paths through the sandbox, run under a time limit,
 * word the outcome as the area does, and leave one audit line.
 */
import type { Clock } from '../core/clock.ts';
import { isoTime } from '../core/clock.ts';
import { AppError, asAppError } from '../core/errors.ts';
import type { Logger } from '../core/log.ts';
import { nearest } from '../core/text/index.ts';
import type { Area, ArgumentProblem, CallContext, Outcome, Tool } from '../core/tool.ts';
import { type AuditEvent, sanitise } from './audit.ts';
import type { Metrics } from './metrics.ts';
import type { RateLimiter } from './rate-limit.ts';
import { inWordsOf, type ToolNaming } from './tool-words.ts';

export interface CallMeta {
  requestId: string | number;
  signal?: AbortSignal;
  progress?: CallContext['progress'];
  /** What the caller knows tools by; the canonical names if absent. */
  named?: ToolNaming;
  /** A person's command, not a client's message. */
  commandLine?: boolean;
}

export interface DispatchDeps {
  areas: readonly Area[];
  /** The sandbox: a workspace path, or an AppError that says why not. */
  resolvePath(path: string): string;
  record(event: AuditEvent, tool: Tool): void;
  metrics: Metrics;
  rates: RateLimiter;
  timeoutMs: number;
  clock: Clock;
  log: Logger;
}

/** Undefined if there is no such tool. */
export type Call = (name: string, args: unknown, meta: CallMeta) => Promise<Outcome | undefined>;

export function createDispatch(deps: DispatchDeps): Call {
  const tools = deps.areas.flatMap((area) => area.tools);
  const known = new Map<string, { tool: Tool; area: Area }>();
  for (const area of deps.areas)
    for (const tool of area.tools)
      for (const name of [tool.name, tool.safeName]) known.set(name, { tool, area });

  return async (name, args, meta) => {
    const entry = known.get(name);
    if (!entry) return undefined;
    const { tool, area } = entry;
    const { named = canonical } = meta;
    const started = deps.clock.elapsed();
    const raw = isArguments(args) ? args : {};
    const call = { tool: tool.name, requestId: meta.requestId, args: raw };
    const fail = (thrown: unknown): Outcome => {
      const error = hintedIn(inWordsOf(named, tools), asAppError(thrown));
      if (error.kind === 'internal' || error.kind === 'io')
        deps.log[isExplained(error) ? 'warn' : 'error']('tool failed', {
          tool: tool.name,
          error: error.cause ?? error,
        });
      return { ...area.envelope.failure(error, call), isError: true, error };
    };
    let outcome: Outcome;
    try {
      if (!isArguments(args ?? {}))
        throw new AppError('invalid', 'invalid_arguments', 'Arguments must be an object.');
      if (tool.perMinute !== undefined) deps.rates.admit(tool.name, tool.perMinute);
      const input = resolvePaths(tool, parseArguments(tool, raw, named), deps.resolvePath);
      const value = await runWithin(tool, input, meta, deps.timeoutMs);
      outcome = { ...area.envelope.success(value, call), isError: false, value };
    } catch (thrown) {
      outcome = fail(thrown);
    }
    const error = outcome.isError ? outcome.error : undefined;
    const durationMs = Math.round((deps.clock.elapsed() - started) * 100) / 100;
    const bytes = Buffer.byteLength(outcome.text);
    deps.metrics.record({ tool: tool.name, durationMs, errorKind: error?.kind, bytes });
    deps.log.info('tool called', {
      tool: tool.name,
      durationMs,
      success: !outcome.isError,
      resultSize: bytes,
    });
    const event: AuditEvent = {
      timestamp: isoTime(deps.clock.now()),
      request_id: String(meta.requestId),
      tool: tool.name,
      ok: !outcome.isError,
      blocked: error?.kind === 'blocked',
      error_code: error?.code ?? null,
      duration_ms: durationMs,
      bytes,
      metadata: sanitise(tool, raw),
    };
    deps.record(event, tool);
    return outcome;
  };
}

function canonical({ name }: Pick<Tool, 'name'>): string {
  return name;
}

/** A message may quote what was asked for, and a spec may fix it; a hint is all ours. */
function hintedIn(words: (text: string) => string, error: AppError): AppError {
  const { kind, code, message, hint, details, cause } = error;
  if (hint === undefined) return error;
  return new AppError(kind, code, message, { hint: words(hint), cause, ...(details ? { details } : {}) });
}

/** A full disk, a read-only checkout, a malformed file: the answer says all there is to say. */
function isExplained({ kind, code, cause }: AppError): boolean {
  return kind === 'io' && (code !== 'io_error' || cause === undefined);
}

function isArguments(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseArguments(
  tool: Tool,
  args: Record<string, unknown>,
  named: ToolNaming,
): Record<string, unknown> {
  const unknown = Object.keys(args).filter((name) => !tool.argumentNames.includes(name));
  const problems: ArgumentProblem[] = unknown.map((name) => ({
    argument: name.slice(0, 64),
    code: 'unknown_argument',
    message: unknownArgument(tool, name, named),
  }));
  if (problems.length === 0) {
    const parsed = tool.parse(args);
    if (parsed.ok) return parsed.value;
    problems.push(...parsed.problems);
  }
  const message = problems
    .map(({ argument, code, message }) => (code === 'unknown_argument' ? message : `${argument}: ${message}`))
    .join('; ');
  throw new AppError('invalid', 'invalid_arguments', message, { details: { problems } });
}

function unknownArgument(tool: Tool, name: string, named: ToolNaming): string {
  const meant = Object.hasOwn(tool.renamedArguments, name)
    ? tool.renamedArguments[name]
    : nearest(name, tool.argumentNames);
  const allowed =
    tool.argumentNames.length === 0 ? 'it takes none' : `it takes ${tool.argumentNames.join(', ')}`;
  return `${named(tool)} has no argument ${JSON.stringify(name.slice(0, 64))}; ${meant ? `use ${JSON.stringify(meant)}` : allowed}`;
}

function resolvePaths(
  tool: Tool,
  input: Record<string, unknown>,
  resolve: (path: string) => string,
): Record<string, unknown> {
  const out = { ...input };
  for (const name of tool.pathArguments) {
    const path = out[name];
    if (typeof path === 'string') out[name] = resolve(path);
  }
  return out;
}

/** The handler gets the signal, but the answer does not wait for one that does not listen. */
async function runWithin(
  tool: Tool,
  input: Record<string, unknown>,
  meta: CallMeta,
  timeoutMs: number,
): Promise<unknown> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = meta.signal ? AbortSignal.any([meta.signal, timeout]) : timeout;
  let stop = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () =>
      reject(
        timeout.aborted
          ? new AppError(
              'timeout',
              'timeout',
              `${(meta.named ?? canonical)(tool)} took longer than ${timeoutMs} ms and was stopped.`,
              {
                hint: 'Ask for less, or raise --call-timeout-ms.',
              },
            )
          : new AppError('cancelled', 'cancelled', 'The call was cancelled.'),
      );
  });
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const context: CallContext = {
      requestId: meta.requestId,
      signal,
      commandLine: meta.commandLine === true,
      progress: meta.progress ?? (() => {}),
    };
    return await Promise.race([tool.handle(input, context), stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
