/** The entry of a worker thread: tasks in, segments out. */
import { parentPort, workerData } from 'node:worker_threads';
import { attachStaticModel } from '../../embed/index.ts';
import { ownThreadId } from '../../thread-time.ts';
import { openReader } from '../../workspace/index.ts';
import { buffersOf } from '../segment/segment.ts';
import { PROGRESS, type Task, type TaskDone, type WorkerSettings } from './pool.ts';
import { SegmentMaker } from './segment-maker.ts';

// Whoever starts the thread (pool.ts) hands over exactly this.
const { workspace, model, secret, progress } = workerData as WorkerSettings & { progress: Int32Array };
Atomics.store(progress, PROGRESS.thread, ownThreadId() ?? 0);
const maker = new SegmentMaker(
  openReader(workspace),
  model === undefined ? undefined : attachStaticModel(model),
  secret,
);

parentPort?.on('message', ({ number, nowMs, files }: Task) => {
  Atomics.store(progress, PROGRESS.task, number);
  const made = maker.make(files, nowMs, (place) => Atomics.store(progress, PROGRESS.file, place));
  const done: TaskDone = { number, ...made };
  parentPort?.postMessage(done, made.parts === undefined ? [] : buffersOf(made.parts));
});
