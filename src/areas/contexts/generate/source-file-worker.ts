/** The entry of a thread that reads source files for their directory's document. */
import { serveTasks } from '../../../core/parsing/index.ts';
import { readSourceFile } from './source-file.ts';
import type { SourceFileTask } from './source-file-threads.ts';

serveTasks(({ file, text }: SourceFileTask) => readSourceFile(file, text));
