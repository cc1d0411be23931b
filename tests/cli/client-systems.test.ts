/** `init` and `doctor` as on Linux, macOS and Windows: entries that start on the system they are for. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { repository, write } from '../helpers/repository.ts';
import { PROGRAM, runProgram } from '../helpers/run-program.ts';

/** The command line, as if on that system; the home is in the repository. */
async function on(
  platform: string,
  root: string,
  argv: readonly string[],
  env = {},
  ask?: (question: string) => Promise<string>,
) {
  const { status, stdout, stderr } = await runProgram(root, argv, {
    instead: {
      home: { directory: join(root, 'home'), platform, env },
      ...(ask === undefined ? {} : { interactive: true, ask }),
    },
  });
  return { code: status, out: stdout, err: stderr };
}

async function clientRow(platform: string, root: string, ...more: string[]) {
  const { out } = await on(platform, root, ['doctor', '--json', ...more]);
  return JSON.parse(out).find(({ name }: { name: string }) => name === 'clients');
}

const entryIn = (file: string) => JSON.parse(readFileSync(file, 'utf8')).mcpServers.pilotbook;
const shared = (root: string) => join(root, '.mcp.json');
const entries = (command: string, ...args: string[]) =>
  JSON.stringify({ mcpServers: { pilotbook: { command, args } } });
const SYSTEMS = ['linux', 'darwin', 'win32'];

describe('the file of a project that Claude Code shares between systems', () => {
  test('is the same whoever wrote it, and nothing to do for the next on any system', async () => {
    const texts: string[] = [];
    for (const writer of SYSTEMS) {
      const root = repository({ 'a.py': 'x\n' });
      expect((await on(writer, root, ['init', '--yes', '--client', 'claude-code'])).code).toBe(0);
      texts.push(readFileSync(shared(root), 'utf8'));
      for (const reader of SYSTEMS) {
        const again = await on(reader, root, ['init', '--yes', '--client', 'claude-code']);
        expect(again.err).toContain('Nothing to do');
        expect(await clientRow(reader, root)).toMatchObject({ state: 'ok' });
      }
    }
    expect(new Set(texts).size).toBe(1);
  });

  test('starts npx through Node, with the words a person can read in it', async () => {
    const root = repository({ 'a.py': 'def one():\n    return 1\n' });
    await on('win32', root, ['init', '--yes', '--client', 'claude-code']);
    const { command, args } = entryIn(shared(root));
    expect(command).toBe('node');
    expect(args.join(' ')).toMatch(/'npx -y pilotbook@[\w.-]+ serve --tool-names safe --answers text'/);
    const bin = npx(`
      const { spawn } = require('node:child_process');
      spawn(process.execPath, [${JSON.stringify(PROGRAM)}, ...process.argv.slice(4)], { stdio: 'inherit' }).on('exit', process.exit);
    `);
    const client = new Client({ name: 'claude-code', version: '2.1.0' });
    onTestFinished(() => client.close());
    await client.connect(
      new StdioClientTransport({ command, args, cwd: root, env: inFront(bin), stderr: 'ignore' }),
    );
    const answer = await client.callTool({ name: 'repo_search', arguments: { query: 'one' } });
    expect(JSON.stringify(answer)).toContain('a.py');
  });

  test('hands on how npx ended, and keeps cmd.exe from programs that lie in the project', async () => {
    const root = repository({});
    await on('linux', root, ['init', '--yes', '--client', 'claude-code']);
    const { command, args } = entryIn(shared(root));
    const bin = npx(`
      console.log(process.env.NoDefaultCurrentDirectoryInExePath + ': ' + process.argv.slice(2).join(' '));
      process.exitCode = 7;
    `);
    const { status, stdout } = spawnSync(command, args, { cwd: root, encoding: 'utf8', env: inFront(bin) });
    expect(stdout).toMatch(/^1: -y pilotbook@\S+ serve --tool-names safe --answers text$/m);
    expect(status).toBe(7);
  });

  test('does not call it a success when npx was killed', async () => {
    const root = repository({});
    await on('linux', root, ['init', '--yes', '--client', 'claude-code']);
    const { command, args } = entryIn(shared(root));
    // Some shells hand on a signal as a number; here the shell itself was killed.
    const killed = "require('child_process').spawn=()=>({on:(_,end)=>end(null,'SIGKILL')});";
    expect(spawnSync(process.execPath, ['-e', killed + args[1]]).status).toBe(1);
    expect(command).toBe('node');
  });

  test.each(SYSTEMS)(
    'on %s an entry of an earlier version is accepted, and rewritten by init',
    async (system) => {
      const root = repository({});
      await on(system, root, ['init', '--yes', '--client', 'claude-code']);
      const current = readFileSync(shared(root), 'utf8');
      // It ended with 0 when npx was killed.
      const earlier = current.replace('c=>process.exit(c??1)', 'process.exit');
      expect(earlier).not.toBe(current);
      write(root, { '.mcp.json': earlier });
      expect(await clientRow(system, root)).toMatchObject({ state: 'ok' });
      const again = await on(system, root, ['init', '--yes', '--client', 'claude-code']);
      expect(again).toMatchObject({ code: 0, out: expect.stringMatching(/^ {2}update +\.mcp\.json$/m) });
      expect(readFileSync(shared(root), 'utf8')).toBe(current);
    },
  );

  /** A directory with an `npx` of our own, as each system has it. */
  function npx(script: string): string {
    const bin = repository({
      'npx.cjs': script,
      npx: `#!/bin/sh\nexec "${process.execPath}" "\${0%/*}/npx.cjs" "$@"\n`,
      'npx.cmd': `@"${process.execPath}" "%~dp0npx.cjs" %*\r\n`,
    });
    chmodSync(join(bin, 'npx'), 0o755);
    return bin;
  }

  const inFront = (bin: string): Record<string, string> => {
    const { PATH, Path, ...rest } = process.env;
    return { ...rest, PATH: [bin, PATH ?? Path].join(delimiter) } as Record<string, string>;
  };
});

