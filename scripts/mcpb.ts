/**
 * npm run mcpb: pilotbook-<version>.mcpb from what `npm pack` packs, with the production packages inside. It is
 * validated with the tool of the format, then unpacked again and started. Needs the registry: the tool and the ripgrep
 * of other platforms are fetched for the run, by exact version.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { bundleCommand, bundleManifest } from './mcpb-manifest.ts';

const MCPB = '@anthropic-ai/mcpb@2.1.2';
/** What people run clients with bundles on; elsewhere `rg` on the PATH is used. */
const RIPGREP_FOR = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-arm64', 'win32-x64'];
/** Sources and build files of the SQLite package: a third of the bundle, and nothing runs them. */
const NOT_RUN = ['src', 'scripts', 'binding.gyp'];

const root = join(import.meta.dirname, '..');
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const described = read(join(root, 'package.json'));
const lock = read(join(root, 'package-lock.json'));
const bundle = join(root, `pilotbook-${described.version}.mcpb`);
const folder = mkdtempSync(join(tmpdir(), 'pilotbook-mcpb-'));
try {
  const stage = join(folder, 'stage');
  unpack(pack(root, '--ignore-scripts'), stage);
  installPackages(stage);
  const tools = await listTools({
    command: process.execPath,
    args: [join(stage, 'bin/pilotbook.js'), 'serve', '--root', folder, '--tool-names', 'safe'],
  });
  const manifest = bundleManifest(read(join(root, 'mcpb/manifest.json')), described, tools);
  writeFileSync(join(stage, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);

  npm(folder, 'install', '--no-save', '--ignore-scripts', '--prefix', folder, MCPB);
  const mcpb = (...args: string[]) =>
    execFileSync(join(folder, 'node_modules/.bin/mcpb'), args, { stdio: ['ignore', 'ignore', 'inherit'] });
  mcpb('validate', join(stage, 'manifest.json'));
  mcpb('pack', stage, bundle);

  const unpacked = join(folder, 'unpacked');
  mcpb('unpack', bundle, unpacked);
  const found = await listTools(bundleCommand(read(join(unpacked, 'manifest.json')), unpacked, folder));
  if (JSON.stringify(found) !== JSON.stringify(tools))
    throw new Error('The unpacked bundle lists other tools than its manifest.');
  const megabytes = (statSync(bundle).size / 1e6).toFixed(1);
  console.log(`${bundle}: ${megabytes} MB, valid, starts, ${found.length} tools`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** As the lock file has them, for the platforms of the bundle. */
function installPackages(stage: string): void {
  copyFileSync(join(root, 'package-lock.json'), join(stage, 'package-lock.json'));
  npm(stage, 'ci', '--omit=dev', '--ignore-scripts');
  rmSync(join(stage, 'package-lock.json'));
  for (const platform of RIPGREP_FOR) {
    const name = `@vscode/ripgrep-${platform}`;
    const { version, integrity } = lock.packages[`node_modules/${name}`];
    const tarball = pack(`${name}@${version}`);
    const actual = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
    if (actual !== integrity) throw new Error(`${name}: the registry gave something else than was locked.`);
    unpack(tarball, join(stage, 'node_modules', name));
  }
  for (const path of NOT_RUN)
    rmSync(join(stage, 'node_modules/@photostructure/sqlite', path), { recursive: true, force: true });
}

function pack(what: string, ...flags: string[]): string {
  const [packed] = JSON.parse(npm(root, 'pack', what, '--json', '--pack-destination', folder, ...flags));
  return join(folder, packed.filename);
}

function unpack(tarball: string, into: string): void {
  mkdirSync(into, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', into, '--strip-components=1']);
}

function npm(cwd: string, ...args: string[]): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

async function listTools(server: { command: string; args: string[] }) {
  const client = new Client({ name: 'pilotbook-mcpb', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ ...server, stderr: 'inherit' }));
  try {
    const { tools } = await client.listTools();
    return tools.map(({ name, description }) => ({ name, description }));
  } finally {
    await client.close();
  }
}
