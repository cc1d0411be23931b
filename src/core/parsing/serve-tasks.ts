/** The inside of a thread: one answer for each task. */
import { asAppError } from '../errors.ts';
import { parserFailed, Unparsed } from '../languages/index.ts';
import { serveThread } from '../threads/index.ts';
import type { Report, Request } from './threads.ts';

export function serveTasks<Task, Value>(handle: (task: Task) => Promise<Value>): void {
  serveThread<undefined, Request<Task>, Report<Value>>((_, at) => async ({ number, task }, answer) => {
    at(number, 0);
    const outcome = await outcomeOf(handle, task);
    const { heapUsed, external } = process.memoryUsage();
    answer({ outcome, memoryBytes: heapUsed + external, spent: parserFailed() });
  });
}

async function outcomeOf<Task, Value>(
  handle: (task: Task) => Promise<Value>,
  task: Task,
): Promise<Report<Value>['outcome']> {
  try {
    return { value: await handle(task) };
  } catch (thrown) {
    if (thrown instanceof Unparsed) return { stopped: thrown.stop };
    const { kind, code, message, hint, cause } = asAppError(thrown);
    return { failed: { kind, code, message, hint, cause: cause instanceof Error ? cause.stack : undefined } };
  }
}
