/** Shell completions, from the tables of commands and options. Pure: values in, script out. */
import { OPTIONS } from '../../config/index.ts';
import { byCodeUnit } from '../../core/text/index.ts';
import type { Command } from './command.ts';
import { COMMON_OPTIONS } from './parse.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

interface Words {
  /** First words. */
  first: readonly string[];
  /** Second words by first word. */
  second: ReadonlyMap<string, readonly string[]>;
  /** Flags by command. */
  flags: ReadonlyMap<string, readonly string[]>;
}

export function completions(shell: Shell, commands: readonly Command[]): string {
  const words = wordsOf(commands);
  return shell === 'fish' ? fish(words, commands) : shell === 'zsh' ? zsh(words) : bash(words);
}

function wordsOf(commands: readonly Command[]): Words {
  const common = [
    ...Object.keys(COMMON_OPTIONS),
    ...Object.values(OPTIONS).flatMap(({ flags }) => flags.slice(0, 1)),
  ];
  const second = new Map<string, string[]>();
  const flags = new Map<string, string[]>();
  for (const { name, options } of commands) {
    const [group = '', word] = name.split(' ');
    if (word !== undefined) second.set(group, [...(second.get(group) ?? []), word]);
    flags.set(name, [...Object.keys(options), ...common].map((flag) => `--${flag}`).sort(byCodeUnit));
  }
  return { first: [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))], second, flags };
}

/** Commands with two words come first, so that `stash add` is not taken for `stash`. */
function cases(flags: Words['flags']): string[] {
  return [...flags]
    .sort(([a], [b]) => b.split(' ').length - a.split(' ').length || byCodeUnit(a, b))
    .map(([name, list]) => `    "${name}"*) words="${list.join(' ')}" ;;`);
}

function bash({ first, second, flags }: Words): string {
  return [
    '# pilotbook completions for bash: eval "$(pilotbook completions bash)"',
    '_pilotbook() {',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the braces are the shell's
    '  local words="" current="${COMP_WORDS[COMP_CWORD]}" typed="${COMP_WORDS[*]:1:COMP_CWORD-1}"',
    '  case "$typed" in',
    `    "") words="${first.join(' ')}" ;;`,
    ...[...second].map(
      ([group, list]) => `    "${group}") words="${list.join(' ')} ${(flags.get(group) ?? []).join(' ')}" ;;`,
    ),
    ...cases(flags),
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '}',
    'complete -o default -F _pilotbook pilotbook context-stash',
  ].join('\n');
}

function zsh(words: Words): string {
  return [
    '# pilotbook completions for zsh: eval "$(pilotbook completions zsh)"',
    'autoload -U +X bashcompinit && bashcompinit',
    bash(words),
  ].join('\n');
}

function fish({ second }: Words, commands: readonly Command[]): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "\\'")}'`;
  const lines = commands.flatMap(({ name, summary, options }) => {
    const [group = '', word] = name.split(' ');
    const offered =
      word === undefined
        ? `complete -c pilotbook -n __fish_use_subcommand -a ${group} -d ${quoted(summary)}`
        : `complete -c pilotbook -n '__fish_seen_subcommand_from ${group}' -a ${word} -d ${quoted(summary)}`;
    const flags = Object.entries(options).map(
      ([flag, { doc }]) =>
        `complete -c pilotbook -n '__fish_seen_subcommand_from ${word ?? group}' -l ${flag} -d ${quoted(doc)}`,
    );
    return [offered, ...flags];
  });
  const groups = [...second.keys()].filter((group) => !commands.some(({ name }) => name === group));
  return [
    '# pilotbook completions for fish: pilotbook completions fish | source',
    ...groups.map((group) => `complete -c pilotbook -n __fish_use_subcommand -a ${group}`),
    ...lines,
  ].join('\n');
}
