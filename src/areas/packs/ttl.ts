/** When a pack expires, and how that is shown. */
import { AppError } from '../../core/errors.ts';
import { invalid } from './types.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Five years. */
export const MAX_TTL_MINUTES = 2_628_000;

export function expiryFrom(now: number, minutes: number): number {
  if (!Number.isSafeInteger(minutes) || minutes < 1 || minutes > MAX_TTL_MINUTES)
    throw invalid(`ttl_minutes must be a whole number from 1 to ${MAX_TTL_MINUTES}.`);
  return now + minutes * MINUTE_MS;
}

export type TtlChange = { ttlMinutes?: number | undefined; extendMinutes?: number | undefined };

/** `change` must have exactly one of its two fields. */
export function changedExpiry(expiresAt: number | null, now: number, change: TtlChange): number {
  const { ttlMinutes, extendMinutes } = change;
  if (ttlMinutes !== undefined && extendMinutes !== undefined)
    throw invalid('Give ttl_minutes or extend_minutes, not both.');
  if (ttlMinutes !== undefined) return expiryFrom(now, ttlMinutes);
  if (extendMinutes === undefined)
    throw new AppError('invalid', 'ttl_required', 'touch_ttl needs ttl_minutes or extend_minutes.');
  if (!Number.isSafeInteger(extendMinutes) || extendMinutes < 1)
    throw invalid('extend_minutes must be a whole number from 1.');
  if (expiresAt === null)
    throw invalid('The pack does not expire, so there is nothing to extend; set an expiry with ttl_minutes.');
  const extended = Math.max(now, expiresAt) + extendMinutes * MINUTE_MS;
  if (extended > expiryFrom(now, MAX_TTL_MINUTES))
    throw invalid(`A pack can expire at most ${MAX_TTL_MINUTES} minutes from now.`);
  return extended;
}

export function isExpired(expiresAt: number | null, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}

export function secondsLeft(expiresAt: number | null, now: number): number | null {
  return expiresAt === null ? null : Math.max(0, Math.floor((expiresAt - now) / 1000));
}

/** `expired`, `<1m`, `32m`, `5h`, `12d`: rounded down, so that a pack lasts at least as long as it says. */
export function timeLeft(expiresAt: number | null, now: number): string {
  if (expiresAt === null) return 'unlimited';
  const left = expiresAt - now;
  if (left <= 0) return 'expired';
  if (left < MINUTE_MS) return '<1m';
  if (left < HOUR_MS) return `${Math.floor(left / MINUTE_MS)}m`;
  return left < DAY_MS ? `${Math.floor(left / HOUR_MS)}h` : `${Math.floor(left / DAY_MS)}d`;
}
