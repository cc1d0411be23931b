/**
 * The one way to call a tool, for every caller. For each call: find the tool under either name, keep the rate,
 * refuse unknown arguments, parse, resolve declared paths through the sandbox, run under the rules of operation.ts, and
 * word the outcome as the area does.
 */
import { type AnswerText, aside, bad, plainLines, type TextView, warn } from '../core/answer.ts';
import { AppError, asAppError } from '../core/errors.ts';
import { nearest, showControls } from '../core/text/index.ts';
import {
  type AnswerForm,
  type Area,
  type ArgumentProblem,
  type CallContext,
  FRESH,
  type Outcome,
  type Tool,
} from '../core/tool.ts';
import { type AuditEvent, sanitise } from './audit.ts';
import { type OperationDeps, recordRun, withinTime } from './operation.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { Saved, SentLines } from './sent-lines.ts';

/** What a reader calls a tool: a client as it is listed there, a person by the command. */
export type ToolNaming = (tool: Pick<Tool, 'name' | 'safeName'>) => string;

export interface CallMeta {
  requestId: string | number;
  signal?: AbortSignal;
  progress?: CallContext['progress'];
  statistics?: CallContext['statistics'];
  /** What the caller knows tools by; the canonical names if absent. */
  named?: ToolNaming;
  /** A person's command, not a client's message. */
  commandLine?: boolean;
  /** JSON if absent. */
  form?: AnswerForm;
  /** What the caller knows arguments by, in text form; their own names if absent. */
  argument?: TextView['argument'];
  /** What this client has, in text form; absent: everything is sent each time. */
  sent?: SentLines;
}

export interface DispatchDeps extends Omit<OperationDeps, 'record'> {
  areas: readonly Area[];
  /** The limit of tools that take their time; undefined: none. */
  longTimeoutMs: number | undefined;
  /** Throws if the repository is not there any more: no answer about it would be true. */
  checkRoot(): void;
  /** The sandbox: a workspace path, or an AppError that says why not. */
  resolvePath(path: string): string;
  record(event: AuditEvent, tool: Tool): void;
  rates: RateLimiter;
}

/** What was found in another way, as the tool of that name would have answered it. */
export type Word = (
  name: string,
  result: { value: unknown; input: Record<string, unknown> } | { error: unknown },
  meta: Omit<CallMeta, 'signal' | 'progress' | 'sent' | 'commandLine'>,
) => Outcome | undefined;

