import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../clock.ts';

/** Other calls must get their turn while there is much to do. */
const SLICE_MS = 4;

export async function inSlices(steps: Iterable<void>, clock: Clock, signal: AbortSignal): Promise<void> {
  await nextTurn();
  let until = clock.elapsed() + SLICE_MS;
  for (const _ of steps) {
    if (clock.elapsed() < until) continue;
    await nextTurn();
    signal.throwIfAborted();
    until = clock.elapsed() + SLICE_MS;
  }
}
