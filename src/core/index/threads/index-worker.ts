/** The entry of a worker thread: tasks in, segments out. */
import { attachStaticModel } from '../../embed/index.ts';
import { serveThread } from '../../threads/index.ts';
import { openReader } from '../../workspace/index.ts';
import { buffersOf } from '../segment/segment.ts';
import type { Task, TaskDone, WorkerSettings } from './pool.ts';
import { SegmentMaker } from './segment-maker.ts';

serveThread<WorkerSettings, Task, TaskDone>(({ workspace, model, secret }, at) => {
  const maker = new SegmentMaker(
    openReader(workspace),
    model === undefined ? undefined : attachStaticModel(model),
    secret,
  );
  return ({ number, nowMs, files }, answer) => {
    const made = maker.make(files, nowMs, (file) => at(number, file));
    answer({ number, ...made }, made.parts === undefined ? [] : buffersOf(made.parts));
  };
});
