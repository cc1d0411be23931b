// npm run smoke: end-to-end steps that must work on every system, on the built program, with only Node and git. One line per step; ends with 1 if a step failed.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROJECT = join(dirname(fileURLToPath(import.meta.url)), '..');
const PROGRAM = join(PROJECT, 'bin', 'pilotbook.js');
/** Ends what hangs: a device name that is opened, a server that does not answer. */
const HANGS_MS = 180_000;
const EDITS = 12;
/** How long an answer may say that it is not complete. */
const PATIENCE_MS = 60_000;
/** In every file that no answer may hold. */
const MARK = 'not-for-your-eyes';
const CITED = 'src/deep folder/prices é.ts';
const DATA_DIRECTORY = '.repo_mcp';

const base = mkdtempSync(join(tmpdir(), 'pilotbook smöke '));
const root = join(base, 'project');
/** A project of people who have files of clients already. */
const ours = join(base, 'ours');
const env = environment();

const STEPS = {
  'the program says its version': () => {
    const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
    equal(run('--version').stdout.trim(), version);
  },
  'grep finds a match in a nested folder, and prints its path with slashes': () => {
    const { matches } = json(run('grep', 'theNeedle', '--json'));
    equal(
      matches.map(({ file, line }) => `${file}:${line}`),
      [`${CITED}:2`],
    );
  },
  'stash add, and stash refs lists the comment that cites the entry': () => {
    expectStatus(0, run('stash', 'add', '# Prices are in cents'));
    const cited = json(run('stash', 'refs', '--json'));
    equal(
      cited.map(({ path, line, ref }) => `${path}:${line} ${ref}`),
      [`${CITED}:1 00001`],
    );
  },
  'check exits with 0 if there is nothing to report': () => expectStatus(0, run('check')),
  'check exits with 1 for a comment that cites a missing entry, and names the place': () => {
    write('src/deep folder/dead.ts', '// refer to context 00077\nexport {};\n');
    equal(found(run('check', '--json')), ['stash/missing-entry src/deep folder/dead.ts:1']);
  },
  'check --since reports only newer findings': () => {
    git('add', '-A');
    git('commit', '-q', '-m', 'dead');
    equal(found(run('check', '--since', 'HEAD', '--json'), 0), []);
    write('src/later/new.ts', '\n// refer to context 00078\nexport {};\n');
    equal(found(run('check', '--since', 'HEAD', '--json')), ['stash/missing-entry src/later/new.ts:2']);
    equal(found(run('check', '--since', 'HEAD~1', '--json')).length, 2);
  },
  'no path leads out of the root, to what is denied, or to a device': () =>
    withServer(async (call) => {
      equal((await call('repo.open_file', { path: CITED })).ok, true);
      for (const path of hostilePaths()) {
        for (const tool of ['repo.open_file', 'repo.outline', 'read_file']) {
          const answer = await call(tool, { path });
          // An error may repeat the path as it was given.
          const said = JSON.stringify({ ...answer, path: undefined });
          const refused = answer.ok === false || typeof answer.error === 'string';
          if (!refused || said.includes(MARK) || said.includes(base))
            throw new Error(`${tool} ${JSON.stringify(path)} was answered with ${said.slice(0, 300)}`);
        }
      }
    }),
  'the next search sees an edit, a new file and a removed one': () =>
    withServer(async (call) => {
      // An answer may lack something only if it says so; then it is asked for again.
      const paths = async (query) => {
        const until = Date.now() + PATIENCE_MS;
        for (;;) {
          const { result, warnings } = await call('repo.search', { query });
          if (warnings.length === 0 || Date.now() > until) return result.hits.map(({ path }) => path);
        }
      };
      await call('repo.refresh_index', {});
      equal(await paths('theNeedle'), [CITED]);
      for (let at = 0; at < EDITS; at++) {
        const [edited, added] = ['src/edited.ts', `src/added/number${at}/file.ts`];
        write(edited, `export const zebra${at}stripe = ${at};\n`);
        equal(await paths(`zebra${at}stripe`), [edited]);
        write(added, `export const giraffe${at}neck = ${at};\n`);
        equal(await paths(`giraffe${at}neck`), [added]);
        rmSync(join(root, added));
        equal(await paths(`giraffe${at}neck`), []);
      }
    }),
  'init sets up every client, running it again changes nothing, and init --remove gives back the same bytes':
    () => {
      const before = tree(ours);
      const init = (...args) => runAt(ours, 'init', '--yes', '--client', 'all', '--skill', ...args);
      expectStatus(0, init());
      const once = tree(ours);
      if (!once['.vscode/mcp.json']?.includes('pilotbook')) throw new Error('No client was set up.');
      if (!once['.cursor/mcp.json'].includes('// mine\r\n')) throw new Error('A line of the user is gone.');
      expectStatus(0, init());
      equal(tree(ours), once);
      expectStatus(0, init('--remove'));
      equal(tree(ours), before);
    },
  'doctor finds nothing broken': () => {
    const rows = json(run('doctor', '--json'));
    equal(
      rows.filter(({ state }) => state !== 'ok').map(({ name, finding }) => `${name}: ${finding}`),
      [],
    );
    for (const name of ['node', 'sqlite', 'git', 'ripgrep', 'grammars', 'model'])
      if (!rows.some((row) => row.name === name)) throw new Error(`There is no row ${name}.`);
  },
};

