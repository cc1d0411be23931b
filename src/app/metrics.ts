/** Counts and durations per tool, of this process. */
import type { ErrorKind } from '../core/errors.ts';
import { byCodeUnit } from '../core/text/index.ts';

/** Enough for a steady p99, small enough to forget. */
const KEPT_DURATIONS = 1024;

export interface CallFacts {
  tool: string;
  durationMs: number;
  errorKind: ErrorKind | undefined;
  bytes: number;
}

export interface ToolMetrics {
  tool: string;
  count: number;
  errors: number;
  error_kinds: Record<string, number>;
  bytes: number;
  p50_ms: number;
  p95_ms: number;
  p99_ms: number;
}

export interface Metrics {
  record(call: CallFacts): void;
  summary(): ToolMetrics[];
}

interface Row {
  count: number;
  errors: number;
  kinds: Map<string, number>;
  bytes: number;
  durations: number[];
}

export function createMetrics(): Metrics {
  const rows = new Map<string, Row>();
  return {
    record(call) {
      const row = rows.get(call.tool) ?? { count: 0, errors: 0, kinds: new Map(), bytes: 0, durations: [] };
      rows.set(call.tool, row);
      row.durations[row.count % KEPT_DURATIONS] = call.durationMs;
      row.count++;
      row.bytes += call.bytes;
      if (call.errorKind === undefined) return;
      row.errors++;
      row.kinds.set(call.errorKind, (row.kinds.get(call.errorKind) ?? 0) + 1);
    },
    summary: () => [...rows].sort(([a], [b]) => byCodeUnit(a, b)).map(([tool, row]) => summarise(tool, row)),
  };
}

function summarise(tool: string, row: Row): ToolMetrics {
  const sorted = row.durations.toSorted((a, b) => a - b);
  return {
    tool,
    count: row.count,
    errors: row.errors,
    error_kinds: Object.fromEntries([...row.kinds].sort(([a], [b]) => byCodeUnit(a, b))),
    bytes: row.bytes,
    p50_ms: percentile(sorted, 0.5),
    p95_ms: percentile(sorted, 0.95),
    p99_ms: percentile(sorted, 0.99),
  };
}

/** Nearest rank, of values in ascending order, to a hundredth of a millisecond. */
export function percentile(sorted: readonly number[], share: number): number {
  const rank = Math.max(0, Math.ceil(share * sorted.length) - 1);
  return Math.round((sorted[rank] ?? 0) * 100) / 100;
}
