/** The entry of a worker thread: tasks in, segments out. */
import { parentPort, workerData } from 'node:worker_threads';
import { attachStaticModel } from '../../embed/index.ts';
import { openReader } from '../../workspace/index.ts';
import { buffersOf } from '../segment/segment.ts';
import type { Task, TaskDone, WorkerSettings } from './pool.ts';
import { SegmentMaker } from './segment-maker.ts';

// Whoever starts the thread (pool.ts) hands over exactly this.
const { workspace, model, secret } = workerData as WorkerSettings;
const maker = new SegmentMaker(
  openReader(workspace),
  model === undefined ? undefined : attachStaticModel(model),
  secret,
);

parentPort?.on('message', ({ number, nowMs, files }: Task) => {
  const made = maker.make(files, nowMs);
  const done: TaskDone = { number, ...made };
  parentPort?.postMessage(done, made.parts === undefined ? [] : buffersOf(made.parts));
});
