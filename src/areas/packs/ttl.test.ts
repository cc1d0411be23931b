import { expect, test } from 'vitest';
import { changedExpiry, expiryFrom, isExpired, MAX_TTL_MINUTES, secondsLeft, timeLeft } from './ttl.ts';

const NOW = 1_000_000_000_000;
const MINUTE = 60_000;

test('a pack lives from one minute to five years', () => {
  expect(expiryFrom(NOW, 1)).toBe(NOW + MINUTE);
  expect(expiryFrom(NOW, MAX_TTL_MINUTES)).toBe(NOW + MAX_TTL_MINUTES * MINUTE);
  for (const minutes of [0, -1, 1.5, MAX_TTL_MINUTES + 1, Number.NaN])
    expect(() => expiryFrom(NOW, minutes)).toThrow(expect.objectContaining({ code: 'invalid_data' }));
});

test('ttl_minutes counts from now, extend_minutes from the end', () => {
  const end = NOW + 10 * MINUTE;
  expect(changedExpiry(end, NOW, { ttlMinutes: 5 })).toBe(NOW + 5 * MINUTE);
  expect(changedExpiry(end, NOW, { extendMinutes: 5 })).toBe(NOW + 15 * MINUTE);
});

test('neither field has its own code, both are invalid, and extending stops at five years', () => {
  expect(() => changedExpiry(NOW, NOW, {})).toThrow(expect.objectContaining({ code: 'ttl_required' }));
  for (const change of [
    { ttlMinutes: 1, extendMinutes: 1 },
    { extendMinutes: 0 },
    { extendMinutes: MAX_TTL_MINUTES },
  ])
    expect(() => changedExpiry(NOW + MINUTE, NOW, change)).toThrow(
      expect.objectContaining({ code: 'invalid_data' }),
    );
});

test.each([
  [-1, 'expired'],
  [0, 'expired'],
  [1, '<1m'],
  [59_999, '<1m'],
  [MINUTE, '1m'],
  [59 * MINUTE + 59_999, '59m'],
  [60 * MINUTE, '1h'],
  [24 * 60 * MINUTE - 1, '23h'],
  [24 * 60 * MINUTE, '1d'],
  [365 * 24 * 60 * MINUTE, '365d'],
])('%d ms are %s', (left, text) => {
  expect(timeLeft(NOW + left, NOW)).toBe(text);
});

test('the last moment is already expired', () => {
  expect(isExpired(NOW, NOW)).toBe(true);
  expect(isExpired(NOW + 1, NOW)).toBe(false);
  expect(secondsLeft(NOW + 1999, NOW)).toBe(1);
  expect(secondsLeft(NOW - 5, NOW)).toBe(0);
});

test('a pack without an end never expires, and has nothing to extend', () => {
  expect(isExpired(null, Number.MAX_SAFE_INTEGER)).toBe(false);
  expect(timeLeft(null, NOW)).toBe('unlimited');
  expect(secondsLeft(null, NOW)).toBeNull();
  expect(changedExpiry(null, NOW, { ttlMinutes: 5 })).toBe(NOW + 5 * MINUTE);
  expect(() => changedExpiry(null, NOW, { extendMinutes: 5 })).toThrow(
    expect.objectContaining({ code: 'invalid_data' }),
  );
});
