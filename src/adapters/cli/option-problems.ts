/** Turns a problem that a tool's schema finds into a message about the option, argument or field that was typed. */
import { isDeepStrictEqual } from 'node:util';
import type { AppError } from '../../core/errors.ts';
import { nearest } from '../../core/text/index.ts';
import type { ArgumentProblem, Tool } from '../../core/tool.ts';
import type { Command, CommandInput } from './command.ts';
import { usageError } from './parse.ts';

type MakeArgs = (input: CommandInput) => Record<string, unknown>;

/** The first one; undefined if all arguments fit the tool. */
export function wrongArgument(
  command: Pick<Command, 'name' | 'positionals'>,
  tool: Tool,
  input: CommandInput,
  makeArgs: MakeArgs,
): AppError | undefined {
  const args = withoutAbsent(makeArgs(input));
  const unknown = Object.keys(args).find((name) => !tool.argumentNames.includes(name));
  if (unknown !== undefined) return usageError(command, unknownField(unknown, tool));
  const parsed = tool.parse(args);
  if (parsed.ok) return undefined;
  const found = parsed.problems.map((problem) => {
    const path = problem.argument.split('.');
    return { problem, path, ...givenAs(path, command, input, makeArgs) };
  });
  const worst = found.find(({ option }) => option) ?? found[0];
  if (worst === undefined) return undefined;
  const { problem, path, name, given } = worst;
  return usageError(command, `${name} is ${quoted(given)}; allowed: ${allowed(tool, path, problem)}`);
}

/** Only `pack edit` takes fields by name. */
function unknownField(name: string, tool: Tool): string {
  const fields = tool.argumentNames.filter((each) => !NO_FIELDS.has(each));
  const near = nearest(name, fields);
  const start = `There is no field ${quoted(name)}`;
  return near === undefined ? `${start}; allowed: ${fields.join(', ')}` : `${start}; did you mean "${near}"?`;
}

/** Arguments that `pack edit` sets itself, or that choose packs. */
const NO_FIELDS = new Set([
  'action',
  'id',
  'name',
  'expected_revision',
  'from_bundle',
  'query',
  'limit',
  'offset',
]);

/** The option or word that set an argument: without it the argument would be different. Else it is a field. */
function givenAs(
  path: readonly string[],
  { positionals }: Pick<Command, 'positionals'>,
  input: CommandInput,
  args: MakeArgs,
): { name: string; given: unknown; option: boolean } {
  const value = valueAt(args(input), path);
  const decides = (without: CommandInput) => !isDeepStrictEqual(valueAt(args(without), path), value);
  const option = Object.keys(input.options).find((name) =>
    decides({ ...input, options: { ...input.options, [name]: undefined } }),
  );
  if (option !== undefined) return { name: `--${option}`, given: input.options[option], option: true };
  const word = positionals.find(({ name }) =>
    decides({ ...input, words: { ...input.words, [name]: undefined } }),
  );
  if (word !== undefined)
    return { name: word.name.toUpperCase(), given: input.words[word.name], option: false };
  return { name: path.join('.'), given: value, option: false };
}

/** The option that sets an argument, such as `--top` for `top_k`; undefined if there is none. */
export function optionFor(
  argument: string,
  { options }: Pick<Command, 'options'>,
  args: MakeArgs,
): string | undefined {
  const none: CommandInput = { words: {}, rest: [], options: {} };
  const path = argument.split('.');
  const sets = (name: string) => {
    const value = options[name]?.type === 'boolean' ? true : '1';
    return valueAt(args({ ...none, options: { [name]: value } }), path) !== valueAt(args(none), path);
  };
  const option = Object.keys(options).find(sets);
  return option === undefined ? undefined : `--${option}`;
}

/** Cut to the length of a line. */
function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : String(value);
  return JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
}

const SHOWN = 200;

function valueAt(args: unknown, path: readonly string[]): unknown {
  let at = args;
  for (const key of path) at = Array.isArray(at) ? at[Number(key)] : isRecord(at) ? at[key] : undefined;
  return at;
}

function withoutAbsent(args: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
}

function allowed(tool: Tool, path: readonly string[], problem: ArgumentProblem): string {
  let schema: unknown = tool.schema();
  for (const key of path) {
    if (!isRecord(schema)) break;
    schema = isRecord(schema.properties) ? schema.properties[key] : schema.items;
  }
  if (!isRecord(schema)) return problem.message;
  if (Array.isArray(schema.enum)) return schema.enum.join(', ');
  if (schema.format === 'date-time') return 'a time such as 2026-01-31T12:00:00Z';
  if (schema.type === 'integer') return `a whole number${bounds('', schema.minimum, schema.maximum)}`;
  if (schema.type === 'string')
    return `a text${bounds(' characters', schema.minLength, schema.maxLength)}${schema.pattern === undefined ? '' : ' on one line'}`;
  if (schema.type === 'array') return `a list${bounds(' values', schema.minItems, schema.maxItems)}`;
  return problem.message;
}

function bounds(unit: string, least: unknown, most: unknown): string {
  if (most === undefined) return least === undefined ? '' : ` of at least ${least}${unit}`;
  return least === undefined ? ` of at most ${most}${unit}` : ` from ${least} to ${most}${unit}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
