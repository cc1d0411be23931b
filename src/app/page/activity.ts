/** What agents did here: calls over time, how long they took, what they cost, what they did not find. */
import type { ContextItem } from '../../areas/recall/index.ts';
import type { AuditJournal } from '../audit.ts';
import { COUNTED_CALLS, statsOf, type ToolStats } from '../metrics.ts';

/** The id of calls that the page itself makes: they are not what agents do. */
export const PAGE_REQUEST = 'page';

export interface CallLine {
  /** In milliseconds since the epoch. */
  time: number;
  tool: string;
  ok: boolean;
  ms: number;
  bytes: number;
  error?: string;
  /** The answer held nothing. */
  empty?: true;
}

export interface ActivityView {
  now: number;
  tools: readonly (ToolStats & { empty: number })[];
  /** The newest, oldest first. */
  calls: readonly CallLine[];
  /** How many more were recorded. */
  left_out: number;
  items: readonly ContextItem[];
}

const MOST_CALLS = 5_000;

export async function activityView(
  audit: AuditJournal,
  items: readonly ContextItem[],
  now: number,
): Promise<ActivityView> {
  const recorded = await audit.read({ since: undefined, limit: COUNTED_CALLS });
  const own = recorded.filter(({ request_id }) => request_id !== PAGE_REQUEST);
  const calls = own.flatMap((line) => callOf(line) ?? []);
  const empty = new Map<string, number>();
  for (const call of calls) if (call.empty === true) empty.set(call.tool, (empty.get(call.tool) ?? 0) + 1);
  return {
    now,
    tools: statsOf(own).map((row) => ({ ...row, empty: empty.get(row.tool) ?? 0 })),
    calls: calls.slice(-MOST_CALLS),
    left_out: Math.max(0, calls.length - MOST_CALLS),
    items,
  };
}

/** Calls by agents that were recorded after a moment. */
export async function callsAfter(audit: AuditJournal, time: number): Promise<readonly CallLine[]> {
  const lines = await audit.read({ since: new Date(time).toISOString(), limit: MOST_CALLS });
  return lines
    .filter(({ request_id }) => request_id !== PAGE_REQUEST)
    .flatMap((line) => callOf(line) ?? [])
    .filter((call) => call.time > time);
}

/** A line comes from a file that anybody may have written. */
function callOf(line: Record<string, unknown>): CallLine | undefined {
  const { timestamp, tool, ok, duration_ms, bytes, error_code, empty } = line;
  const time = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
  if (Number.isNaN(time) || typeof tool !== 'string' || typeof duration_ms !== 'number') return undefined;
  return {
    time,
    tool,
    ok: ok === true,
    ms: duration_ms,
    bytes: typeof bytes === 'number' ? bytes : 0,
    ...(typeof error_code === 'string' ? { error: error_code } : {}),
    ...(empty === true ? { empty } : {}),
  };
}
