/** Logs what a call found, and a warning if it took longer than specs/recall allows. */
import type { RecallDeps } from './recall-deps.ts';

/** Returns the duration in whole milliseconds. */
type Done = (facts: Record<string, number>) => number;

export function slowCalls(
  { clock, log }: Pick<RecallDeps, 'clock' | 'log'>,
  tool: string,
): (mostMs: number) => Done {
  return (mostMs) => {
    const started = clock.elapsed();
    return (facts) => {
      const durationMs = Math.round(clock.elapsed() - started);
      log.info('recall answered', { tool, durationMs, ...facts });
      if (durationMs > mostMs) log.warn('slow call', { tool, durationMs, mostMs });
      return durationMs;
    };
  };
}
