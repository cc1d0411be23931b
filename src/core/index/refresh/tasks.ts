/** Cuts the files to index into tasks. One task becomes one segment, so the cuts do not depend on the threads. */
import type { Task } from '../threads/messages.ts';
import type { FileToIndex } from '../threads/segment-maker.ts';

/** More would make one segment large in memory; fewer, many segments to look into for each word. */
const MOST_BYTES = 8_000_000;
/** Small repositories too are cut, so that several threads have something to do. */
const LEAST_BYTES = 400_000;
const TASKS_OF_A_SMALL_RUN = 8;
const MOST_FILES = 4_000;

export function cutTasks(files: readonly FileToIndex[], nowMs: number): Task[] {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const limit = Math.min(MOST_BYTES, Math.max(LEAST_BYTES, total / TASKS_OF_A_SMALL_RUN));
  const tasks: Task[] = [];
  let current: FileToIndex[] = [];
  let bytes = 0;
  for (const file of files) {
    if (current.length > 0 && (bytes + file.size > limit || current.length === MOST_FILES)) {
      tasks.push({ number: tasks.length, nowMs, files: current });
      current = [];
      bytes = 0;
    }
    current.push(file);
    bytes += file.size;
  }
  if (current.length > 0) tasks.push({ number: tasks.length, nowMs, files: current });
  return tasks;
}
