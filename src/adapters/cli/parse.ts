/** Turns the words after a command into its input and the configuration flags. */
import { parseArgs } from 'node:util';
import { OPTIONS } from '../../config/index.ts';
import { AppError } from '../../core/errors.ts';
import type { Command, CommandInput } from './command.ts';

type Flags = Record<string, string | readonly string[] | undefined>;

export interface ParsedLine {
  input: CommandInput;
  flags: Flags;
  json: boolean;
  help: boolean;
}

/** Options of every command, besides those of the configuration. */
export const COMMON_OPTIONS = {
  json: { type: 'boolean', doc: 'Print JSON instead of text.' },
  help: { type: 'boolean', short: 'h', doc: 'Show this help.' },
} as const;

export function parseLine(command: Command, argv: readonly string[]): ParsedLine {
  const options: Record<string, { type: 'string' | 'boolean'; multiple?: boolean; short?: string }> = {};
  for (const option of Object.values(OPTIONS))
    for (const flag of option.flags) options[flag] = { type: 'string', multiple: option.repeatable };
  for (const [name, { type }] of Object.entries(command.options)) options[name] = { type };
  for (const [name, { type, ...rest }] of Object.entries(COMMON_OPTIONS))
    options[name] = { type, ...('short' in rest ? { short: rest.short } : {}) };

  const { values, positionals } = parseStrictly(command, argv, options);
  const flags: Flags = {};
  const own: Record<string, string | boolean | undefined> = {};
  for (const [name, value] of Object.entries(values)) {
    if (Object.hasOwn(command.options, name)) own[name] = Array.isArray(value) ? undefined : value;
    else if (!Object.hasOwn(COMMON_OPTIONS, name) && typeof value !== 'boolean') flags[name] = value;
  }
  for (const [name, { values: allowed, list }] of Object.entries(command.options)) {
    const given = own[name];
    if (typeof given !== 'string') continue;
    const words = list ? given.split(',').map((word) => word.trim()) : [given];
    refuseOthers(command, `--${name}`, list ? words.filter((word) => word !== '') : words, allowed);
  }
  return {
    input: { ...placeWords(command, positionals, values.help === true), options: own },
    flags,
    json: values.json === true,
    help: values.help === true,
  };
}

type Values = Record<string, string | boolean | string[] | undefined>;

function parseStrictly(
  command: Command,
  argv: readonly string[],
  options: NonNullable<Parameters<typeof parseArgs>[0]>['options'],
): { values: Values; positionals: string[] } {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: options ?? {},
      allowPositionals: true,
      strict: true,
    });
    return { values: values as Values, positionals };
  } catch (cause) {
    throw usageError(command, lackingValue(command, argv, cause) ?? firstSentence(cause));
  }
}

function firstSentence(cause: unknown): string {
  return cause instanceof Error ? (cause.message.split('. ')[0] ?? '') : 'Wrong options';
}

/** The message for an option without a value: it is last, or another option follows. */
function lackingValue(
  { options }: Pick<Command, 'options'>,
  argv: readonly string[],
  cause: unknown,
): string | undefined {
  const [, name = ''] =
    /^Option '(?:-\w, )?--([\w-]+)(?: <value>)?' argument (?:missing|is ambiguous)/.exec(
      cause instanceof Error ? cause.message : '',
    ) ?? [];
  const config = Object.values(OPTIONS).find(({ flags }) => flags.some((flag) => flag === name));
  const placeholder = options[name]?.placeholder ?? config?.placeholder;
  if (placeholder === undefined) return undefined;
  const next = argv[argv.indexOf(`--${name}`) + 1];
  const needs = `--${name} needs ${VALUES[placeholder] ?? `a value: ${placeholder}`}`;
  return next !== undefined && /^-\d/.test(next)
    ? `${needs}. One that begins with a dash is written --${name}=${next}`
    : needs;
}

const VALUES: Readonly<Record<string, string>> = { DIR: 'a directory', N: 'a number' };

function placeWords(
  command: Command,
  given: readonly string[],
  lenient: boolean,
): Pick<CommandInput, 'words' | 'rest'> {
  const words: Record<string, string | undefined> = {};
  let rest: string[] = [];
  const left = [...given];
  for (const positional of command.positionals) {
    if (positional.rest) {
      rest = left.splice(0);
      words[positional.name] = rest.length > 0 ? rest.join(' ') : undefined;
    } else words[positional.name] = left.shift();
    if (lenient) continue;
    const [word, name] = [words[positional.name], positional.name.toUpperCase()];
    if (positional.required && word === undefined) throw usageError(command, `${name} is missing`);
    if (word === '' || (positional.rest && word?.trim() === ''))
      throw usageError(command, `${name} is empty`);
    if (word !== undefined) refuseOthers(command, name, [word], positional.values);
  }
  if (left.length > 0 && !lenient)
    throw usageError(command, `Unexpected argument ${JSON.stringify(left[0])}`);
  return { words, rest };
}

/** Throws if a word is not among those allowed; anything goes where there is no list. */
function refuseOthers(
  command: Pick<Command, 'name'>,
  name: string,
  words: readonly string[],
  allowed: readonly string[] | undefined,
): void {
  const wrong = allowed && words.find((word) => !allowed.includes(word));
  if (wrong !== undefined)
    throw usageError(command, `${name} is ${JSON.stringify(wrong)}; allowed: ${allowed?.join(', ')}`);
}

export function usageError(command: Pick<Command, 'name'>, message: string): AppError {
  return new AppError('invalid', 'usage', `${message}.`, {
    hint: `See ${['pilotbook', command.name, '--help'].filter(Boolean).join(' ')}.`,
  });
}
