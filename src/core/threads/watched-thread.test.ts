import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../../tests/helpers/eventually.ts';
import { temporaryDirectory } from '../../../tests/helpers/temporary-directory.ts';
import { POSITION, WatchedThread } from './watched-thread.ts';

/** Does what it is told: hang at an item, throw, exit, or answer. */
const OBEDIENT = `
import { readlinkSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
const { position, data } = workerData;
try {
  position[${POSITION.thread}] = Number(/\\/task\\/(\\d+)$/.exec(readlinkSync('/proc/thread-self'))?.[1] ?? 0);
} catch {}
parentPort.on('message', ([order, task]) => {
  Atomics.store(position, ${POSITION.item}, 7);
  Atomics.store(position, ${POSITION.task}, task);
  while (order === 'hang');
  if (order === 'throw') throw new Error('thrown inside');
  if (order === 'exit') process.exit();
  parentPort.postMessage([data, order]);
});
`;

function started() {
  const entry = join(temporaryDirectory(), 'worker.mjs');
  writeFileSync(entry, OBEDIENT);
  const answered = vi.fn();
  const failed = vi.fn();
  const thread = new WatchedThread<[string, number], unknown>(
    {
      entry: pathToFileURL(entry),
      data: 'given',
      heap: { maxOldGenerationSizeMb: 64 },
      limitMs: 50,
    },
    { answered, failed },
  );
  onTestFinished(() => thread.end());
  return { thread, answered, failed };
}

it('hands over its data, and says where it hangs', async () => {
  const { thread, answered, failed } = started();
  expect(thread.hangsAt()).toBeUndefined();
  thread.ask(['work', 3]);
  await eventually(() => expect(answered).toHaveBeenCalledWith(['given', 'work']));
  thread.ask(['hang', 4]);
  await eventually(() => expect(thread.hangsAt()).toEqual({ task: 4, item: 7 }));
  await thread.end();
  expect(failed).not.toHaveBeenCalled();
});

it.each([
  ['throw', 'thrown inside'],
  ['exit', 'A worker thread ended too early.'],
])('reports once that it failed: %s', async (order, message) => {
  const { thread, failed } = started();
  thread.ask([order, 1]);
  await eventually(() => expect(failed).toHaveBeenCalled());
  await thread.end();
  expect(failed.mock.calls).toEqual([[expect.objectContaining({ message })]]);
});
