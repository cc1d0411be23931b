/**
 * What an area offers: tools, resources and prompts, as plain values. MCP, the CLI, docs/tools.md, the schema snapshots and
 * the tests over all tools read the same list of tools; the dispatcher (app/dispatch.ts) does what every tool needs, so that
 * a handler holds only its own logic.
 */
import { z } from 'zod';
import type { AnswerText, TextView } from './answer.ts';
import type { AppError } from './errors.ts';
import type { WordStatistics } from './word-statistics.ts';

// Zod would compile every schema from text at its first use, which costs more than the few parses a server makes with it.
z.config({ jitless: true });

/** Required, and true: clients decide by them whether to ask the user first. */
export interface ToolAnnotations {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

export const READS: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

export interface CallContext {
  signal: AbortSignal;
  /** True for a command that a person typed, false for a call by a client. */
  commandLine: boolean;
  /** Of all repositories that are asked the same, so that scores compare; absent: of this one. */
  statistics?: WordStatistics | undefined;
  /** What only one form shows is not looked up for the other. */
  form: AnswerForm;
  progress(done: number, total: number | undefined, message: string): void;
}

/** What the envelope of an area is told about a call. */
export interface EnvelopeCall {
  tool: string;
  requestId: string | number;
  /** The arguments as received: untrusted, and only echoed where a spec says so. */
  args: Record<string, unknown>;
}

/** The two forms of an answer: the JSON that the specs fix, and text made for the reader. */
export type AnswerForm = 'json' | 'text';

/** What a client is sent. */
export interface Answer {
  text: string;
  /** In JSON form: the value the text was made from, for callers that print JSON in another way. */
  body?: unknown;
  /** What a client is told beside the text, as `_meta` of the result. */
  meta?: Record<string, unknown>;
}

/** How an area turns values and errors into answers. Each of the five specs has its own envelope. */
export interface Envelope<Value = unknown> {
  /** Throws an AppError if the answer cannot be given, e.g. because it is too large. */
  success(value: Value, call: EnvelopeCall): Answer;
  /** Of an answer in text form; `success` keeps its own limit. */
  checkSize?(bytes: number): void;
  failure(error: AppError, call: EnvelopeCall): Answer;
}

export function jsonAnswer(body: unknown, indent?: number): Answer {
  return { text: JSON.stringify(body, null, indent), body };
}

/** The result of a call: a value or an error, and the answer in the form that was asked for. */
export type Outcome<Value = unknown> = Answer & {
  /** In text form: what `text` was made of, for a terminal. */
  parts?: AnswerText;
} & ({ isError: false; value: Value } | { isError: true; error: AppError });

/** One of the capabilities, with all that the app needs to serve it. */
export interface Area<T extends Tool = Tool> {
  tools: readonly T[];
  envelope: Envelope<ValueOf<T>>;
  /** What each tool returned, as text; the dispatcher adds the warnings. */
  texts: TextsOf<T>;
  /** When to use which of the tools, for the model: one paragraph, and no text of the repository. */
  instructions: string;
  /** Served even if the tools are switched off. */
  resources?: readonly ResourceProvider[];
  prompts?: readonly PromptDefinition[];
}

/** A method, so that an area of certain tools is an area. */
type ShowValue<Value> = { show(value: Value, view: TextView): AnswerText }['show'];

export type TextsOf<T extends Tool> = { [Each in T as Each['name']]: ShowValue<ValueOf<Each>> };

/** Keeps the types of the tools, so that a caller by name knows what a tool returns. */
export function defineArea<T extends Tool>(area: Area<T>): Area<T> {
  return area;
}

/** What the handler of a tool returns. */
export type ValueOf<T extends Tool> = Awaited<ReturnType<T['handle']>>;

/** What the tools of an area return, by the names of the tools. */
export type ValuesOf<A extends Area> = {
  [T in A['tools'][number] as T['name']]: ValueOf<T>;
};

export interface ArgumentProblem {
  argument: string;
  code: string;
  message: string;
}

export type Parsed =
  | { ok: true; value: Record<string, unknown> }
  | { ok: false; problems: ArgumentProblem[] };

export interface Tool<Name extends string = string, Value = unknown> {
  /** The canonical name, as the spec writes it. */
  name: Name;
  /** A name that every client accepts: `^[a-z][a-z0-9_]{0,39}$`. */
  safeName: string;
  description: string;
  annotations: ToolAnnotations;
  argumentNames: readonly string[];
  /** Arguments that name a place in the workspace; resolved by the sandbox before the handler runs. */
  pathArguments: readonly string[];
  /** Texts that name a place or a choice. The audit log holds these as they are, and only the length of other texts. */
  plainArguments: readonly string[];
  /** Wrong names that callers try, and the argument they mean. */
  renamedArguments: Readonly<Record<string, string>>;
  /** Calls per minute; undefined means no limit. */
  perMinute: number | undefined;
  /** By default it has no time limit: it says how far it is, and what it did is kept if it is stopped. */
  takesItsTime: boolean;
  /** Its answers hold lines of files, which a client that has them need not get again. */
  showsExcerpts: boolean;
  schema(form?: AnswerForm): Record<string, unknown>;
  parse(args: Record<string, unknown>, reader?: { form: AnswerForm; commandLine: boolean }): Parsed;
  handle(input: Record<string, unknown>, call: CallContext): Promise<Value>;
}

export interface ToolDefinition<Name extends string, S extends z.ZodObject, Value> {
  name: Name;
  safeName: string;
  description: string;
  annotations: ToolAnnotations;
  /** Called when the tool is first listed or called: making twenty schemas would delay the first answer. */
  input(): S;
  paths?: readonly (keyof z.output<S> & string)[];
  /** In addition to `paths`. */
  plain?: readonly (keyof z.output<S> & string)[];
  renamed?: Readonly<Record<string, string>>;
  perMinute?: number;
  takesItsTime?: boolean;
  showsExcerpts?: boolean;
  /** Defaults in text form and on the command line, where they differ from those that the spec fixes for JSON. */
  textDefaults?: Partial<z.input<S>>;
  /** How much is shown at once in text form, where JSON has no limit; a command that prints JSON has none, too. */
  textLimits?: Partial<z.input<S>>;
  handle(input: z.output<S>, call: CallContext): Promise<Value>;
}

export function defineTool<const Name extends string, S extends z.ZodObject, Value>(
  definition: ToolDefinition<Name, S, Value>,
): Tool<Name, Value> {
  const { paths = [], plain = [], renamed, handle } = definition;
  let made: S | undefined;
  const input = (): S => {
    made ??= definition.input();
    return made;
  };
  return {
    name: definition.name,
    safeName: definition.safeName,
    description: definition.description,
    annotations: definition.annotations,
    get argumentNames() {
      return Object.keys(input().shape);
    },
    pathArguments: paths,
    plainArguments: [...paths, ...plain],
    renamedArguments: renamed ?? {},
    perMinute: definition.perMinute,
    takesItsTime: definition.takesItsTime === true,
    showsExcerpts: definition.showsExcerpts === true,
    schema: (form) => {
      const schema = sentSchema(input());
      return form === 'text' ? inTextForm(schema, definition) : schema;
    },
    parse: (args, { form, commandLine } = { form: 'json', commandLine: false }) => {
      const parsed = input().safeParse({
        ...(form === 'text' || commandLine ? definition.textDefaults : {}),
        ...(form === 'text' ? definition.textLimits : {}),
        ...args,
      });
      if (parsed.success) return { ok: true, value: parsed.data };
      return { ok: false, problems: parsed.error.issues.map(problemOf) };
    },
    // The dispatcher passes what parse() returned; this is the only place where the types are not checked.
    handle: (value, call) => handle(value as z.output<S>, call),
  };
}

function problemOf(issue: z.core.$ZodIssue): ArgumentProblem {
  return { argument: issue.path.join('.'), code: issue.code, message: issue.message };
}

/** JSON Schema without `$schema` (some clients refuse one dialect, some the other) and without number noise. */
function sentSchema(input: z.ZodObject): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return withoutSafeIntegerBounds(schema) as Record<string, unknown>;
}

