import fc from 'fast-check';
import { expect, test } from 'vitest';
import { before, pageOf } from './cursor.ts';

const same = (item: string) => item;

test('pages put together are the list, whatever their sizes', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string(), { maxLength: 40 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
      (items, limits) => {
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const page = pageOf(items, { limit: limits.next().value, cursor }, same);
          expect(before(cursor)).toBe(seen.length);
          seen.push(...page.shown);
          cursor = page.next;
        } while (cursor !== undefined);
        expect(seen).toEqual(items);
      },
    ),
  );
});

test('a cursor is refused when what stood before it is not as it was, or it is not ours', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string(), { minLength: 3, maxLength: 20 }),
      fc.nat(),
      fc.nat(),
      (items, at, gone) => {
        const limit = 1 + (at % (items.length - 1));
        const { next } = pageOf(items, { limit, cursor: undefined }, same);
        const changed = items.toSpliced(gone % limit, 1);
        expect(() => pageOf(changed, { limit, cursor: next }, same)).toThrow('the list has changed');
        expect(() => pageOf(items, { limit, cursor: `${next}x` }, same)).toThrow('not one of ours');
      },
    ),
  );
  // What comes later may change: the next page shows it as it is.
  const { next } = pageOf(['a', 'b', 'c'], { limit: 1, cursor: undefined }, same);
  expect(pageOf(['a', 'x'], { limit: 5, cursor: next }, same).shown).toEqual(['x']);
  expect(() => pageOf(['a'], { limit: 5, cursor: next }, same)).toThrow('the list has changed');
});
