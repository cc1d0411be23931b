/** Real processes for what only real processes can prove: locks, races, kills. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** How a script given to `startScript` names a file of the project. */
export function modulePath(pathInProject: string): string {
  return `${ROOT}${pathInProject}`;
}

export interface ScriptOptions {
  /** The script finds them in process.argv from index 2 on. */
  args?: readonly string[];
  uid?: number;
}

/** Runs TypeScript source as a module in a process of its own. */
export function startScript(source: string, options: ScriptOptions = {}): ChildProcess {
  const user = options.uid === undefined ? {} : { uid: options.uid, gid: options.uid };
  return spawn(process.execPath, [bundled(source), ...(options.args ?? [])], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  });
}

const bundles = new Map<string, string>();

/** One file for node itself: a loader in every child would cost more than the work it does. */
function bundled(source: string): string {
  const known = bundles.get(source);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(source).digest('hex').slice(0, 16);
  // Below node_modules, so that packages are found from there.
  const outfile = `${ROOT}node_modules/.cache/test-scripts/${name}-${process.pid}.mjs`;
  buildSync({
    stdin: { contents: source, loader: 'ts', resolveDir: ROOT },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
  bundles.set(source, outfile);
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
