import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory } from '../../../../tests/helpers/temporary-directory.ts';
import { POSITION } from '../../threads/watched-thread.ts';
import type { RepoPath } from '../../workspace/index.ts';
import { type Task, ThreadPool } from './pool.ts';

/** A thread that hangs at files by their names: `names` until only words are wanted, `words` until nothing is. */
const HANGING = `
import { readlinkSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
const { position } = workerData;
try {
  position[${POSITION.thread}] = Number(/\\/task\\/(\\d+)$/.exec(readlinkSync('/proc/thread-self'))?.[1] ?? 0);
} catch {}
parentPort.on('message', ({ number, files }) => {
  Atomics.store(position, ${POSITION.task}, number);
  for (const [at, { path, take }] of files.entries()) {
    Atomics.store(position, ${POSITION.item}, at);
    const hangs = path === 'names' ? take === undefined : path === 'words' && take !== 'nothing';
    while (hangs);
  }
  const unreadable = files.map(({ path, take }) => path + ' ' + take);
  parentPort.postMessage({ number, parts: undefined, touched: [], gone: [], unreadable, barred: 0 });
});
`;

function pool(threads: number): ThreadPool {
  const entry = join(temporaryDirectory(), 'worker.mjs');
  writeFileSync(entry, HANGING);
  const settings = { workspace: { root: '/', maxFileBytes: 1 }, model: undefined, secret: 0 };
  const made = new ThreadPool(threads, settings, { entry: pathToFileURL(entry), fileLimitMs: 100 });
  onTestFinished(() => made.close());
  return made;
}

const tasks = (...names: string[][]): Task[] =>
  names.map((files, number) => ({
    number,
    nowMs: 0,
    files: files.map((path) => ({
      path: path as RepoPath,
      size: 1,
      mtimeMs: 1,
      ctimeMs: 1,
      ino: 1,
      knownHash: undefined,
      knownUnreadable: false,
    })),
  }));

it('ends a thread that hangs at a file, and does its tasks again without', async () => {
  const done: string[][] = [];
  const asked = tasks(['a', 'names', 'b'], ['c'], ['words', 'd'], ['e']);
  await pool(2).run(asked, undefined, async ({ number, unreadable }) => {
    done.push([String(number), ...unreadable]);
  });
  expect(done.sort()).toEqual([
    ['0', 'a undefined', 'names words', 'b undefined'],
    ['1', 'c undefined'],
    ['2', 'words nothing', 'd undefined'],
    ['3', 'e undefined'],
  ]);
});

it('rejects if what is done with a task fails, and if it is cancelled', async () => {
  const failing = pool(1).run(tasks(['a'], ['b']), undefined, async () => {
    throw new Error('full');
  });
  await expect(failing).rejects.toThrow('full');
  const stop = new AbortController();
  const hanging = pool(1).run(tasks(['names']), stop.signal, async () => {});
  stop.abort();
  await expect(hanging).rejects.toMatchObject({ kind: 'cancelled' });
});
