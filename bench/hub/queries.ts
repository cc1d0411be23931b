/** Questions that any code may answer, and the figures of how long they took. */
const VERBS = ['open', 'parse', 'read', 'write', 'close', 'encode', 'retry', 'cancel', 'validate', 'format'];
const THINGS = [
  'connection',
  'header',
  'file',
  'request body',
  'session',
  'error message',
  'timeout',
  'token',
];

export const QUERIES: readonly string[] = VERBS.flatMap((verb, at) =>
  THINGS.slice(at % 4, (at % 4) + 5).map((thing) => `${verb} ${thing}`),
);

export function spread(times: readonly number[]): { p50: number; p95: number; most: number } {
  const sorted = [...times].sort((a, b) => a - b);
  const part = (share: number) => Math.round((sorted[Math.ceil(sorted.length * share) - 1] ?? 0) * 10) / 10;
  return { p50: part(0.5), p95: part(0.95), most: part(1) };
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
