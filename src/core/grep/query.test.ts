import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expandedLength } from './query.ts';

test.each([
  ['abc', 3],
  ['((a{30}){30}){30}', 27_000],
  ['(?:ab|c){2,5}x', 16],
  ['[a-z{9}]{4}', 4],
  ['[]a]{3}[^]]{2}', 5],
  ['[[:alpha:]]{7}', 7],
  ['\\w{3,40}\\s+\\w+', 42],
  ['\\{{3}', 3],
  ['\\p{Greek}{6}', 6],
  ['a{3}{4}', 12],
  ['a{5,}', 5],
  ['{2}', 0],
  ['(((', 0],
  ['a)b{2}', 3],
])('%s stands for %i items', (pattern, length) => {
  expect(expandedLength(pattern)).toBe(length);
});

test('nested counts multiply, whatever stands around them', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
      fc.constantFrom('a', '\\d', '[xyz]', '.', '\\('),
      (counts, item) => {
        const pattern = counts.reduce<string>((inner, count) => `(${inner}){${count}}`, item);
        expect(expandedLength(pattern)).toBe(counts.reduce((product, count) => product * count, 1));
      },
    ),
  );
});

test('any text has a length, found in time that grows with it', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'ab(){}[]\\|*+?^,12-:'), maxLength: 300 }),
      (pattern) => {
        expect(expandedLength(pattern)).toBeGreaterThanOrEqual(0);
      },
    ),
  );
});
