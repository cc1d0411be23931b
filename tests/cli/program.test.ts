/** The program, as a person runs it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/adapters/cli/commands/index.ts';
import { repository } from '../helpers/repository.ts';
import { type Ran, runProgram, spawnProgram } from '../helpers/run-program.ts';

const run = (cwd: string, ...args: string[]) => runProgram(cwd, args);

/** Most tests run commands in their own process: it must make no difference. */
test.each<[string[], Record<string, string>]>([
  [['--version'], {}],
  [[], {}],
  [['zzz'], {}],
  [['open', 'a.py'], {}],
  [['open', 'a.py'], { FORCE_COLOR: '1' }],
  [['open', 'missing.py'], { FORCE_COLOR: '1' }],
  [['grep', 'no such text'], {}],
  [['stash', 'add'], {}],
  [['check', '--log-level', 'debug'], { PATH: '/nowhere' }],
])('%j in a process of its own prints and ends with the same, with %j', async (line, env) => {
  const root = () => repository({ 'a.py': 'x = 1\n', '.context/config.json': '{}' });
  const options = { env, input: '# From stdin\n' };
  const untimed = ({ stderr, ...rest }: Ran) => ({ ...rest, stderr: stderr.replace(/\d+/g, '0') });
  expect(untimed(spawnProgram(root(), line, options))).toEqual(
    untimed(await runProgram(root(), line, options)),
  );
});

describe('help', () => {
  test('--help lists every command; without a command it does so too, as wrong usage', async () => {
    const root = repository({});
    const asked = await run(root, '--help');
    expect(asked.status).toBe(0);
    for (const { name, summary } of COMMANDS)
      expect(asked.stdout.split('\n').find((line) => line.trim().startsWith(`${name} `))).toContain(summary);
    expect((await run(root)).status).toBe(2);
  });

  test.each(COMMANDS.map(({ name }) => name))('%s --help says what it takes, with examples', async (name) => {
    const { status, stdout } = await run(repository({}), name, '--help');
    expect(status).toBe(0);
    expect(stdout).toContain(`Usage: pilotbook ${name}`);
    expect(stdout).toContain('Examples:');
    expect(stdout).toContain('Exit codes:');
  });

  test('--version is the version of the package', async () => {
    const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
    expect((await run(repository({}), '--version')).stdout).toBe(`${manifest.version}\n`);
  });
});

describe('grep ends as grep does', () => {
  const ends = (...args: string[]) => run(repository({ 'a.py': 'x = 1\n' }), 'grep', ...args);

  test('0 with a match, 1 without, also as JSON', async () => {
    expect((await ends('x = 1')).status).toBe(0);
    expect(await ends('no such text')).toMatchObject({ status: 1, stdout: '' });
    const asJson = await ends('no such text', '--json');
    expect({ status: asJson.status, matches: JSON.parse(asJson.stdout).totalMatches }).toEqual({
      status: 1,
      matches: 0,
    });
  });

  test('2 for an error, whoever finds it', async () => {
    expect((await ends('(')).status).toBe(2);
    expect((await ends('x', '--limit', 'x')).status).toBe(2);
    expect((await ends('x', '--root', 'no-such-directory')).status).toBe(2);
  });

  test('and says so in its help', async () => {
    expect((await ends('--help')).stdout).toContain(
      'Exit codes: 0 a match; 1 no match; 2 an error; 130 interrupted.',
    );
  });
});

describe('wrong usage ends with 2 and says the next step', () => {
  test.each([
    [['serach', 'x'], 'Did you mean pilotbook search?'],
    [['stat'], 'Did you mean pilotbook stats?'],
    [['comp'], 'Did you mean pilotbook completions?'],
    [['contex', 'show', '.'], 'Did you mean pilotbook contexts?'],
    [['stash', 'se', 'x'], 'Did you mean pilotbook stash search?'],
    [['zzz'], 'pilotbook --help lists them.'],
    [['open'], 'PATH is missing'],
    [['open', 'a', 'b'], 'Unexpected argument "b"'],
    [['open', 'a', '--nope'], '--nope'],
    [['files', '--max-search-hits', '999'], '--max-search-hits is "999"'],
  ])('%j', async (args, message) => {
    const { status, stderr, stdout } = await run(repository({}), ...args);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
    expect(stdout).toBe('');
  });
});

describe('commands map onto tools', () => {
  test('files and open print for people, --json gives the raw answer', async () => {
    const root = repository({ 'a.txt': 'one\ntwo\n', 'b/c.md': '# c\n' });
    expect((await run(root, 'files')).stdout).toContain('b/c.md');
    expect((await run(root, 'open', 'a.txt', '--start', '2')).stdout).toBe('a.txt:2 of 2\n 2: two\n');
    const raw = JSON.parse((await run(root, 'open', 'a.txt', '--json')).stdout);
    expect(raw).toMatchObject({ ok: true, result: { numbered_lines: '   1: one\n   2: two' } });
  });

  test('a refused answer ends with 1, the reason and the hint on stderr', async () => {
    const { status, stdout, stderr } = await run(repository({ '.env': 'X=1\n' }), 'open', '.env');
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr.trim().split('\n').length).toBeGreaterThanOrEqual(2);
  });

  test('--root points elsewhere, and the log shows the calls made there', async () => {
    const root = repository({ 'a.txt': 'a\n' });
    expect((await run(repository({}), 'open', 'a.txt', '--root', root)).status).toBe(0);
    expect((await run(root, 'log')).stdout).toContain('repo.open_file');
  });

  test('a root that is not there is said, not crashed on', async () => {
    const { status, stderr } = await run(repository({}), 'files', '--root', 'nowhere');
    expect(status).not.toBe(0);
    expect(stderr).not.toMatch(/\bat .*:\d+:\d+/);
    expect(stderr.trim()).not.toBe('');
  });

  test('control characters in names and contents do not reach the terminal', async () => {
    const root = repository({ 'a.txt': 'x\u001b[2Jy\u202ez\n' });
    expect((await run(root, 'open', 'a.txt')).stdout).toBe('a.txt:1 of 1\n 1: x\\u001b[2Jy\\u202ez\n');
  });

  test('help and usage errors leave nothing behind', async () => {
    const root = repository({});
    await run(root, '--help');
    await run(root, 'open');
    expect(existsSync(join(root, '.repo_mcp'))).toBe(false);
  });
});

test('serve typed by a person says on stderr what it waits for', async () => {
  let [served, printed, said] = [false, '', ''];
  const { status } = await runProgram(repository({}), ['serve'], {
    instead: {
      interactive: true,
      terminal: {
        out: (text) => {
          printed += text;
        },
        err: (text) => {
          said += text;
        },
        colour: false,
        errIsTerminal: true,
      },
      serve: async () => {
        served = true;
      },
    },
  });
  expect([status, served, printed]).toEqual([0, true, '']);
  expect(said).toContain('Waiting for an MCP client');
});
