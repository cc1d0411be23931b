/** The completions and the examples in --help: made for people to run, so they are run. */

import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { completions, SHELLS } from '../../src/adapters/cli/commands/completions.ts';
import { COMMANDS } from '../../src/adapters/cli/commands/index.ts';
import { parseLine } from '../../src/adapters/cli/parse.ts';
import { OPTIONS } from '../../src/config/index.ts';
import { BASH, isLacking, named, testWith } from '../helpers/probes.ts';
import { repository } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';

const NOTES = 'version: 1\nlast_updated: x\nfingerprint: "00000000"\nscope: .\nsummary: s\nmaintenance: m\n';
const CONFIGURATION = Object.values(OPTIONS).flatMap(({ flags }) => flags.slice(0, 1));

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
  testWith(BASH)('every command, as the program prints it', async () => {
    const { status, stdout } = await runProgram(repository({}), ['completions', 'bash']);
    expect({ status, stdout }).toEqual({ status: 0, stdout: `${completions('bash', COMMANDS)}\n` });
    expect(new Set(offered(''))).toEqual(new Set(COMMANDS.map(({ name }) => name.split(' ')[0])));
    expect(offered('sta')).toEqual(expect.arrayContaining(['status', 'stats', 'stash']));
    expect(offered('to')).toEqual(['tour']);
  });

  test
    .skipIf(isLacking(BASH))
    .each(COMMANDS.map(({ name, options }) => ({ name, flags: Object.keys(options) })))(
    named('$name and the options it takes, no others', BASH),
    ({ name, flags }) => {
      const words = name.split(' ');
      if (words.length > 1) expect(offered(words[0] ?? '', '')).toContain(words[1]);
      const taken = [...flags, 'root', 'json', 'help', ...(name === 'serve' ? CONFIGURATION : [])];
      expect(new Set(offered(...words, '--'))).toEqual(new Set(taken.map((flag) => `--${flag}`)));
    },
  );

  test.skipIf(isLacking(BASH)).each([
    [
      ['search', 'words', '--mode', ''],
      ['bm25', 'semantic', 'hybrid'],
    ],
    [['search', '--mode', 's'], ['semantic']],
    [['search', '--mode', '=', 'h'], ['hybrid']],
    [
      ['search', '--mode', '='],
      ['bm25', 'semantic', 'hybrid'],
    ],
    [
      ['check', '--format', ''],
      ['text', 'json', 'sarif', 'github'],
    ],
    [
      ['--root', 'elsewhere', '--json', 'check', '--format', ''],
      ['text', 'json', 'sarif', 'github'],
    ],
    [['check', '--rule', 'stash/su'], ['stash/superseded-entry']],
    [['check', '--rule', 'stash/config,stash/su'], ['stash/config,stash/superseded-entry']],
    [
      ['init', '--client', 'claude-code,c'],
      ['claude-code,claude-code', 'claude-code,codex', 'claude-code,cursor'],
    ],
    [['contexts', 'show', 'src', '--fields', 'dec'], ['decisions']],
    [['serve', '--toolsets', 'explore,st'], ['explore,stash']],
    [['serve', '--log-level', 'de'], ['debug']],
    [
      ['files', '--embeddings', ''],
      ['static', 'openai', 'none'],
    ],
    [
      ['completions', ''],
      ['bash', 'zsh', 'fish', 'powershell'],
    ],
    [['pack', 'edit', 'auth-flow', 'upsert_s'], ['upsert_section']],
    [['pack', 'list', '--status', 'f'], ['finalized']],
  ])(named('the values of %j', BASH), (words, values) => {
    expect(offered(...words)).toEqual(values);
  });

  testWith(BASH)('nothing of its own where a path or a text is typed: the shell offers files there', () => {
    for (const words of [
      ['open', ''],
      ['--root', ''],
      ['brief', '--since', ''],
      ['stash', 'add', '--anchors', ''],
    ])
      expect(offered(...words), words.join(' ')).toEqual([]);
  });

  testWith(BASH)('options alone where a command takes no words', () => {
    expect(offered('doctor', '')).toEqual(offered('doctor', '--'));
    expect(offered('doctor', '')).toContain('--repair');
  });

  testWith(BASH)('an option and its value are no words of the command', () => {
    expect(offered('contexts', '--root', 'elsewhere', 'sh')).toEqual(['show']);
    expect(offered('pack', 'edit', '--root', 'elsewhere', 'auth-flow', 'upsert_s')).toEqual([
      'upsert_section',
    ]);
  });
});

const HAS_PWSH = spawnSync('pwsh', ['-NoProfile', '-Command', 'exit 0']).status === 0;

describe.skipIf(!HAS_PWSH)('PowerShell completes (skipped where pwsh is not installed)', () => {
  test.each([
    ['pilotbook to', ['tour']],
    ['pilotbook contexts --root elsewhere sh', ['show']],
    ['pilotbook search words --mode ', ['bm25', 'semantic', 'hybrid']],
    ['pilotbook search --mode=h', ['--mode=hybrid']],
    ['pilotbook files --embeddings ', ['static', 'openai', 'none']],
    ['pilotbook doctor --rep', ['--repair']],
    ['pilotbook completions ', ['bash', 'zsh', 'fish', 'powershell']],
  ])('%s', (line, values) => {
    const script = `${completions('powershell', COMMANDS)}
(TabExpansion2 -inputScript '${line}' -cursorColumn ${line.length}).CompletionMatches.CompletionText`;
    const { stdout, stderr } = spawnSync('pwsh', ['-NoProfile', '-Command', '-'], {
      encoding: 'utf8',
      input: `& {\n${script}\n}\n\n`,
    });
    expect({ stderr, offered: stdout.split(/\r?\n/).filter(Boolean) }).toEqual({
      stderr: '',
      offered: values,
    });
  });
});

test('a name of an option takes a value in every command, or in none', () => {
  const types = new Map(CONFIGURATION.map((flag) => [flag, 'string']));
  for (const { options } of COMMANDS)
    for (const [name, { type }] of Object.entries(options)) {
      expect(types.get(name) ?? type, name).toBe(type);
      types.set(name, type);
    }
});

describe('the values that are offered are those that are taken', () => {
  const chosen = COMMANDS.flatMap(({ name, options, positionals }) =>
    Object.entries(options).flatMap(([option, { values }]) =>
      values === undefined
        ? []
        : [
            {
              name,
              option,
              values,
              words: positionals.filter(({ required }) => required).map(() => '.'),
            },
          ],
    ),
  );
  test.each(chosen)('$name --$option', async ({ name, option, values, words }) => {
    const { stderr, stdout } = await runProgram(repository({ 'a.py': 'x = 1\n', '.context.yaml': NOTES }), [
      ...name.split(' '),
      ...words,
      `--${option}`,
      'no-such-value',
    ]);
    const said = `${stdout}${stderr}`;
    for (const value of values) expect(said).toContain(value);
  });
});

test.each(SHELLS)('the script for %s names every command, option and value', (shell) => {
  const script = completions(shell, COMMANDS);
  const words = COMMANDS.flatMap(({ name, options }) => [
    ...name.split(' '),
    ...Object.entries(options).flatMap(([option, { values = [] }]) => [option, ...values]),
  ]);
  for (const word of [...words, ...CONFIGURATION])
    expect(script).toMatch(new RegExp(`[\\s'"-]${word}[\\s'")]`));
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
