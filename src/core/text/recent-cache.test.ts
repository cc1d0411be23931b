import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RecentCache } from './recent-cache.ts';

it('holds the values used last that fit together, as a list kept by hand does', () => {
  const step = fc.record({
    key: fc.constantFrom('a', 'b', 'c', 'd'),
    size: fc.option(fc.integer({ min: 1, max: 6 })),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 12 }), (steps, most) => {
      const cache = new RecentCache<{ size: number }>(most, ({ size }) => size);
      let byHand: { key: string; size: number }[] = [];
      for (const { key, size } of steps) {
        const known = byHand.find((it) => it.key === key);
        if (size === null) {
          expect(cache.get(key)?.size).toBe(known?.size);
          if (known !== undefined) byHand = [...byHand.filter((it) => it !== known), known];
          continue;
        }
        cache.set(key, { size });
        byHand = [...byHand.filter((it) => it !== known), { key, size }];
        while (byHand.reduce((sum, it) => sum + it.size, 0) > most) byHand.shift();
      }
      expect([...cache.values()].map((it) => it.size)).toEqual(byHand.map((it) => it.size));
    }),
  );
});

it('counts values if it is told no sizes, and starts over when it is cleared', () => {
  const cache = new RecentCache<number>(2);
  for (const value of [1, 2, 3]) cache.set(String(value), value);
  expect([...cache.values()]).toEqual([2, 3]);
  cache.clear();
  cache.set('4', 4);
  expect([...cache.values()]).toEqual([4]);
});
