/** `pilotbook doctor`: what it looks at, what it says, what it repairs. */

import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Json } from '../helpers/app.ts';
import { PACKS } from '../helpers/faults.ts';
import { SHELL, testWith } from '../helpers/probes.ts';
import { finished, modulePath, startScript } from '../helpers/processes.ts';
import { git, gitRepository, repository, write } from '../helpers/repository.ts';
import { PROGRAM, runProgram } from '../helpers/run-program.ts';

const ROWS = [
  'config',
  'node',
  'sqlite',
  'git',
  'ripgrep',
  'grammars',
  'model',
  'checkout',
  'data',
  'locks',
  'index',
  'stash',
  'packs',
  'clients',
];

function doctor(root: string, ...args: string[]) {
  return runProgram(root, ['doctor', ...args], { env: { HOME: join(root, 'home') } });
}

async function row(root: string, name: string, ...args: string[]): Promise<Json> {
  return JSON.parse((await doctor(root, '--json', ...args)).stdout).find((each: Json) => each.name === name);
}

test('looks at the machine, the checkout and what is stored, and says so in a line each', async () => {
  const root = repository({ 'a.py': 'x = 1\n' });
  const { status, stdout } = await doctor(root);
  expect(status).toBe(0);
  const names = stdout.split('\n').flatMap((line) => /^(?:ok|warning|failed) +(\w+)/.exec(line)?.[1] ?? []);
  expect(names).toEqual(ROWS);
  const rows: Json[] = JSON.parse((await doctor(root, '--json')).stdout);
  const finding = (name: string) => rows.find((each) => each.name === name).finding;
  expect(finding('sqlite')).toMatch(/^3\.\d+/);
  expect(finding('node')).toBe(process.versions.node);
});

describe('repo_mcp.toml', () => {
  test.each([
    ['[limits\n', 'not valid TOML'],
    ['[limits]\nmax_search_hits = "ten"\n', 'limits.max_search_hits in repo_mcp.toml is "ten"'],
    ['[security]\nallow = ["*"]\n', 'never relaxed'],
  ])('that is wrong is a finding, and the rest is looked at with defaults: %j', async (text, finding) => {
    const root = repository({ 'a.py': 'x = 1\n', 'repo_mcp.toml': text });
    const { status, stdout } = await doctor(root, '--json');
    const rows: Json[] = JSON.parse(stdout);
    expect(rows.map(({ name }) => name)).toEqual(ROWS);
    expect(rows[0]).toMatchObject({
      name: 'config',
      state: 'failed',
      finding: expect.stringContaining(finding),
    });
    expect(rows.slice(1).filter(({ state }) => state === 'failed')).toEqual([]);
    expect(status).toBe(1);
  });

  test('with a key nobody knows is a warning that names the nearest', async () => {
    const root = repository({ 'repo_mcp.toml': '[limits]\nmax_search_hit = 3\n' });
    expect(await row(root, 'config')).toMatchObject({
      state: 'warning',
      finding: expect.stringContaining('did you mean "limits.max_search_hits"?'),
    });
  });

  test('is not to blame for a wrong flag', async () => {
    const { status, stderr } = await doctor(
      repository({ 'repo_mcp.toml': '[limits\n' }),
      '--max-search-hits',
      'x',
    );
    expect(stderr).toContain('--max-search-hits is "x"');
    expect(status).toBe(2);
  });
});

test('says what the entries of clients start, and that it did not ask the registry', async () => {
  const root = repository({ 'a.py': 'x = 1\n' });
  expect((await row(root, 'clients')).finding).toBe(
    'no client is configured to start Pilotbook; run pilotbook init',
  );
  const env = { HOME: join(root, 'home') };
  await runProgram(root, ['init', '--yes', '--client', 'claude-code,cursor'], { env });
  expect(await row(root, 'clients')).toMatchObject({
    state: 'ok',
    finding: expect.stringMatching(
      /^all client entries are valid; Claude Code, Cursor: pilotbook@\S+ from the npm registry, which is not asked$/,
    ),
  });
  await runProgram(root, ['init', '--yes', '--local', '--client', 'claude-code,cursor'], { env });
  expect((await row(root, 'clients')).finding).toBe('all client entries are valid');
});

