/** Entry of the thread that reads source files for the document of their directory. */
import { serveTasks } from '../../../core/parsing/index.ts';
import { readSourceFile, type SourceFileTask } from './source-file.ts';

serveTasks(({ file, text }: SourceFileTask) => readSourceFile(file, text));
