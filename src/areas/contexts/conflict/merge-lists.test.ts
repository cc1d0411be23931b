import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeLists } from './merge-lists.ts';

const words = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 6 });
const items = (values: readonly unknown[]) => values.map((value) => ({ value, node: value }));
const merge = (ours: readonly unknown[], theirs: readonly unknown[], base?: readonly unknown[]) =>
  mergeLists(items(ours), items(theirs), base, (value) => value);
const values = (merged: ReturnType<typeof merge>) => merged.items.map(({ value }) => value);

test('without a base nothing of either side is lost, and nothing stands twice', () => {
  fc.assert(
    fc.property(words, words, (ours, theirs) => {
      const merged = values(merge(ours, theirs));
      expect(new Set(merged)).toEqual(new Set([...ours, ...theirs]));
      expect(merged).toHaveLength(new Set(merged).size);
    }),
  );
});

test('with a base it is what each side added to what both kept', () => {
  fc.assert(
    fc.property(words, words, words, (ours, theirs, base) => {
      const wanted = [...new Set([...ours, ...theirs])].filter(
        (each) => !base.includes(each) || (ours.includes(each) && theirs.includes(each)),
      );
      expect(new Set(values(merge(ours, theirs, base)))).toEqual(new Set(wanted));
    }),
  );
});

test('both ways round give the same, as long as both keep the order of what they share', () => {
  fc.assert(
    fc.property(words, words, words, (ours, theirs, base) => {
      const shared = ours.filter((each) => theirs.includes(each));
      fc.pre(shared.join() === theirs.filter((each) => ours.includes(each)).join());
      expect(values(merge(ours, theirs, base))).toEqual(values(merge(theirs, ours, base)));
    }),
  );
});

test('the same words with other places are one item that cites all of them', () => {
  const claim = (...anchors: unknown[]) => ({ what: 'w', why: 'y', anchors });
  expect(values(merge([claim('a.ts:1')], [claim({ at: 'b.ts:2', stored: {} })]))).toEqual([
    claim('a.ts:1', { at: 'b.ts:2', stored: {} }),
  ]);
  expect(values(merge(['c'], [{ what: 'c', anchors: ['a.ts:1'] }]))).toEqual([
    { what: 'c', anchors: ['a.ts:1'] },
  ]);
  expect(values(merge([claim('a.ts:1')], [claim('a.ts:9')], [claim('a.ts:1')]))).toEqual([claim('a.ts:9')]);
});
