/** The entry of a thread that reads source files for their directory's document. */
import { serveTasks } from '../../../core/parsing/index.ts';
import { readSourceFile, type SourceFileTask } from './source-file.ts';

serveTasks(({ file, text }: SourceFileTask) => readSourceFile(file, text));
