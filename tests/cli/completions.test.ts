/** The completions and the examples in --help: made for people to run, so they are run. */
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/adapters/cli/commands.ts';
import { completions, SHELLS } from '../../src/adapters/cli/completions.ts';
import { parseLine } from '../../src/adapters/cli/parse.ts';

/** What bash offers after these words, the last of which is being typed. */
function offered(...words: string[]): string[] {
  const script = `${completions('bash', COMMANDS)}
COMP_WORDS=(pilotbook "$@")
COMP_CWORD=$#
_pilotbook
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', ...words], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.split('\n').filter(Boolean);
}

describe('bash completes', () => {
  test('every command', () => {
    const first = new Set(COMMANDS.map(({ name }) => name.split(' ')[0]));
    expect(new Set(offered(''))).toEqual(first);
    expect(offered('sta')).toEqual(expect.arrayContaining(['status', 'stats', 'stash']));
  });

  test.each(COMMANDS.map(({ name, options }) => ({ name, flags: Object.keys(options) })))(
    '$name and its options',
    ({ name, flags }) => {
      const words = name.split(' ');
      if (words.length > 1) expect(offered(words[0] ?? '', '')).toContain(words[1]);
      const options = offered(...words, '--');
      for (const flag of [...flags, 'root', 'json', 'help']) expect(options).toContain(`--${flag}`);
    },
  );
});

test.each(SHELLS)('the script for %s names every command', (shell) => {
  const script = completions(shell, COMMANDS);
  for (const { name } of COMMANDS)
    for (const word of name.split(' ')) expect(script).toMatch(new RegExp(`\\b${word}\\b`));
});

describe('examples in --help', () => {
  test.each(COMMANDS.map((command) => ({ name: command.name, command })))('$name', ({ name, command }) => {
    const own = command.examples.flatMap((example) => {
      const [, line] =
        new RegExp(`^(?:eval "\\$\\()?pilotbook ${name}\\b(.*?)(?:\\)")?$`).exec(example) ?? [];
      return line === undefined ? [] : [wordsOf(line)];
    });
    expect(own).not.toEqual([]);
    for (const words of own) expect(() => parseLine(command, words), words.join(' ')).not.toThrow();
  });
});

/** Words as a shell cuts them, up to where they are handed on. */
function wordsOf(line: string): string[] {
  const words: string[] = [];
  for (const [word, double, single] of line.matchAll(/"([^"]*)"|'([^']*)'|[^\s"']+(?:"[^"]*")?/g)) {
    if (['|', '<', '>'].includes(word)) break;
    words.push(double ?? single ?? word);
  }
  return words;
}
