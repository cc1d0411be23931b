/** What a tool's schema finds wrong with a value that came from an option, in the words of the option. */
import { isDeepStrictEqual } from 'node:util';
import type { AppError } from '../../core/errors.ts';
import type { ArgumentProblem, Tool } from '../../core/tool.ts';
import type { Command, CommandInput } from './command.ts';
import { usageError } from './parse.ts';
import { isRecord } from './record.ts';

type MakeArgs = (input: CommandInput) => Record<string, unknown>;

/** The first one; undefined if no option is to blame. What is wrong with words the tool says itself. */
export function optionProblem(
  command: Pick<Command, 'name'>,
  tool: Tool,
  input: CommandInput,
  args: MakeArgs,
): AppError | undefined {
  const parsed = tool.parse(withoutAbsent(args(input)));
  if (parsed.ok) return undefined;
  for (const problem of parsed.problems) {
    const path = problem.argument.split('.');
    const option = optionBehind(path, input, args);
    if (option === undefined) continue;
    const given = JSON.stringify(input.options[option]);
    return usageError(command, `--${option} is ${given}; allowed: ${allowed(tool, path, problem)}`);
  }
  return undefined;
}

/** The option without which the argument would be another. */
function optionBehind(path: readonly string[], input: CommandInput, args: MakeArgs): string | undefined {
  const value = valueAt(args(input), path);
  return Object.keys(input.options).find((name) => {
    const { [name]: _, ...options } = input.options;
    return !isDeepStrictEqual(valueAt(args({ ...input, options }), path), value);
  });
}

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
  return problem.message;
}

function bounds(unit: string, least: unknown, most: unknown): string {
  if (most === undefined) return least === undefined ? '' : ` of at least ${least}${unit}`;
  return least === undefined ? ` of at most ${most}${unit}` : ` from ${least} to ${most}${unit}`;
}
