/** Counts and durations per tool: of this process as it runs, and of all processes from the audit log. */
import type { ErrorKind } from '../core/errors.ts';
import { byCodeUnit } from '../core/text/index.ts';
import type { Saved } from './sent-lines.ts';

/** Enough for a steady p99. */
const KEPT_DURATIONS = 1024;

interface CallFacts {
  tool: string;
  durationMs: number;
  errorKind: ErrorKind | undefined;
  bytes: number;
  saved: Saved;
}

interface ToolMetrics {
  tool: string;
  count: number;
  errors: number;
  error_kinds: Record<string, number>;
  bytes: number;
  /** Excerpts that were not sent again, and their size; absent if there were none. */
  repeats?: number;
  saved_bytes?: number;
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
  saved: Saved;
  durations: number[];
}

export function createMetrics(): Metrics {
  const rows = new Map<string, Row>();
  return {
    record(call) {
      const row = rows.get(call.tool) ?? {
        count: 0,
        errors: 0,
        kinds: new Map(),
        bytes: 0,
        saved: { excerpts: 0, bytes: 0 },
        durations: [],
      };
      rows.set(call.tool, row);
      row.durations[row.count % KEPT_DURATIONS] = call.durationMs;
      row.count++;
      row.bytes += call.bytes;
      row.saved.excerpts += call.saved.excerpts;
      row.saved.bytes += call.saved.bytes;
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
    ...(row.saved.excerpts === 0 ? {} : { repeats: row.saved.excerpts, saved_bytes: row.saved.bytes }),
    p50_ms: percentile(sorted, 0.5),
    p95_ms: percentile(sorted, 0.95),
    p99_ms: percentile(sorted, 0.99),
  };
}

/** Nearest rank, of values in ascending order, to a hundredth of a millisecond. */
function percentile(sorted: readonly number[], share: number): number {
  const rank = Math.max(0, Math.ceil(share * sorted.length) - 1);
  return Math.round((sorted[rank] ?? 0) * 100) / 100;
}

/** Of all calls on this repository, by any process. */
export interface ToolStats {
  tool: string;
  calls: number;
  errors: number;
  bytes: number;
  /** Excerpts that clients were not sent again, and their size. */
  repeats: number;
  saved_bytes: number;
  p50_ms: number;
  p95_ms: number;
  p99_ms: number;
}

/** Enough of the log for steady figures; the oldest calls say little about today. */
export const COUNTED_CALLS = 100_000;

/** Entries come from a file that anybody may have written: what is not of the right form is left out. */
export function statsOf(entries: readonly Record<string, unknown>[]): ToolStats[] {
  const rows = new Map<
    string,
    Omit<ToolStats, 'tool' | 'p50_ms' | 'p95_ms' | 'p99_ms'> & { durations: number[] }
  >();
  for (const { tool, ok, bytes, repeats, saved_bytes, duration_ms } of entries) {
    if (typeof tool !== 'string' || typeof duration_ms !== 'number') continue;
    const row = rows.get(tool) ?? {
      calls: 0,
      errors: 0,
      bytes: 0,
      repeats: 0,
      saved_bytes: 0,
      durations: [],
    };
    rows.set(tool, row);
    row.calls++;
    row.errors += ok === true ? 0 : 1;
    row.bytes += typeof bytes === 'number' ? bytes : 0;
    row.repeats += typeof repeats === 'number' ? repeats : 0;
    row.saved_bytes += typeof saved_bytes === 'number' ? saved_bytes : 0;
    row.durations.push(duration_ms);
  }
  return [...rows]
    .sort(([a], [b]) => byCodeUnit(a, b))
    .map(([tool, { durations, ...counts }]) => {
      const sorted = durations.toSorted((a, b) => a - b);
      return {
        tool,
        ...counts,
        p50_ms: percentile(sorted, 0.5),
        p95_ms: percentile(sorted, 0.95),
        p99_ms: percentile(sorted, 0.99),
      };
    });
}
