import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lowestOfBest } from './lowest-of-best.ts';

const values = fc
  .array(fc.float({ min: -2, max: 2, noNaN: true }), { minLength: 1, maxLength: 300 })
  .map((all) => Float32Array.from(all));

it('is the value at that place of the sorted ones, or the last', () => {
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 400 }), (all, count) => {
      const sorted = all.toSorted((a, b) => b - a);
      expect(lowestOfBest(all, count)).toBe(sorted[Math.min(count, all.length) - 1]);
    }),
  );
});
