import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lowestOfBest } from './lowest-of-best.ts';

const values = fc
  .array(fc.float({ min: -2, max: 2, noNaN: true }), { minLength: 1, maxLength: 300 })
  .map((all) => Float32Array.from(all));

describe('the lowest of the best', () => {
  it('is reached by as many as were asked for', () => {
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 400 }), (all, count) => {
        const least = lowestOfBest(all, count);
        const reached = all.filter((value) => value >= least).length;
        expect(reached).toBeGreaterThanOrEqual(Math.min(count, all.length));
      }),
    );
  });

  it('is reached by few more when the values are spread', () => {
    const all = Float64Array.from({ length: 10_000 }, (_, i) => Math.sin(i));
    const least = lowestOfBest(all, 100);
    const reached = all.filter((value) => value >= least).length;
    expect(reached).toBeGreaterThanOrEqual(100);
    expect(reached).toBeLessThan(400);
  });
});
