/** Spawn to `initialize` answered, beside bare Node in the same run. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const RUNS = 15;
const BIN = join(import.meta.dirname, '../../bin/pilotbook.js');
const GREETING = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
};

export async function run(): Promise<void> {
  const bare: number[] = [];
  const ours: number[] = [];
  for (let round = 0; round < RUNS; round++) {
    bare.push(await timeOf(['-e', '0']));
    ours.push(await timeOf([BIN, 'serve', '--log-level', 'silent'], `${JSON.stringify(GREETING)}\n`));
  }
  console.log(`node -e 0            ${median(bare).toFixed(1)} ms`);
  console.log(
    `initialize answered  ${median(ours).toFixed(1)} ms, ${(median(ours) - median(bare)).toFixed(1)} ms more (reach 100)`,
  );
}

/** Until the first answer if something is asked, else until the end. */
async function timeOf(args: readonly string[], input?: string): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = once(child, 'exit');
  if (input !== undefined) {
    child.stdin.write(input);
    await once(child.stdout, 'data');
  } else await ended;
  const time = performance.now() - started;
  child.stdin.end();
  await ended;
  return time;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
