/** What the audit log says of all calls on this repository, by any process. */
import { byCodeUnit } from '../core/text/index.ts';
import { percentile } from './metrics.ts';

export interface ToolStats {
  tool: string;
  calls: number;
  errors: number;
  bytes: number;
  p50_ms: number;
  p95_ms: number;
  p99_ms: number;
}

/** Enough of the log for steady figures; the oldest calls say little about today. */
export const COUNTED_CALLS = 100_000;

/** Entries come from a file that anybody may have written: what is not of the right form is left out. */
export function statsOf(entries: readonly Record<string, unknown>[]): ToolStats[] {
  const rows = new Map<string, { calls: number; errors: number; bytes: number; durations: number[] }>();
  for (const { tool, ok, bytes, duration_ms } of entries) {
    if (typeof tool !== 'string' || typeof duration_ms !== 'number') continue;
    const row = rows.get(tool) ?? { calls: 0, errors: 0, bytes: 0, durations: [] };
    rows.set(tool, row);
    row.calls++;
    row.errors += ok === true ? 0 : 1;
    row.bytes += typeof bytes === 'number' ? bytes : 0;
    row.durations.push(duration_ms);
  }
  return [...rows]
    .sort(([a], [b]) => byCodeUnit(a, b))
    .map(([tool, { calls, errors, bytes, durations }]) => {
      const sorted = durations.toSorted((a, b) => a - b);
      return {
        tool,
        calls,
        errors,
        bytes,
        p50_ms: percentile(sorted, 0.5),
        p95_ms: percentile(sorted, 0.95),
        p99_ms: percentile(sorted, 0.99),
      };
    });
}
