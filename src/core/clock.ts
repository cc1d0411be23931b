/** The time, passed in as an argument so that a test gets the same bytes from the same call. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds on a clock that never runs backwards, for durations. */
  elapsed(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
};

/** `2026-02-13T10:00:00.000Z` */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
