/** Worker threads for one run over many files. Each holds one task and has the next one waiting, never more. */
import { Worker } from 'node:worker_threads';
import { AppError } from '../../errors.ts';
import type { Task, TaskDone, WorkerSettings } from './messages.ts';
import { workerUrl } from './worker-url.ts';

const TASKS_AT_ONCE = 2;
/** Most of what a thread makes is short-lived: a small nursery, collected often, keeps it from spreading. */
const HEAP = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 384 };

export interface PoolOptions {
  threads: number;
  settings: WorkerSettings;
  signal: AbortSignal | undefined;
}

/** Calls `onDone` for each task as it is done, in no particular order. Rejects if a thread dies or the signal fires. */
export function runTasks(
  tasks: readonly Task[],
  options: PoolOptions,
  onDone: (done: TaskDone) => void,
): Promise<void> {
  const { threads, settings, signal } = options;
  const waiting = tasks.values();
  const workers: Worker[] = [];
  let left = tasks.length;
  let stop = () => {};
  return new Promise<void>((resolve, reject) => {
    stop = () => reject(new AppError('cancelled', 'cancelled', 'Indexing was cancelled.'));
    if (signal?.aborted === true) return stop();
    signal?.addEventListener('abort', stop, { once: true });
    const give = (worker: Worker) => {
      const next = waiting.next();
      if (next.done !== true) worker.postMessage(next.value);
    };
    for (let i = 0; i < Math.min(threads, tasks.length); i++) {
      const options = { workerData: settings, execArgv: [], resourceLimits: HEAP };
      const worker = new Worker(workerUrl(import.meta.url), options);
      workers.push(worker);
      worker.on('message', (done: TaskDone) => {
        try {
          give(worker);
          onDone(done);
        } catch (thrown) {
          reject(thrown);
        }
        if (--left === 0) resolve();
      });
      worker.on('error', reject);
      worker.on('exit', () =>
        reject(new AppError('internal', 'worker_ended', 'An indexing thread ended too early.')),
      );
      for (let n = 0; n < TASKS_AT_ONCE; n++) give(worker);
    }
    if (left === 0) resolve();
  }).finally(async () => {
    signal?.removeEventListener('abort', stop);
    await Promise.all(workers.map((worker) => worker.terminate()));
  });
}
