/** A sliding window per tool: at most so many calls in any 60 seconds. */
import type { Clock } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';

const WINDOW_MS = 60_000;

export interface RateLimiter {
  /** Counts the call, or throws with the seconds to wait. */
  admit(tool: string, perMinute: number): void;
}

export function createRateLimiter(clock: Clock): RateLimiter {
  const admitted = new Map<string, number[]>();
  return {
    admit(tool, perMinute) {
      const now = clock.elapsed();
      const recent = (admitted.get(tool) ?? []).filter((time) => now - time < WINDOW_MS);
      admitted.set(tool, recent);
      const oldest = recent[recent.length - perMinute];
      if (oldest === undefined) {
        recent.push(now);
        return;
      }
      const seconds = Math.ceil((WINDOW_MS - (now - oldest)) / 1000);
      throw new AppError('rate_limit', 'rate_limit', `Rate limit exceeded for ${tool}`, {
        hint: `Wait ${seconds} s: ${perMinute} calls per minute are allowed.`,
        details: { retryAfterSeconds: seconds, perMinute },
      });
    },
  };
}
