/** How much a file is on the mind of who works here: 0.6 · how lately it was read + 0.4 · how often. */
const RECENCY_WEIGHT = 0.6;
const ACCESS_WEIGHT = 0.4;
const FORGOTTEN_AFTER_MS = 30 * 24 * 60 * 60 * 1000;
const OFTEN = 100;

export function contextScore(reads: number, lastReadMs: number, nowMs: number): number {
  const recency = Math.max(0, Math.min(1, 1 - (nowMs - lastReadMs) / FORGOTTEN_AFTER_MS));
  const access = Math.min(1, reads / OFTEN);
  return RECENCY_WEIGHT * recency + ACCESS_WEIGHT * access;
}
