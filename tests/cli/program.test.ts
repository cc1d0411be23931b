/** The built program, as a person runs it. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/adapters/cli/commands.ts';
import { runProgram } from '../../src/adapters/cli/program.ts';
import { repository } from '../helpers/repository.ts';
import { programEnvironment } from '../helpers/run-program.ts';

const bin = join(import.meta.dirname, '../../bin/pilotbook.js');

function run(cwd: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    cwd,
    encoding: 'utf8',
    env: programEnvironment(),
  });
  return { status, stdout, stderr };
}

describe('help', () => {
  test('--help lists every command; without a command it does so too, as wrong usage', () => {
    const root = repository({});
    const asked = run(root, '--help');
    expect(asked.status).toBe(0);
    for (const { name, summary } of COMMANDS)
      expect(asked.stdout.split('\n').find((line) => line.trim().startsWith(`${name} `))).toContain(summary);
    expect(run(root).status).toBe(2);
  });

  test.each(COMMANDS.map(({ name }) => name))('%s --help says what it takes, with examples', (name) => {
    const { status, stdout } = run(repository({}), name, '--help');
    expect(status).toBe(0);
    expect(stdout).toContain(`Usage: pilotbook ${name}`);
    expect(stdout).toContain('Examples:');
    expect(stdout).toContain('Exit codes:');
  });

  test('--version is the version of the package', () => {
    const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
    expect(run(repository({}), '--version').stdout).toBe(`${manifest.version}\n`);
  });
});

describe('grep ends as grep does', () => {
  const ends = (...args: string[]) => run(repository({ 'a.py': 'x = 1\n' }), 'grep', ...args);

  test('0 with a match, 1 without, also as JSON', () => {
    expect(ends('x = 1').status).toBe(0);
    expect(ends('no such text')).toMatchObject({ status: 1, stdout: '' });
    const asJson = ends('no such text', '--json');
    expect({ status: asJson.status, matches: JSON.parse(asJson.stdout).totalMatches }).toEqual({
      status: 1,
      matches: 0,
    });
  });

  test('2 for an error, whoever finds it', () => {
    expect(ends('(').status).toBe(2);
    expect(ends('x', '--limit', 'x').status).toBe(2);
    expect(ends('x', '--root', 'no-such-directory').status).toBe(2);
  });

  test('and says so in its help', () => {
    expect(ends('--help').stdout).toContain(
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
    [['open', 'a', 'b'], 'Unexpected "b"'],
    [['open', 'a', '--nope'], '--nope'],
    [['files', '--max-search-hits', '999'], '--max-search-hits is "999"'],
  ])('%j', (args, message) => {
    const { status, stderr, stdout } = run(repository({}), ...args);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
    expect(stdout).toBe('');
  });
});

describe('commands map onto tools', () => {
  test('files and open print for people, --json gives the raw answer', () => {
    const root = repository({ 'a.txt': 'one\ntwo\n', 'b/c.md': '# c\n' });
    expect(run(root, 'files').stdout).toContain('b/c.md');
    expect(run(root, 'open', 'a.txt', '--start', '2').stdout).toBe('   2: two\n');
    const raw = JSON.parse(run(root, 'open', 'a.txt', '--json').stdout);
    expect(raw).toMatchObject({ ok: true, result: { numbered_lines: '   1: one\n   2: two' } });
  });

  test('a refused answer ends with 1, the reason and the hint on stderr', () => {
    const { status, stdout, stderr } = run(repository({ '.env': 'X=1\n' }), 'open', '.env');
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr.trim().split('\n').length).toBeGreaterThanOrEqual(2);
  });

  test('--root points elsewhere, and the log shows the calls made there', () => {
    const root = repository({ 'a.txt': 'a\n' });
    expect(run(repository({}), 'open', 'a.txt', '--root', root).status).toBe(0);
    expect(run(root, 'log').stdout).toContain('repo.open_file');
  });

  test('a root that is not there is said, not crashed on', () => {
    const { status, stderr } = run(repository({}), 'files', '--root', 'nowhere');
    expect(status).not.toBe(0);
    expect(stderr).not.toMatch(/\bat .*:\d+:\d+/);
    expect(stderr.trim()).not.toBe('');
  });

  test('control characters in names and contents do not reach the terminal', () => {
    const root = repository({ 'a.txt': 'x\u001b[2Jy\u202ez\n' });
    expect(run(root, 'open', 'a.txt').stdout).toBe('   1: x\\u001b[2Jy\\u202ez\n');
  });

  test('help and usage errors leave nothing behind', () => {
    const root = repository({});
    run(root, '--help');
    run(root, 'open');
    expect(existsSync(join(root, '.repo_mcp'))).toBe(false);
  });
});

test('serve typed by a person says on stderr what it waits for', async () => {
  const root = repository({});
  const written = { out: '', err: '' };
  let served = false;
  const code = await runProgram({
    argv: ['serve'],
    env: {},
    cwd: root,
    version: '0',
    terminal: {
      out: (text) => (written.out += text),
      err: (text) => (written.err += text),
      colour: false,
      errIsTerminal: true,
    },
    signal: new AbortController().signal,
    interactive: true,
    readStdin: async () => '',
    elapsed: () => 0,
    ask: async () => '',
    home: { directory: join(root, 'home'), platform: 'linux', env: {} },
    program: { command: 'node', args: [] },
    createApp: async () => ({ close: async () => {} }) as never,
    serve: async () => {
      served = true;
    },
  });
  expect([code, served, written.out]).toEqual([0, true, '']);
  expect(written.err).toContain('waiting for an MCP client');
});
