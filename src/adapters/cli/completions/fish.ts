import type { CompletionTable, Flag, Slot } from './table.ts';

/** `__pilotbook_at COMMAND` is true if that is the command before the cursor; one line of `complete` for each word. */
export function fishScript({ first, commands, before, valued }: CompletionTable): string {
  const pairs = commands.filter(({ name }) => name.includes(' ')).map(({ name }) => quoted(name));
  return [
    '# pilotbook completions for fish: pilotbook completions fish | source',
    'function __pilotbook_words',
    '    set -l tokens (commandline -opc)',
    '    set -e tokens[1]',
    '    set -l value 0',
    '    for token in $tokens',
    '        if test $value -eq 1',
    '            set value 0',
    `        else if contains -- $token ${valued.join(' ')}`,
    '            set value 1',
    "        else if not string match -q -- '-*' $token",
    '            echo $token',
    '        end',
    '    end',
    'end',
    'function __pilotbook_at',
    '    set -l words (__pilotbook_words)',
    '    set -l name "$words[1]"',
    `    if contains -- "$words[1] $words[2]" ${pairs.join(' ')}`,
    '        set name "$words[1] $words[2]"',
    '    end',
    '    test "$name" = "$argv[1]"',
    'end',
    'function __pilotbook_place',
    '    __pilotbook_at $argv[1]; or return 1',
    '    set -l words (__pilotbook_words)',
    '    test (count $words) -eq $argv[2]',
    'end',
    'function __pilotbook_list',
    "    set -l lead (commandline -ct | string replace -r '^--[a-z-]*=' '' | string replace -r '[^,]*$' '')",
    `    printf '%s\\n' "$lead"$argv`,
    'end',
    'complete -c pilotbook -f',
    'complete -c context-stash -w pilotbook',
    ...[...first].map(([word, summary]) =>
      offer('__pilotbook_place "" 0', `-a ${quoted(word)}`, summary ?? ''),
    ),
    ...before.map((flag) => flagLine('__pilotbook_at ""', flag)),
    ...commands.flatMap(({ name, summary, flags, slots }) => {
      const [group = '', word] = name.split(' ');
      const at = `__pilotbook_at ${inner(name)}`;
      const words = name.split(' ').length;
      return [
        ...(word === undefined
          ? []
          : [offer(`__pilotbook_place ${inner(group)} 1`, `-a ${quoted(word)}`, summary)]),
        ...flags.map((flag) => flagLine(at, flag)),
        ...slots.flatMap((slot, place) =>
          slot.path
            ? [offer(at, '-F')]
            : slot.values.length === 0
              ? []
              : [
                  offer(
                    `__pilotbook_place ${inner(name)} ${words + place}`,
                    `-a ${quoted(slot.values.join(' '))}`,
                  ),
                ],
        ),
      ];
    }),
  ].join('\n');
}

function flagLine(condition: string, { name, doc, value }: Flag): string {
  return offer(condition, `-l ${name}${value === undefined ? '' : ` ${valueWords(value)}`}`, doc);
}

function valueWords({ values, list, path }: Slot): string {
  if (path) return '-r -F';
  if (values.length === 0) return '-x';
  return `-x -a ${quoted(list ? `(__pilotbook_list ${values.join(' ')})` : values.join(' '))}`;
}

function offer(condition: string, what: string, doc = ''): string {
  return `complete -c pilotbook -n ${quoted(condition)} ${what}${doc === '' ? '' : ` -d ${quoted(doc)}`}`;
}

/** A name inside a condition, which is quoted itself. */
function inner(name: string): string {
  return JSON.stringify(name);
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
