/**
 * What a tool is: a plain value. MCP, the CLI, docs/tools.md, the schema snapshots and the tests over all
 * tools read the same list of these; the dispatcher (app/dispatch.ts) does what every tool needs, so that a
 * handler holds only its own logic.
 */
import { z } from 'zod';
import type { AppError } from './errors.ts';
import type { PromptDefinition, ResourceProvider } from './resource.ts';

// Zod would compile every schema from text on its first use: dearer than the few parses a server makes of it.
z.config({ jitless: true });

/** Required, and truthful: clients decide by them whether to ask the person. */
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
  /** A person's command, not a client's message. */
  commandLine: boolean;
  progress(done: number, total: number | undefined, message: string): void;
}

/** A call, as the envelope of its area sees it. */
export interface EnvelopeCall {
  tool: string;
  requestId: string | number;
  /** The arguments as they came; not to be trusted, only to be echoed where a spec says so. */
  args: Record<string, unknown>;
}

/** What a client is sent: JSON, or the Markdown of a rendered pack. */
export interface Answer {
  text: string;
  /** What the text says, before it became text: for those who print JSON in another way. */
  body: unknown;
}

/** How an area words values and errors for its clients. Each of the five specs has its own envelope. */
export interface Envelope<Value = unknown> {
  /** Throws an AppError if the answer cannot be given, e.g. because it is too large. */
  success(value: Value, call: EnvelopeCall): Answer;
  failure(error: AppError, call: EnvelopeCall): Answer;
}

export function jsonAnswer(body: unknown, indent?: number): Answer {
  return { text: JSON.stringify(body, null, indent), body };
}

/** What a call came to: a value or an error, for those who show it; and the answer, for those who pass it on. */
export type Outcome<Value = unknown> = Answer &
  ({ isError: false; value: Value } | { isError: true; error: AppError });

/** One of the capabilities, described by itself: all that the app needs to serve it. */
export interface Area<T extends Tool = Tool> {
  tools: readonly T[];
  envelope: Envelope<ValueOf<T>>;
  /** When to use which of the tools, for the model: one paragraph, and no text of the repository. */
  instructions: string;
  /** Served also if the tools are not chosen. */
  resources?: readonly ResourceProvider[];
  prompts?: readonly PromptDefinition[];
}

/** Keeps the types of the tools, so that whoever calls one by its name knows what it returns. */
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
  /** A name every client takes: `^[a-z][a-z0-9_]{0,39}$`. */
  safeName: string;
  description: string;
  annotations: ToolAnnotations;
  argumentNames: readonly string[];
  /** Arguments that name a place in the workspace; resolved by the sandbox before the handler runs. */
  pathArguments: readonly string[];
  /** Texts that name a place or a choice: the audit log has them as they are, other texts by their length. */
  plainArguments: readonly string[];
  /** Names that callers try, and the argument they mean. */
  renamedArguments: Readonly<Record<string, string>>;
  /** Calls a minute; no entry, no limit. */
  perMinute: number | undefined;
  schema(): Record<string, unknown>;
  parse(args: Record<string, unknown>): Parsed;
  handle(input: Record<string, unknown>, call: CallContext): Promise<Value>;
}

export interface ToolDefinition<Name extends string, S extends z.ZodObject, Value> {
  name: Name;
  safeName: string;
  description: string;
  annotations: ToolAnnotations;
  /** Made when the tool is first listed or called: twenty schemas would hold up the first answer. */
  input(): S;
  paths?: readonly (keyof z.output<S> & string)[];
  /** Beside `paths`. */
  plain?: readonly (keyof z.output<S> & string)[];
  renamed?: Readonly<Record<string, string>>;
  perMinute?: number;
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
    schema: () => sentSchema(input()),
    parse: (args) => {
      const parsed = input().safeParse(args);
      if (parsed.success) return { ok: true, value: parsed.data };
      return { ok: false, problems: parsed.error.issues.map(problemOf) };
    },
    // The dispatcher hands over what parse() returned; the types meet here and nowhere else.
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
