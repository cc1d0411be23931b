/** `init --hub`: entries for the hub of a team, in the form of each client, and never with a token in a file. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

const URL_OF_HUB = 'https://code.example/mcp';
const HUB = ['--hub', 'https://code.example'];
const SECRET = 'pb_abcdefghijkl_secret';

function project() {
  const root = repository({ 'src/a.ts': 'export const a = 1;\n' });
  const home = temporaryDirectory();
  const run = (...args: string[]) =>
    runProgram(root, ['init', '--yes', ...args], { env: { HOME: home, PILOTBOOK_HUB_TOKEN: SECRET } });
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  return { root, home, run, read };
}

const bearer = (variable: string) => ({ Authorization: `Bearer ${variable}` });
const JSON_FORMS: readonly (readonly [file: string, key: string, entry: object])[] = [
  ['.mcp.json', 'mcpServers', { type: 'http', url: URL_OF_HUB, headers: bearer('${PILOTBOOK_HUB_TOKEN}') }],
  ['.cursor/mcp.json', 'mcpServers', { url: URL_OF_HUB, headers: bearer('${env:PILOTBOOK_HUB_TOKEN}') }],
  [
    '.vscode/mcp.json',
    'servers',
    { type: 'http', url: URL_OF_HUB, headers: bearer('${env:PILOTBOOK_HUB_TOKEN}') },
  ],
  ['.gemini/settings.json', 'mcpServers', { httpUrl: URL_OF_HUB, headers: bearer('$PILOTBOOK_HUB_TOKEN') }],
  [
    'opencode.json',
    'mcp',
    {
      type: 'remote',
      url: URL_OF_HUB,
      enabled: true,
      oauth: false,
      headers: bearer('{env:PILOTBOOK_HUB_TOKEN}'),
    },
  ],
];

test('each client gets the hub in its own form, beside the local server; again changes nothing; remove undoes it', async () => {
  const { root, run, read } = project();
  const done = await run('--client', 'all', ...HUB);
  expect([done.status, done.stderr]).toEqual([0, '']);
  for (const [file, key, entry] of JSON_FORMS) {
    const servers = JSON.parse(read(file))[key];
    expect(servers['pilotbook-hub']).toEqual(entry);
    expect(servers.pilotbook.command).toBeDefined();
  }
  expect(read('.codex/config.toml')).toContain(
    `[mcp_servers.pilotbook-hub]\nurl = "${URL_OF_HUB}"\nbearer_token_env_var = "PILOTBOOK_HUB_TOKEN"\n`,
  );
  expect(read('.codex/config.toml')).toContain('[mcp_servers.pilotbook]\ncommand = ');
  expect(done.stdout).toContain('Zed takes no token from the environment');
  expect(read('.zed/settings.json')).not.toContain('pilotbook-hub');
  expect(done.stdout).toContain('set PILOTBOOK_HUB_TOKEN where your clients start');
  expect(JSON_FORMS.map(([file]) => read(file)).join('')).not.toContain(SECRET);
  const again = await run('--client', 'all', ...HUB);
  expect(again.stdout).not.toMatch(/^ {2}(?:create|update|delete)/m);
  await run('--client', 'all', '--remove');
  for (const [file] of JSON_FORMS) expect([file, existsSync(join(root, file))]).toEqual([file, false]);
  expect(existsSync(join(root, '.codex'))).toBe(false);
});

test('instead of the local server: its entry goes, what others wrote stays', async () => {
  const { root, run, read } = project();
  writeFileSync(join(root, '.mcp.json'), '{ "mcpServers": { "other": { "command": "x" } } }\n');
  await run('--client', 'claude-code');
  expect(JSON.parse(read('.mcp.json')).mcpServers).toHaveProperty('pilotbook');
  await run('--client', 'claude-code,codex', '--hub-only', '--hub-token-env', 'TEAM_TOKEN', ...HUB);
  const { mcpServers } = JSON.parse(read('.mcp.json'));
  expect(Object.keys(mcpServers)).toEqual(['other', 'pilotbook-hub']);
  expect(mcpServers['pilotbook-hub'].headers).toEqual(bearer('${TEAM_TOKEN}'));
  expect(read('.codex/config.toml')).not.toContain('command');
  await run('--client', 'claude-code,codex', '--remove');
  expect(JSON.parse(read('.mcp.json'))).toEqual({ mcpServers: { other: { command: 'x' } } });
});

test('the file of the person gets it with --global, and a dry run writes nothing', async () => {
  const { home, run, root } = project();
  mkdirSync(join(home, '.codeium/windsurf'), { recursive: true });
  const shown = await run('--client', 'windsurf', '--global', '--dry-run', ...HUB);
  expect(shown.stdout).toContain('"serverUrl": "https://code.example/mcp"');
  const file = join(home, '.codeium/windsurf/mcp_config.json');
  expect(existsSync(file)).toBe(false);
  await run('--client', 'windsurf', '--global', ...HUB);
  expect(JSON.parse(readFileSync(file, 'utf8')).mcpServers['pilotbook-hub']).toEqual({
    serverUrl: URL_OF_HUB,
    headers: bearer('${env:PILOTBOOK_HUB_TOKEN}'),
  });
  expect(existsSync(join(root, '.mcp.json'))).toBe(false);
});

test.each([
  [['--hub', 'http://code.example'], 'whoever is between would read the token'],
  [['--hub', 'https://user:pw@code.example/mcp'], 'holds no user, token or parameters'],
  [['--hub', `https://code.example/mcp?token=${SECRET}`], 'holds no user, token or parameters'],
  [['--hub', 'code.example'], 'is no address of a hub'],
  [['--hub', 'ftp://code.example'], 'is no address of a hub'],
  [[...HUB, '--hub-token-env', SECRET], 'cannot name an environment variable'],
  [['--hub-only'], '--hub-only needs --hub URL'],
])('%j is refused, and nothing is written', async (flags, why) => {
  const { root, run } = project();
  const { status, stderr } = await run('--client', 'claude-code', ...flags);
  expect(status).not.toBe(0);
  expect(stderr).toContain(why);
  expect(stderr).not.toContain(SECRET);
  expect(existsSync(join(root, '.mcp.json'))).toBe(false);
});

test('plain HTTP goes to this machine, and elsewhere only if that is said', async () => {
  const { run, read } = project();
  await run('--client', 'cursor', '--hub', 'http://127.0.0.1:7333/r/web/mcp');
  expect(JSON.parse(read('.cursor/mcp.json')).mcpServers['pilotbook-hub'].url).toBe(
    'http://127.0.0.1:7333/r/web/mcp',
  );
  await run('--client', 'cursor', '--hub', 'http://code.internal', '--insecure-hub');
  expect(JSON.parse(read('.cursor/mcp.json')).mcpServers['pilotbook-hub'].url).toBe(
    'http://code.internal/mcp',
  );
});
