/** For bash 3.2 and later, and for zsh through its bashcompinit: hence no names that zsh's completion has taken. */
import { type CompletionTable, commandGroups, flagWords, type Slot } from './table.ts';

export function bashScript(table: CompletionTable): string {
  return ['# pilotbook completions for bash: eval "$(pilotbook completions bash)"', ...lines(table)].join(
    '\n',
  );
}

export function zshScript(table: CompletionTable): string {
  return [
    '# pilotbook completions for zsh: eval "$(pilotbook completions zsh)"',
    'autoload -U +X bashcompinit && bashcompinit',
    ...lines(table),
  ].join('\n');
}

/**
 * The words before the cursor give the command, how many of its words there are, and the option that waits for a value.
 * Where nothing is offered, `-o default` lets the shell offer files.
 */
function lines({ first, commands, before, configuration, valued }: CompletionTable): string[] {
  const groups = commandGroups(commands);
  const pairs = commands.filter(({ name }) => name.includes(' ')).map(({ name }) => `"${name}"`);
  return [
    '_pilotbook() {',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the braces are the shell's
    '  local typing="${COMP_WORDS[COMP_CWORD]}" name="" option="" place=0 offer="" lead="" at=1 word',
    '  while [ "$at" -lt "$COMP_CWORD" ]; do',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the braces are the shell's
    '    word="${COMP_WORDS[at]}"; at=$((at + 1))',
    '    if [ "$word" = "=" ]; then continue; fi',
    '    if [ -n "$option" ]; then option=""; continue; fi',
    '    case "$word" in',
    `      ${valued.join('|')}) option="$word" ;;`,
    '      -*) ;;',
    '      *)',
    '        case "$name $word" in',
    `          ${pairs.join('|')}) name="$name $word" ;;`,
    '          " "*) name="$word" ;;',
    '          *) place=$((place + 1)) ;;',
    '        esac ;;',
    '    esac',
    '  done',
    '  if [ "$typing" = "=" ]; then typing=""; fi',
    '  if [ -n "$option" ]; then',
    '    case "$name $option" in',
    ...commands.flatMap(({ name, flags }) =>
      flags.flatMap((flag) => valueCase(`"${name} --${flag.name}"`, flag.value)),
    ),
    ...configuration.flatMap((flag) => valueCase(`*" --${flag.name}"`, flag.value)),
    '    esac',
    '  else',
    '    case "$typing" in',
    '      -*)',
    '        case "$name" in',
    `          "") offer="${flagWords(before)}" ;;`,
    ...commands.map(({ name, flags }) => `          "${name}") offer="${flagWords(flags)}" ;;`),
    '        esac ;;',
    '      *)',
    '        case "$name $place" in',
    `          " 0") offer="${[...first.keys()].join(' ')}" ;;`,
    ...[...groups].map(([group, words]) => `          "${group} 0") offer="${words.join(' ')}" ;;`),
    ...commands.flatMap(({ name, slots }) =>
      slots.flatMap(({ values }, place) =>
        values.length === 0 ? [] : [`          "${name} ${place}") offer="${values.join(' ')}" ;;`],
      ),
    ),
    ...commands
      .filter(({ name, slots }) => slots.length === 0 && !groups.has(name))
      .map(({ name, flags }) => `          "${name} "*) offer="${flagWords(flags)}" ;;`),
    '        esac ;;',
    '    esac',
    '  fi',
    '  COMPREPLY=($(compgen -P "$lead" -W "$offer" -- "$typing"))',
    '}',
    'complete -o default -F _pilotbook pilotbook context-stash',
  ];
}

/** Of a list, the part before the last comma stays and the rest is completed. */
function valueCase(pattern: string, slot: Slot | undefined): string[] {
  if (slot === undefined || slot.values.length === 0) return [];
  const split = slot.list
    ? // biome-ignore lint/suspicious/noTemplateCurlyInString: the braces are the shell's
      '; lead="${typing%"${typing##*,}"}"; typing="${typing##*,}"'
    : '';
  return [`      ${pattern}) offer="${slot.values.join(' ')}"${split} ;;`];
}