export function createWording(areas: readonly Area[]): Word {
  const tools = areas.flatMap((area) => area.tools);
  return (name, result, { requestId, named = canonical, form = 'json', argument = same }) => {
    const area = areas.find((each) =>
      each.tools.some((tool) => tool.name === name || tool.safeName === name),
    );
    const tool = area?.tools.find((each) => each.name === name || each.safeName === name);
    if (area === undefined || tool === undefined) return undefined;
    const words = inWordsOf(named, tools);
    const input = 'input' in result ? result.input : {};
    const call = { tool: tool.name, requestId, args: input };
    if ('error' in result) {
      const error = hintedIn(words, asAppError(result.error));
      return form === 'text'
        ? { ...inText(errorText(error, words)), isError: true, error }
        : { ...area.envelope.failure(error, call), isError: true, error };
    }
    const { value } = result;
    if (form === 'json') return { ...area.envelope.success(value, call), isError: false, value };
    const show = area.texts[tool.name];
    if (show === undefined) throw new Error(`${tool.name} has no text`);
    return {
      ...inText([...show(value, { input, argument }), ...warningLines(value, words)]),
      isError: false,
      value,
    };
  };
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
    const { form = 'json', argument = same } = meta;
    const raw = isArguments(args) ? args : {};
    const call = { tool: tool.name, requestId: meta.requestId, args: raw };
    const words = inWordsOf(named, tools);
    const fail = (thrown: unknown): Outcome => {
      const error = hintedIn(words, asAppError(thrown));
      if (error.kind === 'internal' || error.kind === 'io')
        deps.log[isExplained(error) ? 'warn' : 'error']('tool failed', {
          tool: tool.name,
          error: error.cause ?? error,
        });
      if (form === 'text') return { ...inText(errorText(error, words)), isError: true, error };
      return { ...area.envelope.failure(error, call), isError: true, error };
    };
    let outcome: Outcome;
    let saved: Saved = { excerpts: 0, bytes: 0 };
    try {
      if (!isArguments(args ?? {}))
        throw new AppError('invalid', 'invalid_arguments', 'Arguments must be an object.');
      if (tool.perMinute !== undefined) deps.rates.admit(tool.name, tool.perMinute);
      const { [FRESH]: fresh, ...rest } = raw;
      // In the other form it is an argument that the tool does not know.
      const own = form === 'text' && tool.showsExcerpts && typeof fresh === 'boolean' ? rest : raw;
      const parsed = parseArguments(tool, own, { named, form, commandLine: meta.commandLine === true });
      deps.checkRoot();
      const input = resolvePaths(tool, parsed, deps.resolvePath);
      const limitMs = tool.takesItsTime ? deps.longTimeoutMs : deps.timeoutMs;
      const value = await withinTime(named(tool), limitMs, meta.signal, (signal) =>
        tool.handle(input, {
          signal,
          commandLine: meta.commandLine === true,
          statistics: meta.statistics,
          form,
          progress: meta.progress ?? (() => {}),
        }),
      );
      if (form === 'text') {
        const show = area.texts[tool.name];
        if (show === undefined) throw new Error(`${tool.name} has no text`);
        let shown = show(value, { input, argument });
        if (fresh !== true && meta.sent !== undefined)
          ({ text: shown, saved } = meta.sent.withoutRepeats(shown));
        const answer = inText([...shown, ...warningLines(value, words)]);
        area.envelope.checkSize?.(Buffer.byteLength(answer.text));
        // The answer of a cancelled call is not sent.
        if (meta.signal?.aborted !== true) meta.sent?.remember(shown);
        outcome = { ...answer, isError: false, value };
      } else outcome = { ...area.envelope.success(value, call), isError: false, value };
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
        saved,
        isEmpty: !outcome.isError && isEmptyAnswer(outcome.value),
        metadata: sanitise(tool, raw),
      },
    );
    return outcome;
  };
}

/** Lists of what a tool found, by the names that tools give them. */
const FOUND = ['hits', 'results', 'matches', 'files', 'symbols', 'references', 'selections'] as const;

/** It has at least one such list, and nothing in them. */
function isEmptyAnswer(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const lists = FOUND.flatMap((name) => {
    const list: unknown = (value as Record<string, unknown>)[name];
    return Array.isArray(list) ? [list] : [];
  });
  return lists.length > 0 && lists.every((list) => list.length === 0);
}

function same(name: string): string {
  return name;
}

/** Control characters are shown as escapes: clients write answers to terminals. */
function inText(parts: AnswerText): { text: string; parts: AnswerText } {
  return { text: showControls(plainLines(parts).join('\n')), parts };
}

/** What happened and why, and then what to do. */
function errorText({ message, hint }: AppError, words: (text: string) => string): AnswerText {
  return [aside(bad(outsideQuotes(words)(message))), ...(hint === undefined ? [] : [aside(hint)])];
}

function warningLines(value: unknown, words: (text: string) => string): AnswerText {
  const warnings =
    typeof value === 'object' && value !== null && 'warnings' in value && Array.isArray(value.warnings)
      ? value.warnings
      : [];
  return warnings.map((warning) => aside(warn(outsideQuotes(words)(String(warning)))));
}

/** Words for our sentences, except inside quotes: that text is not ours. */
export function outsideQuotes(words: (text: string) => string): (text: string) => string {
  return (text) =>
    text
      .split(/("(?:[^"\\\n]|\\.)*")/)
      .map((part, at) => (at % 2 === 0 ? words(part) : part))
      .join('');
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
  { named, form, commandLine }: { named: ToolNaming; form: AnswerForm; commandLine: boolean },
): Record<string, unknown> {
  const unknown = Object.keys(args).filter((name) => !tool.argumentNames.includes(name));
  const problems: ArgumentProblem[] = unknown.map((name) => ({
    argument: name.slice(0, 64),
    code: 'unknown_argument',
    message: unknownArgument(tool, name, named),
  }));
  if (problems.length === 0) {
    const parsed = tool.parse(args, { form, commandLine });
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
