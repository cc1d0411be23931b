import { vi } from 'vitest';

/** Asks again until it holds; a machine may take its time, and only what never comes fails. */
export function eventually<T>(holds: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(holds, { timeout: 600_000, interval: 20 });
}
