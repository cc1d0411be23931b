/** Real processes for what only real processes can prove: locks, races, kills. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The address by which a script given to `startScript` imports a file of the project. */
export function moduleUrl(pathInProject: string): string {
  return pathToFileURL(`${ROOT}${pathInProject}`).href;
}

export interface ScriptOptions {
  /** The script finds them in process.argv from index 1 on. */
  args?: readonly string[];
  uid?: number;
}

/** Runs TypeScript source as a module in a process of its own. */
export function startScript(source: string, options: ScriptOptions = {}): ChildProcess {
  const flags = ['--import', 'tsx', '--input-type=module', '--eval', source, '--', ...(options.args ?? [])];
  const user = options.uid === undefined ? {} : { uid: options.uid, gid: options.uid };
  return spawn(process.execPath, flags, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], ...user });
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
