/** --help, from the tables of commands and options. Pure: values in, text out. */
import type { Command } from './command.ts';
import { COMMON_OPTIONS } from './parse.ts';

const EXIT_CODES = '0 success; 1 an error or a finding; 2 wrong usage or configuration; 130 interrupted.';

export function overview(commands: readonly Command[], version: string): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    `pilotbook ${version}: a map of a repository, its notes and search, for coding agents and people.`,
    '',
    'Usage: pilotbook COMMAND [options]',
    '',
    'Commands:',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    '  pilotbook COMMAND --help   Show the arguments, options and examples of a command.',
    '  pilotbook --version        Show the version.',
    '',
    'Every command takes --root DIR and --json. docs/config.md lists all other options.',
    `Exit codes: ${EXIT_CODES}`,
  ].join('\n');
}

export function commandHelp(command: Command): string {
  const words = command.positionals.map(usageWord).join(' ');
  const own = Object.entries(command.options).map(([name, option]) => [
    `--${name}${option.type === 'string' ? ` ${option.placeholder ?? 'VALUE'}` : ''}`,
    option.doc,
  ]);
  const common = Object.entries(COMMON_OPTIONS).map(([name, { doc }]) => [`--${name}`, doc]);
  const options = [...own, ...common, ['--root DIR', rootDoc(command)]];
  return [
    `pilotbook ${command.name}: ${command.summary}`,
    '',
    `Usage: pilotbook ${[command.name, words, '[options]'].filter(Boolean).join(' ')}`,
    ...(command.about ? ['', command.about] : []),
    ...section(
      'Arguments:',
      command.positionals.map(({ name, doc }) => [name.toUpperCase(), doc]),
    ),
    ...section('Options:', options),
    ...(command.examples.length > 0
      ? ['', 'Examples:', ...command.examples.map((example) => `  ${example}`)]
      : []),
    '',
    `Exit codes: ${command.exit?.doc ?? EXIT_CODES}`,
  ].join('\n');
}

/** Short; docs/config.md has the rest. */
function rootDoc({ name }: Command): string {
  return name === 'serve'
    ? 'The directory to serve (default: the working directory).'
    : 'The repository (default: the one you are in).';
}

function usageWord({ name, required, rest }: Command['positionals'][number]): string {
  const word = `${name.toUpperCase()}${rest ? '…' : ''}`;
  return required ? word : `[${word}]`;
}

function section(title: string, rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const width = Math.max(...rows.map(([left]) => (left ?? '').length));
  return ['', title, ...rows.map(([left, right]) => `  ${(left ?? '').padEnd(width)}  ${right ?? ''}`)];
}