console.log(`pilotbook on ${process.platform} ${process.arch}, Node ${process.versions.node}`);
let failed = 0;
try {
  prepare();
  for (const [name, step] of Object.entries(STEPS)) {
    const problem = await problemOf(step);
    if (problem !== undefined) failed++;
    console.log(problem === undefined ? `ok    ${name}` : `FAIL  ${name}: ${problem}`);
  }
} finally {
  rmSync(base, { recursive: true, force: true, maxRetries: 10 });
}
console.log(`${Object.keys(STEPS).length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function problemOf(step) {
  try {
    await step();
  } catch (error) {
    return error instanceof Error ? error.message.replaceAll(/\s*\n\s*/g, ' | ') : String(error);
  }
}

/** A repository with a nested file that cites an entry, a secret in it and one beside it, and a project to set up. */
function prepare() {
  write('.context/config.json', '{}\n');
  write(CITED, '// refer to context 00001\nexport const theNeedle = 1;\n');
  write('src/edited.ts', 'export {};\n');
  write('../ours/AGENTS.md', '# Ours\r\n\r\nNo line end follows.');
  write('../ours/.cursor/mcp.json', '{\r\n  // mine\r\n  "mcpServers": {}\r\n}\r\n');
  write('.env', `TOKEN=${MARK}\n`);
  write('../outside/secret.txt', `${MARK}\n`);
  mkdirSync(env.HOME);
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'first');
}

/** Written for each system, and refused by all of them. */
function hostilePaths() {
  const secret = join(base, 'outside', 'secret.txt');
  const [slashes, backslashes] = [secret.replaceAll('\\', '/'), secret.replaceAll('/', '\\')];
  const leadingOut = [
    '../outside/secret.txt',
    '..\\outside\\secret.txt',
    'src/../../outside/secret.txt',
    'src\\..\\..\\outside\\secret.txt',
    './../outside/secret.txt',
    '.. /outside/secret.txt',
    '...\\..\\outside\\secret.txt',
    secret,
    slashes,
    backslashes,
    `\\\\?\\${backslashes}`,
    `//?/${slashes}`,
    `\\\\.\\${backslashes}`,
    `\\\\localhost\\${backslashes.replace(':', '$')}`,
    `//localhost/${slashes.replace(':', '$')}`,
    `file://${slashes}`,
    'C:\\Windows\\win.ini',
    'C:/Windows/win.ini',
    'C:..\\outside\\secret.txt',
    'C:secret.txt',
    'Z:\\etc\\passwd',
    '\\Windows\\win.ini',
    '/etc/passwd',
    '~/.ssh/id_rsa',
    '%USERPROFILE%\\secret.txt',
  ];
  const denied = [
    '.env',
    '.ENV',
    '.env.',
    '.env ',
    '.env::$DATA',
    '.git/config',
    '.GIT/config',
    'GIT~1/config',
  ];
  const devices = [
    'NUL',
    'nul',
    'CON',
    'con.ts',
    'src/NUL',
    'src/aux.ts',
    'COM1',
    'LPT1.txt',
    'CONIN$',
    'COM¹',
  ];
  const unreadable = [
    `${CITED}\0.txt`,
    '\0',
    `${CITED}::$DATA`,
    `${CITED}:stream`,
    `${CITED}/..`,
    '',
    '.',
    'src',
  ];
  return [...leadingOut, ...denied, ...devices, ...unreadable];
}

