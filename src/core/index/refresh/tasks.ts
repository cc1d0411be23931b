/** Cuts the files to index into tasks. One task becomes one segment, so the cuts do not depend on the threads. */
import type { Task } from '../threads/messages.ts';
import type { FileToIndex } from '../threads/segment-maker.ts';

/** More would make one segment large in memory; fewer, many segments to look into for each word. */
const MOST_BYTES = 8_000_000;
/** Less is not worth a task. */
const LEAST_BYTES = 400_000;
/** A task takes this part of what is left: the last ones are small, so that no thread works on alone for long. */
const SHARE = 1 / 3;
const MOST_FILES = 4_000;

export function cutTasks(files: readonly FileToIndex[], nowMs: number): Task[] {
  let left = files.reduce((sum, { size }) => sum + size, 0);
  const tasks: Task[] = [];
  let current: FileToIndex[] = [];
  let bytes = 0;
  const cut = () => {
    tasks.push({ number: tasks.length, nowMs, files: current });
    current = [];
    left -= bytes;
    bytes = 0;
  };
  for (const file of files) {
    const limit = Math.min(MOST_BYTES, Math.max(LEAST_BYTES, left * SHARE));
    if (current.length > 0 && (bytes + file.size > limit || current.length === MOST_FILES)) cut();
    current.push(file);
    bytes += file.size;
  }
  if (current.length > 0) cut();
  return tasks;
}
