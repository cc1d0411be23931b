/** Source files are read in threads of their own: a run reads thousands, and each may have been made to be slow. */
import { TASK_LIMIT_MS, Threads } from '../../../core/parsing/index.ts';
import type { SourceFile } from './source-file.ts';

export interface SourceFileTask {
  file: SourceFile;
  text: string;
}

const threads = new Threads<SourceFileTask, SourceFile>({
  entry: 'source-file-worker',
  threads: 2,
  limitMs: TASK_LIMIT_MS,
  // Seldom needed, and then by all files of a project at once.
  idleMs: 5000,
});

/** Nothing but its name is told of a file that takes too long. */
export async function readInThread(file: SourceFile, text: string, signal: AbortSignal): Promise<SourceFile> {
  const outcome = await threads.run({ file, text }, signal);
  return outcome.stopped === undefined ? outcome.value : file;
}
