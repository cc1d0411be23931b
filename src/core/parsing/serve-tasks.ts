/** The inside of a thread: one answer for each task. */
import { parentPort } from 'node:worker_threads';
import { asAppError } from '../errors.ts';
import { parserFailed, Unparsed } from '../languages/index.ts';
import { ownThreadId } from '../thread-time.ts';
import type { Outcome, Report, Request } from './threads.ts';

export function serveTasks<Task, Value>(handle: (task: Task) => Promise<Value>): void {
  const say = (report: Report<Value>) => parentPort?.postMessage(report);
  say({ threadId: ownThreadId() });
  parentPort?.on('message', async ({ number, task }: Request<Task>) => {
    const outcome = await outcomeOf(handle, task);
    const { heapUsed, external } = process.memoryUsage();
    say({ number, outcome, memoryBytes: heapUsed + external, spent: parserFailed() });
  });
}

async function outcomeOf<Task, Value>(
  handle: (task: Task) => Promise<Value>,
  task: Task,
): Promise<Extract<Report<Value>, { number: number }>['outcome']> {
  try {
    return { value: await handle(task) } satisfies Outcome<Value>;
  } catch (thrown) {
    if (thrown instanceof Unparsed) return { stopped: thrown.stop };
    const { kind, code, message, hint, cause } = asAppError(thrown);
    return { failed: { kind, code, message, hint, cause: cause instanceof Error ? cause.stack : undefined } };
  }
}
