/** Counts for Prometheus, in its text form. No repository, caller or path is named: whoever reads them may see none. */

/** Upper ends of the histogram of durations, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface ToolCounts {
  ok: number;
  failed: number;
  buckets: number[];
  seconds: number;
}

export class HttpMetrics {
  readonly #requests = new Map<string, number>();
  readonly #tools = new Map<string, ToolCounts>();

  answered(route: string, status: number): void {
    const key = `route="${route}",status="${status}"`;
    this.#requests.set(key, (this.#requests.get(key) ?? 0) + 1);
  }

  called(tool: string, ok: boolean, seconds: number): void {
    const counts = this.#tools.get(tool) ?? { ok: 0, failed: 0, buckets: BUCKETS.map(() => 0), seconds: 0 };
    this.#tools.set(tool, counts);
    if (ok) counts.ok++;
    else counts.failed++;
    counts.seconds += seconds;
    for (const [at, end] of BUCKETS.entries())
      if (seconds <= end) counts.buckets[at] = (counts.buckets[at] ?? 0) + 1;
  }

  text(gauges: Readonly<Record<string, number>>): string {
    const lines = ['# TYPE pilotbook_requests_total counter'];
    for (const [labels, count] of this.#requests) lines.push(`pilotbook_requests_total{${labels}} ${count}`);
    lines.push('# TYPE pilotbook_calls_total counter', '# TYPE pilotbook_call_seconds histogram');
    for (const [tool, { ok, failed, buckets, seconds }] of this.#tools) {
      const label = `tool="${tool}"`;
      lines.push(
        `pilotbook_calls_total{${label},ok="true"} ${ok}`,
        `pilotbook_calls_total{${label},ok="false"} ${failed}`,
      );
      for (const [at, end] of BUCKETS.entries())
        lines.push(`pilotbook_call_seconds_bucket{${label},le="${end}"} ${buckets[at] ?? 0}`);
      lines.push(
        `pilotbook_call_seconds_bucket{${label},le="+Inf"} ${ok + failed}`,
        `pilotbook_call_seconds_sum{${label}} ${seconds}`,
      );
      lines.push(`pilotbook_call_seconds_count{${label}} ${ok + failed}`);
    }
    for (const [name, value] of Object.entries(gauges))
      lines.push(`# TYPE pilotbook_${name} gauge`, `pilotbook_${name} ${value}`);
    return `${lines.join('\n')}\n`;
  }
}
