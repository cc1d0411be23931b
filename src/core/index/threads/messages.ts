/** What the main thread and a worker say to each other. */
import type { SharedModel } from '../../embed/index.ts';
import type { WorkspaceOptions } from '../../workspace/index.ts';
import type { FileToIndex, MadeSegment } from './segment-maker.ts';

export interface WorkerSettings {
  workspace: WorkspaceOptions;
  model: SharedModel | undefined;
  /** What files cannot know; see Kernel. */
  secret: number;
}

export interface Task {
  number: number;
  /** When the task was cut; not after any of its files is read. */
  nowMs: number;
  files: FileToIndex[];
}

export interface TaskDone extends MadeSegment {
  number: number;
}
