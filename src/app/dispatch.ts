/**
 * The one way to call a tool, for every caller. For each call: find the tool under either name, keep the rate,
 * refuse unknown arguments, parse, resolve declared paths through the sandbox, run under the rules of operation.ts, and
 * word the outcome as the area does.
 */
import { AppError, asAppError } from '../core/errors.ts';
import { nearest } from '../core/text/index.ts';
import type { Area, ArgumentProblem, CallContext, Outcome, Tool } from '../core/tool.ts';
import { type AuditEvent, sanitise } from './audit.ts';
import { type OperationDeps, recordRun, withinTime } from './operation.ts';
import type { RateLimiter } from './rate-limit.ts';

/** What a reader calls a tool: a client as it is listed there, a person by the command. */
export type ToolNaming = (tool: Pick<Tool, 'name' | 'safeName'>) => string;

export interface CallMeta {
  requestId: string | number;
  signal?: AbortSignal;
  progress?: CallContext['progress'];
  /** What the caller knows tools by; the canonical names if absent. */
  named?: ToolNaming;
  /** A person's command, not a client's message. */
  commandLine?: boolean;
}

export interface DispatchDeps extends Omit<OperationDeps, 'record'> {
  areas: readonly Area[];
  /** The sandbox: a workspace path, or an AppError that says why not. */
  resolvePath(path: string): string;
  record(event: AuditEvent, tool: Tool): void;
  rates: RateLimiter;
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
      const value = await withinTime(named(tool), deps.timeoutMs, meta.signal, (signal) =>
        tool.handle(input, {
          signal,
          commandLine: meta.commandLine === true,
          progress: meta.progress ?? (() => {}),
        }),
      );
      outcome = { ...area.envelope.success(value, call), isError: false, value };
    } catch (thrown) {
      outcome = fail(thrown);
    }
    const error = outcome.isError ? outcome.error : undefined;
    const record = (event: AuditEvent) => deps.record(event, tool);
    recordRun(
      { ...deps, record },
      {
        name: tool.name,
        requestId: meta.requestId,
        started,
        error,
        bytes: Buffer.byteLength(outcome.text),
        metadata: sanitise(tool, raw),
      },
    );
    return outcome;
  };
}

function canonical({ name }: Pick<Tool, 'name'>): string {
  return name;
}

/** A message may quote what was asked for, and a spec may fix it; a hint is always our own text. */
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

/** Only names with a dot or an underscore: "input" is also an English word. */
const TOOL_NAME = /(?<![\w.])[a-z]+(?:[._][a-z]+)+/g;

/** Our sentences with the tools named as their reader knows them. Not for text of the repository, which stays as it is. */
export function inWordsOf(
  named: ToolNaming,
  tools: readonly Pick<Tool, 'name' | 'safeName'>[],
): (text: string) => string {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return (text) =>
    text.replace(TOOL_NAME, (word) => {
      const tool = byName.get(word);
      return tool === undefined ? word : named(tool);
    });
}
