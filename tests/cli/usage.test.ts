/** Wrong usage of every kind: exit code 2, one message in words of the command line, nothing on stdout. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runProgram } from '../../src/adapters/cli/program.ts';
import { createApp } from '../../src/app/index.ts';
import { systemClock } from '../../src/core/clock.ts';
import { createLogger } from '../../src/core/logger.ts';
import { repository, write } from '../helpers/repository.ts';
import { newDirectory, removeTree } from '../helpers/temporary-directory.ts';

let tokens = 0;

/** The program in this process: argv to exit code, as src/main.ts starts it. */
async function run(cwd: string, args: readonly string[], answer?: string) {
  const written = { stdout: '', stderr: '' };
  const status = await runProgram({
    argv: args,
    env: { PATH: process.env.PATH },
    cwd,
    version: '0',
    terminal: {
      out: (text) => (written.stdout += text),
      err: (text) => (written.stderr += text),
      colour: false,
      errIsTerminal: false,
    },
    signal: new AbortController().signal,
    interactive: answer !== undefined,
    readStdin: async () => '',
    elapsed: systemClock.elapsed,
    ask: async () => answer ?? '',
    home: { directory: join(cwd, 'home'), platform: 'linux', env: {} },
    program: { command: 'node', args: ['pilotbook'] },
    createApp: (config) =>
      createApp(config, {
        clock: systemClock,
        log: createLogger('silent', () => {}, systemClock.now),
        token: () => `usage-${process.pid}-${tokens++}`,
        random: () => 0.5,
        node: process.versions.node,
      }),
    page: async () => {
      throw new Error('no test of usage shows the page');
    },
    serve: async () => {},
    hubHost: () => expect.unreachable(),
    serveHttp: () => expect.unreachable(),
  });
  return { status, ...written };
}

const NINE = Array.from({ length: 9 }, (_, at) => `value_${at} = ${at}\n`).join('');

const root = newDirectory();
afterAll(() => removeTree(root));
beforeAll(async () => {
  write(root, { 'pay.py': NINE, '.context/config.json': '{}\n', 'api/a.py': NINE });
  expect((await run(root, ['pack', 'create', 'pay'])).status).toBe(0);
});