/** A server for the root, and a function that calls its tools and gives the answer they carry. */
async function withServer(use) {
  const server = spawn(process.execPath, [PROGRAM, 'serve', '--root', root, '--log-level', 'silent'], {
    cwd: root,
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  server.stdin.on('error', () => {});
  const exit = once(server, 'exit');
  const hangs = setTimeout(() => server.kill(), HANGS_MS);
  const waiting = new Map();
  createInterface({ input: server.stdout }).on('line', (line) => {
    const { id, result, error } = JSON.parse(line);
    waiting.get(id)?.(error ?? result);
  });
  const send = (message) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const request = (method, params) => {
    const id = waiting.size;
    const answer = new Promise((resolve) => waiting.set(id, resolve));
    send({ id, method, params });
    const ended = exit.then(([code]) => Promise.reject(new Error(`The server ended with ${code}.`)));
    return Promise.race([answer, ended]);
  };
  try {
    const clientInfo = { name: 'smoke', version: '1' };
    await request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    send({ method: 'notifications/initialized' });
    await use(async (name, args) => {
      const { content, message } = await request('tools/call', { name, arguments: args });
      return content === undefined ? { ok: false, message } : JSON.parse(content[0].text);
    });
  } finally {
    server.stdin.end();
    await exit;
    clearTimeout(hangs);
  }
}

function run(...args) {
  return runAt(root, ...args);
}

function runAt(cwd, ...args) {
  const options = { cwd, env, encoding: 'utf8', timeout: HANGS_MS };
  return spawnSync(process.execPath, [PROGRAM, ...args], options);
}

function git(...args) {
  const settings = ['user.name=smoke', 'user.email=smoke@example.invalid', 'core.autocrlf=false'];
  const command = [...settings.flatMap((setting) => ['-c', setting]), ...args];
  const { status, stderr, error } = spawnSync('git', command, { cwd: root, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${error?.message ?? stderr}`);
}

/** What a program needs to start, and a home of its own. */
function environment() {
  const kept = ['PATH', 'PATHEXT', 'SystemRoot', 'ComSpec', 'TEMP', 'TMP', 'TMPDIR', 'LD_LIBRARY_PATH'];
  const home = join(base, 'home');
  return {
    ...Object.fromEntries(kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    HOME: home,
    USERPROFILE: home,
    APPDATA: join(home, 'AppData', 'Roaming'),
    LOCALAPPDATA: join(home, 'AppData', 'Local'),
    GIT_CONFIG_NOSYSTEM: '1',
  };
}

function write(path, text) {
  const place = join(root, path);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, text);
}

/** Every file by its path, without those of git and of the program itself. */
function tree(directory, prefix = '') {
  const files = {};
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const [place, path] = [join(directory, entry.name), `${prefix}${entry.name}`];
    if (path === '.git' || path === DATA_DIRECTORY) continue;
    if (entry.isDirectory()) Object.assign(files, { [`${path}/`]: '' }, tree(place, `${path}/`));
    else files[path] = readFileSync(place, 'latin1');
  }
  return files;
}

function json(ran) {
  expectStatus(0, ran);
  return JSON.parse(ran.stdout);
}

function found(ran, status = 1) {
  expectStatus(status, ran);
  return JSON.parse(ran.stdout)
    .findings.filter(({ severity }) => severity !== 'info')
    .map(({ rule, file, line }) => `${rule} ${file}:${line}`);
}

function expectStatus(expected, { status, signal, stdout, stderr, error }) {
  if (status === expected) return;
  const why = error?.message ?? (stderr.trim() || stdout.trim());
  throw new Error(`ended with ${status ?? signal} instead of ${expected}: ${why.slice(0, 500)}`);
}

function equal(actual, expected) {
  const [got, wanted] = [actual, expected].map((value) => JSON.stringify(value));
  if (got !== wanted) throw new Error(`got ${got.slice(0, 500)}, expected ${wanted.slice(0, 500)}`);
}
