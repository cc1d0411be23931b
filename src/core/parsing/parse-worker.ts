/** The entry of a parsing thread. */
import { serveTasks } from './serve-tasks.ts';
import { type ParseTask, TASKS } from './tasks.ts';

serveTasks(async ({ kind, path, text }: ParseTask): Promise<unknown> => await TASKS[kind](path, text));
