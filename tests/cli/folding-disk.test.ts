/**
 * A disk that does not tell names apart by case, and knows short names, as exFAT, NTFS and /mnt/c of WSL do on Linux. It is
 * played below the built program: what is asked for by another name leads to the file, and real paths keep that name.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished } from 'vitest';
import { CASE, testWith } from '../helpers/probes.ts';
import { repository } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';
import { serverCommand } from '../helpers/spawn-server.ts';

const PLAYED = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join, basename } from 'node:path';
const root = process.env.PLAYED_ROOT;
const { readdirSync, lstatSync, existsSync } = fs;
const short = (name) => name.replace(/^[.]/, '').slice(0, 6).toUpperCase() + '~1';
const actual = (place) => {
  if (typeof place === 'string' && place.toLowerCase() === root.toLowerCase()) return root;
  if (typeof place !== 'string' || !place.toLowerCase().startsWith(root.toLowerCase() + '/')) return place;
  let at = root;
  for (const name of place.slice(root.length + 1).split('/')) {
    let names = [];
    try { names = readdirSync(at); } catch {}
    const like = (each) => each.toLowerCase() === name.toLowerCase() || short(each) === name.toUpperCase();
    at = join(at, names.includes(name) ? name : names.find(like) ?? name);
  }
  return at;
};
const mapped = (call) => (place, ...more) => call(actual(place), ...more);
for (const name of ['lstatSync', 'statSync', 'openSync', 'readdirSync', 'readFileSync', 'existsSync'])
  fs[name] = mapped(fs[name]);
const native = fs.realpathSync.native;
// As on Linux: links are followed, names stay as they were asked for.
fs.realpathSync.native = (place) => (native(actual(place)) === actual(place) ? place : native(actual(place)));
const { readlinkSync } = fs;
const opened = new Map();
const openSync = fs.openSync;
fs.openSync = (place, ...more) => {
  const fd = openSync(place, ...more);
  opened.set('/proc/self/fd/' + fd, place);
  return fd;
};
fs.readlinkSync = (place, ...more) => opened.get(place) ?? readlinkSync(place, ...more);
syncBuiltinESMExports();
`;

const NOTES =
  'version: 1\nlast_updated: x\nfingerprint: "00000000"\nscope: .\nsummary: hidden\nmaintenance: m\n';

function environment(root: string): Record<string, string> {
  const played = join(repository({ 'played.mjs': PLAYED }), 'played.mjs');
  return { NODE_OPTIONS: `--import=${pathToFileURL(played)}`, PLAYED_ROOT: root };
}

function program(root: string) {
  const env = environment(root);
  return (...args: string[]) => runProgram(root, args, { env });
}

testWith(CASE)('what is closed is closed by every name that leads to it', async () => {
  const root = repository({
    'src/main.ts': 'export const harbour = 1;\n',
    '.env': 'TOKEN=hidden\n',
    '.git/config': 'hidden\n',
    '.repo_mcp/audit.jsonl': '{"hidden":1}\n',
    '.repo_mcp/.gitignore': '*\n',
    'keys/id_rsa': 'hidden\n',
  });
  const run = program(root);
  for (const path of [
    '.repo_mcp/audit.jsonl',
    '.REPO_MCP/audit.jsonl',
    '.Repo_Mcp/AUDIT.JSONL',
    'REPO_M~1/audit.jsonl',
    '.ENV',
    'ENV~1',
    '.Git/config',
    'GIT~1/config',
    'git~1/CONFIG',
    'KEYS/ID_RSA',
  ]) {
    const { status, stdout, stderr } = await run('open', path);
    expect([path, status]).not.toEqual([path, 0]);
    expect([path, stdout + stderr]).toEqual([path, expect.not.stringContaining('hidden')]);
    expect([path, stderr]).toEqual([path, expect.stringContaining('never read')]);
  }
});

testWith(CASE)('an answer has the name that is on disk', async () => {
  const root = repository({ 'src/main.ts': 'export const harbour = 1;\n' });
  mkdirSync(join(root, '.git'));
  const run = program(root);
  const opened = JSON.parse((await run('open', 'SRC/Main.ts', '--json')).stdout);
  expect(opened.result).toMatchObject({ path: 'src/main.ts' });
  expect(JSON.stringify(opened)).toContain('harbour');
  const typed = JSON.parse((await run('open', join(root, 'SRC/MAIN.TS'), '--json')).stdout);
  expect(typed.result).toMatchObject({ path: 'src/main.ts' });
});

testWith(CASE)('what is closed is no project of its own either, however the root is spelled', async () => {
  const root = repository({
    'src/main.ts': 'export const harbour = 1;\n',
    '.repo_mcp/.context.yaml': NOTES,
    'open/.context.yaml': NOTES,
  });
  const client = new Client({ name: 'tests', version: '1.0.0' });
  onTestFinished(() => client.close());
  const env = { PATH: process.env.PATH ?? '', ...environment(root) };
  await client.connect(new StdioClientTransport({ ...serverCommand(root), env, stderr: 'ignore' }));
  const notes = async (path: string) =>
    JSON.stringify(await client.callTool({ name: 'query_context', arguments: { scope: '.', path } }));
  expect(await notes(join(root.toUpperCase(), 'open'))).toContain('hidden');
  for (const path of [
    '.repo_mcp',
    '.REPO_MCP',
    join(root.toUpperCase(), '.repo_mcp'),
    join(root, 'REPO_M~1'),
  ])
    expect([path, await notes(path)]).toEqual([path, expect.not.stringContaining('hidden')]);
});
