/** Memory that hostile files cost is given back. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { runs } from '../helpers/full-run.ts';
import { repository } from '../helpers/repository.ts';
import { spawnServer } from '../helpers/spawn-server.ts';

const FILES = runs(3, 200);
const MOST_KEPT_MB = 150;
const BYTES = 900_000;

const PIECES: readonly [ending: string, piece: string][] = [
  ['ts', 'a<b<('],
  ['py', 'f"{'],
  ['cpp', 'a<b<('],
  ['java', 'a<b<('],
  ['cs', 'a<b<('],
  ['rs', 'a<b<('],
];

const hostile = Object.fromEntries(
  Array.from({ length: FILES }, (_, n) => {
    const [ending, piece] = PIECES[n % PIECES.length] ?? ['ts', '('];
    return [`hostile${n}.${ending}`, `${n}\n${piece.repeat(BYTES / piece.length)}`];
  }),
);
const plain = Object.fromEntries(
  PIECES.map(([ending]) => [`plain.${ending}`, ending === 'py' ? 'def f():\n    pass\n' : 'class F {}\n']),
);

function residentMb(pid: number | undefined): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

it.runIf(process.platform === 'linux')(
  `after ${FILES} hostile files a server is as large as before, and every language still has outlines (Linux: asks /proc)`,
  async () => {
    const server = spawnServer(repository({ ...hostile, ...plain, 'struct.rs': 'struct F {}\n' }));
    await server.client.initialize();
    const outline = async (path: string) => {
      const { result } = await server.client.request('tools/call', {
        name: 'repo_outline',
        arguments: { path },
      });
      const [{ text }] = (result as { content: [{ text: string }] }).content;
      return JSON.parse(text).result.symbols as unknown[];
    };
    await outline('plain.ts');
    const before = residentMb(server.process.pid);
    for (const path of Object.keys(hostile)) await outline(path);
    for (const path of Object.keys(plain))
      expect(await outline(path === 'plain.rs' ? 'struct.rs' : path), path).toHaveLength(1);
    // A thread that was told to end gives its memory back when it has.
    await eventually(() => expect(residentMb(server.process.pid) - before).toBeLessThan(MOST_KEPT_MB));
  },
  // More than the limit on what hangs if the sweep is long.
  Math.max(900_000, FILES * 60_000),
);
