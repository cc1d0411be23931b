/** Real processes for what only real processes can prove: locks, races, kills. */

import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { handOver, isRoot, nodeFor, ORDINARY_USER } from './ordinary-user.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const ROOT = join(import.meta.dirname, '../..');

/** How a script given to `startScript` names a file of the project. */
export function modulePath(pathInProject: string): string {
  return `./${pathInProject}`;
}

export interface ScriptOptions {
  /** The script finds them in process.argv from index 2 on. */
  args?: readonly string[];
  /** Nobody, if the tests run as root: hand over what it shall read with `handOver`. */
  asOrdinaryUser?: boolean;
}

/** Runs TypeScript source as a module in a process of its own. */
export function startScript(source: string, options: ScriptOptions = {}): ChildProcess {
  const { args = [], asOrdinaryUser = false } = options;
  const place = asOrdinaryUser && isRoot ? temporaryDirectory() : CACHE;
  const script = bundled(source, place);
  if (place !== CACHE) handOver(place);
  return spawn(asOrdinaryUser ? nodeFor(place) : process.execPath, [script, ...args], {
    cwd: asOrdinaryUser ? '/' : ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(asOrdinaryUser ? ORDINARY_USER : {}),
  });
}

// Below node_modules, so that what is not bundled is found from there.
const CACHE = join(ROOT, 'node_modules/.cache/test-scripts');
const made = new Set<string>();

/** One file for node itself: a loader in every child would cost more than the work it does. */
export function bundled(source: string, place: string = CACHE): string {
  const name = createHash('sha256').update(source).digest('hex').slice(0, 16);
  const outfile = join(place, `${name}-${process.pid}.mjs`);
  if (made.has(outfile)) return outfile;
  buildSync({
    stdin: { contents: source, loader: 'ts', resolveDir: ROOT },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['@photostructure/sqlite', '@vscode/ripgrep'],
    // For packages that are not modules.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
  made.add(outfile);
  return outfile;
}

export interface Finished {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export function finished(child: ChildProcess): Promise<Finished> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk) => {
    stdout += String(chunk);
  });
  child.stderr?.on('data', (chunk) => {
    stderr += String(chunk);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

/** Resolves when the child has written the word to its standard output. */
export function says(child: ChildProcess, word: string): Promise<void> {
  let heard = '';
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      heard += String(chunk);
      if (heard.includes(word)) resolve();
    });
    child.once('close', () => reject(new Error(`ended before saying ${word}: ${heard}`)));
  });
}

/** A process that ended and was not asked for its code yet is not alive. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (!existsSync('/proc/self/stat')) return true;
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
