/** Indexing as a person at a terminal sees it: a bar, and what Ctrl-C means. */
import type { App } from '../../app/index.ts';
import type { CommandContext } from './command.ts';

const WIDTH = 24;
const GOES_ON = 'Stopped. What was indexed is kept; the next search or pilotbook index goes on from there.';

/** `[######..................] Indexing 1,200 of 4,800 files` */
export function progressLine(done: number, total: number | undefined, message: string): string {
  if (total === undefined || total === 0) return message;
  const full = Math.min(WIDTH, Math.floor((done / total) * WIDTH));
  return `[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}] ${message}`;
}

/** Work that indexes. Whoever stops it is told that nothing is lost. */
export async function indexing<T>(
  { signal, print }: Pick<CommandContext, 'signal' | 'print'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (signal.aborted) print.note(GOES_ON);
    throw thrown;
  }
}

/** The complete index: a command has no second chance to answer better. */
export async function prepared(
  app: Pick<App, 'prepare'>,
  context: Pick<CommandContext, 'signal' | 'print'>,
): Promise<void> {
  const { signal, print } = context;
  await indexing(context, () => app.prepare(signal, (...far) => print.progress(progressLine(...far))));
}
