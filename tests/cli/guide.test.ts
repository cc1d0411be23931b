/** docs/guide.md is true as far as that can be told without the repository it walks through. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { replay } from '../../scripts/guide-run.ts';
import { agrees, stepsOf, withOutputs } from '../../scripts/guide-steps.ts';
import { COMMANDS } from '../../src/adapters/cli/commands/index.ts';
import { parseLine } from '../../src/adapters/cli/parse.ts';
import { gitRepository, repository } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';

const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/guide.md'), 'utf8');
const STEPS = stepsOf(GUIDE);
const OURS = STEPS.filter(({ command }) => command.startsWith('pilotbook '));

/** As a shell splits them; the guide uses quotes and nothing harder. */
function words(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');
}

test('the one pack it makes has one id throughout', () => {
  expect(new Set(GUIDE.match(/\bpk_[a-z0-9]{8}\b/g)).size).toBe(1);
});

test('it goes from init to the end', () => {
  const names = OURS.map(({ command }) => words(command).slice(1, 3).join(' '));
  for (const name of [
    'init',
    'index',
    'search',
    'outline',
    'bundle',
    'stash add',
    'pack create',
    'contexts generate',
    'brief',
    'check',
    'check --fix',
    'doctor',
    'stats',
    'init --remove',
  ])
    expect(names.some((each) => each === name || each.startsWith(`${name} `), name)).toBe(true);
});

test.each(OURS.map(({ command }) => command))('%s is a command there is', (line) => {
  const [, first = '', second = '', ...rest] = words(line);
  const command =
    COMMANDS.find(({ name }) => name === `${first} ${second}`) ?? COMMANDS.find(({ name }) => name === first);
  if (command === undefined) throw new Error(`no command ${first}`);
  const given = command.name === first ? [second, ...rest].filter((word) => word !== '') : rest;
  expect(parseLine(command, given).help).toBe(false);
});

test('its flow runs on another repository, with the exit codes it shows', async () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `LIMIT_${at} = ${at}\n`).join('');
  const root = gitRepository({
    'README.md': '# Prompts\n\nA small library that asks for things.\n',
    'src/click/termui.py': `"""Asks."""\n${lines(52)}def hidden_prompt_func(prompt):\n    """Reads a password without echo."""\n    return prompt\n\n\ndef clear():\n    pass\n`,
    'src/click/decorators.py': `"""Options that ask."""\n${lines(5)}def confirmation_option(text):\n    """Prompts again when a password does not match."""\n    return text\n`,
    'src/click/globals.py':
      'def push_context(ctx):\n    return ctx\n\n\ndef resolve_color_default(color=None):\n    return color\n',
  });
  const home = repository({});
  const seen = await replay(STEPS, root, home, async (command) => {
    if (!command.startsWith('pilotbook ') || /[|<>&;$]/.test(command)) return undefined;
    const { status, stdout, stderr } = await runProgram(root, words(command).slice(1), {
      env: { HOME: home },
    });
    return { status, stdout: stdout + stderr };
  });
  const codes = (steps: typeof STEPS) => steps.map(({ command, status }) => `${status} ${command}`);
  expect(codes(seen)).toEqual(codes(STEPS));
});

describe('what is compared', () => {
  test('times, ids, versions and sizes may differ; anything else may not', () => {
    expect(agrees(['3 added in 12 ms'], ['3 added in 4711 ms'])).toBe(true);
    expect(agrees(['3 added in 12 ms'], ['4 added in 12 ms'])).toBe(false);
    expect(agrees(['pk_abcdefgh  revision 1'], ['pk_bcdefghi  revision 1'])).toBe(true);
    expect(agrees(['input      2  0   1.5    2   3'], ['input    2   0  99 1 4.5'])).toBe(true);
    expect(agrees(['input      2  0   1.5    2   3'], ['input    2   1  99 1 4.5'])).toBe(false);
    expect(agrees(['a', 'b'], ['a'])).toBe(false);
    expect(agrees(['a'], ['a', 'b'])).toBe(false);
  });

  test('a cut stands for any lines', () => {
    expect(agrees(['a', '…', 'z'], ['a', 'x', 'y', 'z'])).toBe(true);
    expect(agrees(['a', '…'], ['a'])).toBe(true);
    expect(agrees(['a', '…', 'z'], ['a', 'x'])).toBe(false);
  });

  test('outputs are written back where they belong, and cuts stay', () => {
    const page = 'x\n```console\n$ one\nold\n$ two\na\n…\n(exit 1)\n```\ny\n';
    const seen = [
      { command: 'one', output: ['new'], status: 0 },
      { command: 'two', output: ['a', 'secret'], status: 1 },
    ];
    expect(withOutputs(page, seen)).toBe('x\n```console\n$ one\nnew\n$ two\na\n…\n(exit 1)\n```\ny\n');
  });
});
