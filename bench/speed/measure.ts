import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Milliseconds for a program to run to its end, its output thrown away. */
export async function measure(program: string, args: string[], cwd: string): Promise<number> {
  const started = performance.now();
  const child = spawn(program, args, { cwd, stdio: 'ignore' });
  await once(child, 'close');
  return performance.now() - started;
}

export async function median(rounds: number, once: () => Promise<number>): Promise<number> {
  const all: number[] = [];
  for (let round = 0; round < rounds; round++) all.push(await once());
  return all.sort((a, b) => a - b)[rounds >> 1] ?? Number.NaN;
}

/** What a process of ours prints as JSON. */
export async function spawned<T>(script: string, args: string[]): Promise<T> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}`);
  return JSON.parse(Buffer.concat(output).toString()) as T;
}