test('says what search by meaning uses, and that text would leave the machine', async () => {
  const root = repository({ 'a.py': 'x = 1\n' });
  expect((await row(root, 'model')).finding).toContain('dimensions');
  expect(await row(root, 'model', '--embeddings', 'none')).toMatchObject({ state: 'ok' });
  // One that refuses: of another, the check of the index would wait for an answer.
  const service = createServer((_, response) => response.writeHead(401).end('{}'));
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void service.close());
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  expect(await row(root, 'model', '--embeddings', 'openai', '--embeddings-url', url)).toMatchObject({
    state: 'warning',
    fix: expect.stringContaining('--embeddings static'),
  });
});

testWith(SHELL)('a git that fails whatever it is asked is not called well', async () => {
  const root = gitRepository({ 'a.py': 'x = 1\n' });
  const programs = repository({ git: '#!/bin/sh\nexit 128\n' });
  chmodSync(join(programs, 'git'), 0o755);
  const { status, stdout } = await runProgram(root, ['doctor', '--json'], {
    env: { HOME: join(root, 'home'), PATH: programs },
  });
  expect(status).toBe(1);
  expect(JSON.parse(stdout).find((each: Json) => each.name === 'git')).toMatchObject({
    state: 'failed',
    finding: 'git is installed, but fails on this repository',
    fix: expect.stringContaining('git status'),
  });
});

test('a clone that borrows objects is said to be one, wherever git is missed for it', async () => {
  const origin = gitRepository({ 'a.py': 'x = 1\n', '.context/config.json': '{}' });
  const root = join(repository({}), 'clone');
  git(origin, 'clone', '-q', '--shared', '.', root);
  const borrows = 'borrows objects from another place';
  expect(await row(root, 'git')).toMatchObject({
    state: 'warning',
    finding: expect.stringContaining(borrows),
    fix: expect.stringContaining('git repack -a -d'),
  });
  for (const args of [['check', '--since', 'HEAD'], ['brief']]) {
    const { status, stderr } = await runProgram(root, args);
    expect(status).toBe(2);
    expect(stderr).toContain(borrows);
    expect(stderr).not.toContain('There is no git repository');
  }
  expect((await runProgram(root, ['check'])).stderr).toContain(borrows);
  expect((await runProgram(root, ['brief', 'a.py'])).stdout).toContain(borrows);

  git(root, 'repack', '-a', '-d', '-q');
  rmSync(join(root, '.git/objects/info/alternates'));
  expect((await row(root, 'git')).state).toBe('ok');
  expect((await row(repository({}), 'git')).finding).toBe('There is no git repository here');
});

describe('the index', () => {
  test('that is not built yet is built by --repair', async () => {
    const root = repository({ 'a.py': 'x = 1\n', 'b.py': 'y = 2\n' });
    expect(await row(root, 'index')).toMatchObject({
      state: 'warning',
      fix: expect.stringContaining('index'),
    });
    expect((await row(root, 'index', '--repair')).repaired).toBe('2 files indexed');
    expect(await row(root, 'index')).toMatchObject({
      state: 'ok',
      finding: expect.stringMatching(/^2 files, /),
    });
  });

  test('that is no database any more is made anew', async () => {
    const root = repository({ 'a.py': 'x = 1\n' });
    await doctor(root, '--repair');
    writeFileSync(
      join(root, '.repo_mcp/index.sqlite'),
      'not a database, whatever its name says\n'.repeat(300),
    );
    expect((await row(root, 'index')).state).toBe('warning');
    expect((await doctor(root, '--repair')).status).toBe(0);
    expect(await row(root, 'index')).toMatchObject({
      state: 'ok',
      finding: expect.stringMatching(/^1 files, /),
    });
  });
});