describe('wrong usage ends with 2 and says what is allowed', () => {
  test.each([
    [['search', ''], 'QUERY is empty.'],
    [['search', ' '], 'QUERY is empty.'],
    [['grep', ''], 'PATTERN is empty.'],
    [['open', ''], 'PATH is empty.'],
    [['outline', ''], 'PATH is empty.'],
    [['read', ''], 'PATH is empty.'],
    [['brief', ''], 'PATHS is empty.'],
    [['bundle', ''], 'PROMPT is empty.'],
    [['stash', 'show', ''], 'REF is empty.'],
    [['stash', 'search', ''], 'QUERY is empty.'],
    [['pack', 'show', ''], 'PACK is empty.'],
    [['contexts', 'show', ''], 'SCOPE is empty.'],
    [['recall', 'x'], 'QUERY is "x"; allowed: a text from 3 to 500 characters.'],
    [['recall', 'x'.repeat(501)], 'xxx…"; allowed: a text from 3 to 500 characters.'],
    [['pack', 'create', 'a'], 'name must have 3 to 120 characters.'],
    [['pack', 'edit', 'pay', 'frob'], 'ACTION is "frob"; allowed: upsert_section, '],
    [['pack', 'edit', 'pay', 'list'], 'ACTION is "list"; allowed: upsert_section, '],
    [['pack', 'edit', 'pay', 'set_status', 'status=frob'], 'status is "frob"; allowed: draft, finalized.'],
    [['pack', 'edit', 'pay', 'touch_ttl', 'ttl_minutes=x'], 'ttl_minutes is "x"; allowed: a whole number'],
    [['pack', 'edit', 'pay', 'set_meta', 'titel=x'], 'There is no field "titel"; did you mean "title"?'],
    [['pack', 'edit', 'pay', 'set_meta', 'zzz=x'], 'There is no field "zzz"; allowed: title, '],
    [['pack', 'edit', 'pay', 'upsert_section'], 'section_key is required.'],
    [['open', 'pay.py:5-2'], 'The last line, 2, is before the first, 5.'],
    [['open', 'pay.py', '--start', '5', '--end', '2'], 'The last line, 2, is before the first, 5.'],
    [['open', 'pay.py', '--start', '5000'], '9 lines'],
    [['stash', 'show', 'abc'], 'abc'],
    [['contexts', 'show', 'api', '--fields', 'summary,frob'], '--fields is "frob"; allowed: '],
    [['check', '--format', 'x'], '--format is "x"; allowed: text, json, sarif, github.'],
    [['check', '--rule', 'stash/config,x'], '--rule is "x"; allowed: stash/config, '],
    [['init', '--client', 'cursor,foo'], '--client is "foo"; allowed: '],
    [['completions', 'x'], 'SHELL is "x"; allowed: bash, zsh, fish, powershell.'],
    [['contexts', 'generate', '--jobs', 'x'], '--jobs takes a whole number from 1 to 64.'],
    [['--root'], '--root needs a directory.'],
    [['--root', '--json', 'status'], '--root needs a directory.'],
    [['status', '--root'], '--root needs a directory.'],
    [['--log-level'], '--log-level needs a value: LEVEL.'],
    [['search', 'x', '--top'], '--top needs a number.'],
    [
      ['pack', 'create', 'zzzz', '--ttl', '-5'],
      '--ttl needs a value: MINUTES. One that begins with a dash is written --ttl=-5.',
    ],
  ])('%j', async (args, message) => {
    const { status, stdout, stderr } = await run(root, args);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/Invalid (input|option)|expected|received|Too (small|big)/);
    expect(stderr.split(message)).toHaveLength(2);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  });

  test('a file of one letter and lines is no drive of another system', async () => {
    const { status, stdout } = await run(repository({ f: 'one\ntwo\n' }), ['open', 'f:2']);
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'f:2 of 2\n 2: two\n' });
  });

  test('what is not there is no wrong usage', async () => {
    for (const args of [
      ['open', 'nofile'],
      ['stash', 'show', '42'],
      ['pack', 'show', 'zzz'],
      ['contexts', 'show', 'nodir'],
    ])
      expect((await run(root, args)).status).toBe(1);
  });
});

describe('an answer about nothing, or a part, says so', () => {
  test('pack list names the words that no pack matches', async () => {
    expect((await run(root, ['pack', 'list', 'zzz'])).stderr).toBe('No pack matches "zzz".\n');
    expect((await run(root, ['pack', 'list', '--status', 'finalized'])).stderr).toBe(
      'No pack is finalized.\n',
    );
    expect((await run(repository({}), ['pack', 'list'])).stderr).toBe('There are no packs.\n');
  });

  test('grep says how many of the matches it shows', async () => {
    const some = await run(root, ['grep', 'value_', '--glob', 'pay.py', '--limit', '2']);
    expect(some.stdout.match(/^ +\d+: /gm)).toHaveLength(2);
    expect(some.stderr).toMatch(/^2 of 9 matches shown; continue with --cursor 2\.\S+\.\n$/);
    expect((await run(root, ['grep', 'value_', '--glob', 'pay.py'])).stderr).toBe('9 matches\n');
    expect((await run(root, ['grep', 'value_3', '--glob', 'pay.py'])).stderr).toBe('1 match\n');
  });

  test('init --remove that is declined removed nothing', async () => {
    const set = repository({ 'a.py': 'x = 1\n' });
    expect((await run(set, ['init', '--yes', '--client', 'cursor'])).status).toBe(0);
    const { status, stderr } = await run(set, ['init', '--remove'], 'n');
    expect({ status, stderr }).toEqual({ status: 1, stderr: 'Nothing was removed.\n' });
  });
});

describe('messages for a person name commands, not tools', () => {
  test.each([
    [['contexts', 'show', 'nodir'], 'pilotbook contexts list shows them'],
    [['contexts', 'check', 'nodir'], 'pilotbook contexts list shows them'],
  ])('%j', async (args, words) => {
    const { stdout, stderr } = await run(root, args);
    expect(stdout + stderr).toContain(words);
    expect(stdout + stderr).not.toMatch(/list_contexts/);
  });
});
