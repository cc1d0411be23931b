/**
 * A disk that does not tell names apart by case, and knows short names, as exFAT, NTFS and /mnt/c of WSL do on Linux. It is
 * played below the built program: what is asked for by another name leads to the file, and real paths keep that name.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { repository } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';

const PLAYED = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join, basename } from 'node:path';
const root = process.env.PLAYED_ROOT;
const { readdirSync, lstatSync, existsSync } = fs;
const short = (name) => name.replace(/^[.]/, '').slice(0, 6).toUpperCase() + '~1';
const actual = (place) => {
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

function program(root: string) {
  const played = join(repository({ 'played.mjs': PLAYED }), 'played.mjs');
  const env = { NODE_OPTIONS: `--import=${pathToFileURL(played)}`, PLAYED_ROOT: root };
  return (...args: string[]) => runProgram(root, args, { env });
}

test('what is closed is closed by every name that leads to it', () => {
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
    const { status, stdout, stderr } = run('open', path);
    expect([path, status]).not.toEqual([path, 0]);
    expect([path, stdout + stderr]).toEqual([path, expect.not.stringContaining('hidden')]);
    expect([path, stderr]).toEqual([path, expect.stringContaining('never read')]);
  }
});

test('an answer has the name that is on disk', () => {
  const root = repository({ 'src/main.ts': 'export const harbour = 1;\n' });
  mkdirSync(join(root, '.git'));
  const run = program(root);
  const opened = JSON.parse(run('open', 'SRC/Main.ts', '--json').stdout);
  expect(opened.result).toMatchObject({ path: 'src/main.ts' });
  expect(JSON.stringify(opened)).toContain('harbour');
  const typed = JSON.parse(run('open', join(root, 'SRC/MAIN.TS'), '--json').stdout);
  expect(typed.result).toMatchObject({ path: 'src/main.ts' });
});