describe('locks', () => {
  /** A process that holds a lock until it is killed. */
  async function holder(folder: string, name: string) {
    const child = startScript(
      `import { openFolder, processOwner, withLock } from ${JSON.stringify(modulePath('src/core/store/index.ts'))};
      import { systemClock } from ${JSON.stringify(modulePath('src/core/clock.ts'))};
      const [folder, name] = process.argv.slice(2);
      const owner = await processOwner(() => 'token-' + process.pid + '-' + Math.random().toString(36).slice(2));
      await withLock(await openFolder(folder, { create: true }), name, { owner, clock: systemClock, waitMs: 0 }, async () => {
        process.stdout.write('held');
        await new Promise(() => setInterval(() => {}, 60_000));
      });`,
      { args: [folder, name] },
    );
    onTestFinished(() => {
      child.kill('SIGKILL');
    });
    const ended = finished(child);
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    return async () => {
      child.kill('SIGKILL');
      await ended;
    };
  }

  test('of killed processes are named and removed; those of the living stay', async () => {
    const root = repository({ 'a.py': 'x = 1\n' });
    const [data, packs] = [join(root, '.repo_mcp'), join(root, PACKS)];
    const kills = [await holder(data, 'index.lock'), await holder(packs, '.create.lock')];
    await holder(packs, 'pk_abcdefgh.lock');
    expect((await row(root, 'locks')).state).toBe('ok');
    for (const kill of kills) await kill();
    // A link behind a lock that is gone, and what only has the name of a lock.
    const link = JSON.stringify({ pid: 1, host: '', startedAt: '', token: 'token-87654321' });
    write(packs, { 'pk_bcdefghi.lock.token-12345678': link, 'yarn.lock': '# yarn\n' });
    expect(await row(root, 'locks')).toMatchObject({
      state: 'warning',
      finding: 'left by processes that have ended: index.lock, .create.lock, pk_bcdefghi.lock',
      fix: expect.stringContaining('--repair'),
    });
    expect((await row(root, 'locks', '--repair')).repaired).toBe('3 removed');
    expect(readdirSync(data).filter((name) => name.includes('.lock'))).toEqual([]);
    expect(readdirSync(packs)).toEqual(['pk_abcdefgh.lock', 'yarn.lock']);
    expect((await row(root, 'locks')).state).toBe('ok');
  });
});

test('a configuration of the stash that its commands refuse is a failure, in their words', async () => {
  const root = repository({ '.context/config.json': '{ "maxLines": ' });
  const refused = async () => {
    const { status, stdout } = await doctor(root, '--json');
    expect(status).toBe(1);
    const { state, finding, fix } = JSON.parse(stdout).find((each: Json) => each.name === 'stash');
    expect(state).toBe('failed');
    const { stderr } = await runProgram(root, ['stash', 'list']);
    expect(stderr).toContain(finding);
    expect(stderr).toContain(fix);
    return finding;
  };
  expect(await refused()).toContain('.context/config.json: it is ');
  write(root, { '.context/config.json': '{ "maxLines": 0 }' });
  expect(await refused()).toContain('maxLines must be');
  rmSync(join(root, '.context/config.json'));
  expect(await refused()).toContain('it is missing');
  write(root, { '.context/config.json': '{}' });
  expect(await row(root, 'stash')).toMatchObject({ state: 'ok', finding: '.context/config.json is valid' });
  expect((await row(root, 'stash', '--deny', '.context/**')).state).toBe('ok');
  expect(await row(repository({}), 'stash')).toMatchObject({ state: 'ok' });
});

test('packs that cannot be read are put out of the way, with their text', async () => {
  const root = repository({ [`${PACKS}/pk_abcdefgh.md`]: 'not a pack' });
  const { status, stdout } = await doctor(root);
  expect(status).toBe(1);
  expect(stdout).toContain('pk_abcdefgh.md');
  expect((await doctor(root, '--repair')).status).toBe(0);
  expect(readFileSync(join(root, PACKS, 'pk_abcdefgh.md.broken'), 'utf8')).toBe('not a pack');
  expect((await row(root, 'packs')).state).toBe('ok');
});