/** For a tool whose list may be cut. */
export function cursorArgument() {
  return z.string().max(100).optional().describe('next_cursor of the answer before');
}

/** The argument with which a client asks for lines again that it was sent before; the dispatcher takes it. */
export const FRESH = 'fresh';

/** The schema with the defaults of the text form, and with `fresh` if the answers hold lines of files. */
function inTextForm(
  schema: Record<string, unknown>,
  {
    textDefaults,
    textLimits,
    showsExcerpts,
  }: { textDefaults?: object; textLimits?: object; showsExcerpts?: boolean },
): Record<string, unknown> {
  const properties: Record<string, unknown> = { ...(schema.properties as Record<string, object>) };
  for (const [name, value] of Object.entries({ ...textDefaults, ...textLimits }))
    properties[name] = { ...(properties[name] as object), default: value };
  if (showsExcerpts === true)
    properties[FRESH] = { type: 'boolean', description: 'send again what was sent before' };
  return { ...schema, properties };
}

function withoutSafeIntegerBounds(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutSafeIntegerBounds);
  if (typeof node !== 'object' || node === null) return node;
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(node)) {
    if (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) continue;
    if (key === 'maximum' && value === Number.MAX_SAFE_INTEGER) continue;
    out[key] = withoutSafeIntegerBounds(value);
  }
  return out;
}

export interface ResourceEntry {
  uri: string;
  name: string;
  title: string;
  mimeType: string;
}

export interface ResourceText {
  uri: string;
  mimeType: string;
  text: string;
}

export interface ResourceTemplate {
  uriTemplate: string;
  name: string;
  title: string;
  mimeType: string;
}

export interface ResourceProvider {
  templates: readonly ResourceTemplate[];
  list(signal: AbortSignal): Promise<ResourceEntry[]>;
  /** Undefined: the uri is not this provider's. Throws an AppError of kind not_found if it is, but nothing is there. */
  read(uri: string, signal: AbortSignal): Promise<ResourceText | undefined>;
  /** Values for a template's variable that begin with the prefix. */
  complete(uriTemplate: string, variable: string, prefix: string, signal: AbortSignal): Promise<string[]>;
}

export interface PromptDefinition {
  name: string;
  title: string;
  description: string;
  arguments: readonly { name: string; description: string; required: boolean }[];
  /** `words` replaces the names of tools in our texts by the names that the client shows. */
  render(args: Record<string, string>, words: (text: string) => string, signal: AbortSignal): Promise<string>;
}