describe('the file of the user is for the system it lies on', () => {
  test.each([
    ['linux', 'npx'],
    ['darwin', 'npx'],
    ['win32', 'node'],
  ])('on %s Claude Code starts %s', async (platform, command) => {
    const root = repository({ 'home/.claude/settings.json': '{}' });
    const { code } = await on(platform, root, ['init', '--yes', '--global', '--client', 'claude-code']);
    expect(code).toBe(0);
    expect(entryIn(join(root, 'home/.claude.json')).command).toBe(command);
    expect(await clientRow(platform, root)).toMatchObject({ state: 'ok' });
  });

  test('clients that find npx themselves get it on Windows too', async () => {
    const root = repository({ 'a.py': 'x\n' });
    await on('win32', root, ['init', '--yes', '--client', 'cursor,gemini']);
    expect(entryIn(join(root, '.cursor/mcp.json')).command).toBe('npx');
    expect(entryIn(join(root, '.gemini/settings.json')).command).toBe('npx');
    expect(await clientRow('win32', root)).toMatchObject({ state: 'ok' });
  });
});

test('asks before it writes, and before it removes, in the word for it', async () => {
  const root = repository({ 'a.py': 'x\n' });
  const asked: string[] = [];
  const init = (...more: string[]) =>
    on('linux', root, ['init', '--client', 'cursor', ...more], {}, async (question) => {
      asked.push(question);
      return 'y';
    });
  expect((await init()).code).toBe(0);
  expect((await init('--remove')).code).toBe(0);
  expect(asked).toEqual(['Write this? [y/N] ', 'Remove this? [y/N] ']);
});

describe('doctor says what cannot start here', () => {
  test.each([
    ['win32', '.mcp.json', ['npx', '-y', 'pilotbook'], 'on Windows Claude Code cannot start npx'],
    ['win32', 'home/.claude.json', ['npx.cmd', '-y'], 'on Windows Claude Code cannot start npx.cmd'],
    ['linux', '.mcp.json', ['cmd', '/c', 'npx', '-y', 'pilotbook'], 'cmd, which only Windows has'],
    ['darwin', '.cursor/mcp.json', ['cmd.exe', '/c', 'npx'], 'cmd.exe, which only Windows has'],
  ])('on %s: %s with %j', async (platform, file, [command = '', ...args], finding) => {
    const root = repository({ [file]: entries(command, ...args) });
    expect(await clientRow(platform, root)).toMatchObject({
      state: 'warning',
      finding: expect.stringContaining(finding),
    });
    expect((await clientRow(platform, root, '--repair')).repaired).toBe('1 rewritten');
    expect(await clientRow(platform, root)).toMatchObject({ state: 'ok' });
  });

  test.each([
    ['win32', '.mcp.json', ['cmd', '/c', 'npx', '-y', 'pilotbook', 'serve']],
    ['linux', '.mcp.json', ['npx', '-y', 'pilotbook', 'serve']],
    ['darwin', 'home/.claude.json', ['npx', '-y', 'pilotbook', 'serve']],
    ['win32', '.cursor/mcp.json', ['npx', '-y', 'pilotbook', 'serve']],
  ])('and nothing of what can: on %s %s with %j', async (platform, file, [command = '', ...args]) => {
    const root = repository({ [file]: entries(command, ...args) });
    expect(await clientRow(platform, root)).toMatchObject({ state: 'ok' });
  });
});

test('files that a variable moves out of the home are found, named, written and taken away', async () => {
  const elsewhere = repository({});
  const env = { CODEX_HOME: join(elsewhere, 'codex'), CLAUDE_CONFIG_DIR: join(elsewhere, 'claude') };
  mkdirSync(env.CODEX_HOME);
  write(elsewhere, { 'claude/settings.json': '{}' });
  const root = repository({ 'home/x': '' });
  const init = (...more: string[]) =>
    on('linux', root, ['init', '--yes', '--global', '--skill', ...more], env);
  const first = await init();
  expect(first).toMatchObject({ code: 0, out: expect.stringContaining('clients: claude-code, codex') });
  const written = [
    join(env.CODEX_HOME, 'config.toml'),
    join(env.CLAUDE_CONFIG_DIR, '.claude.json'),
    join(env.CLAUDE_CONFIG_DIR, 'skills/pilotbook/SKILL.md'),
  ];
  for (const file of written) {
    expect(first.out).toContain(`create    ${file}`);
    expect(existsSync(file)).toBe(true);
  }
  expect(existsSync(join(root, 'home/.claude'))).toBe(false);
  expect((await init('--remove')).code).toBe(0);
  for (const file of written) expect(existsSync(file)).toBe(false);
  expect(existsSync(join(env.CLAUDE_CONFIG_DIR, 'settings.json'))).toBe(true);
});