describe('client configurations', () => {
  const gone = '/nowhere/bin/pilotbook.js';
  const args = ['serve', '--tool-names', 'safe'];

  test.each([
    ['.mcp.json', JSON.stringify({ mcpServers: { pilotbook: { command: gone, args } } }), 'program'],
    [
      '.vscode/mcp.json',
      `{ "servers": { // mine\n "pilotbook": { "command": ${JSON.stringify(process.execPath)}, "args": [${JSON.stringify(gone)}] } } }`,
      'program',
    ],
    [
      '.codex/config.toml',
      `[mcp_servers.pilotbook]\ncommand = "node"\nargs = [${JSON.stringify(gone)}, "serve"]\n`,
      'program',
    ],
    [
      'opencode.json',
      JSON.stringify({ mcp: { pilotbook: { command: ['node', gone, ...args] } } }),
      'program',
    ],
    [
      'home/.codeium/windsurf/mcp_config.json',
      JSON.stringify({
        mcpServers: {
          pilotbook: { command: 'npx', args: ['-y', 'pilotbook', 'serve', '--root', '/nowhere/x'] },
        },
      }),
      'directory',
    ],
  ])(
    '%s that points nowhere is said, and rewritten to what it was: by path, or the package',
    async (path, text, what) => {
      const root = repository({ 'a.py': 'x\n', [path]: text });
      const clients = await row(root, 'clients');
      expect(clients).toMatchObject({
        state: 'warning',
        finding: expect.stringContaining(`the ${what} it names does not exist`),
        fix: expect.stringContaining('pilotbook init'),
      });
      expect(clients.finding).not.toContain('nowhere');
      expect((await row(root, 'clients', '--repair')).repaired).toBe('1 rewritten');
      const [kept, other] = [JSON.stringify(PROGRAM), 'pilotbook@'];
      const repaired = readFileSync(join(root, path), 'utf8');
      expect(repaired).toContain(what === 'program' ? kept : other);
      expect(repaired).not.toContain(what === 'program' ? other : kept);
      expect((await row(root, 'clients')).state).toBe('ok');
    },
  );

  test('a broken entry of each kind is repaired to its own, and init is not said to do so', async () => {
    const entry = (command: string, ...words: string[]) =>
      JSON.stringify({ mcpServers: { pilotbook: { command, args: words } } });
    const root = repository({
      '.mcp.json': entry('/nowhere/node', '-e', `require('child_process').spawn('npx -y pilotbook@1')`),
      '.cursor/mcp.json': entry('/nowhere/node', PROGRAM, ...args),
      '.gemini/settings.json': entry(
        '/nowhere/npx',
        '-y',
        'pilotbook@1',
        ...args,
        '--data-dir',
        '/nowhere/data',
      ),
      'home/.cursor/mcp.json': entry('cmd', '/c', 'node', 'C:\\clone\\bin\\pilotbook.js', 'serve'),
    });
    expect((await row(root, 'clients')).fix).toMatch(/^--repair rewrites/);
    expect((await row(root, 'clients', '--repair')).repaired).toBe('4 rewritten');
    const kindOf = (file: string) =>
      readFileSync(join(root, file), 'utf8').includes(JSON.stringify(PROGRAM)) ? 'path' : 'package';
    expect(kindOf('.mcp.json')).toBe('package');
    expect(kindOf('.cursor/mcp.json')).toBe('path');
    expect(kindOf('.gemini/settings.json')).toBe('package');
    expect(kindOf('home/.cursor/mcp.json')).toBe('path');
    expect((await row(root, 'clients')).state).toBe('ok');
  });

  test('a file that cannot be parsed is left to the person', async () => {
    const root = repository({ '.cursor/mcp.json': '{ "mcpServers": ' });
    expect(await row(root, 'clients', '--repair')).toMatchObject({
      state: 'warning',
      finding: expect.stringContaining('mcp.json'),
      fix: expect.stringContaining('by hand'),
    });
    expect(readFileSync(join(root, '.cursor/mcp.json'), 'utf8')).toBe('{ "mcpServers": ');
  });

  test('what init writes points somewhere, also by path', async () => {
    const root = repository({ 'a.py': 'x\n' });
    const env = { HOME: join(root, 'home') };
    mkdirSync(env.HOME);
    expect((await runProgram(root, ['init', '--yes', '--local', '--client', 'all'], { env })).status).toBe(0);
    const { command, args } = JSON.parse(readFileSync(join(root, '.mcp.json'), 'utf8')).mcpServers.pilotbook;
    expect(command).toBe(process.execPath);
    expect(args.slice(1)).toEqual(['serve', '--tool-names', 'safe', '--answers', 'text']);
    expect(existsSync(args[0])).toBe(true);
    expect((await row(root, 'clients')).state).toBe('ok');
  });
});
