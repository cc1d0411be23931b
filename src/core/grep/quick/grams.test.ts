import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GRAM_BYTES, gramTable, gramTest } from './grams.ts';

const tableOf = (text: string) => gramTable(Buffer.from(text));
const lines = fc.array(fc.string({ unit: 'grapheme', maxLength: 60 }), { maxLength: 30 });

test('a text is never said to lack what one of its lines holds, in any case', () => {
  fc.assert(
    fc.property(lines, fc.nat(), fc.nat(), fc.nat(), (all, which, from, length) => {
      const line = (all[which % Math.max(1, all.length)] ?? '').replaceAll('\n', '');
      const characters = [...line];
      const start = from % Math.max(1, characters.length);
      const literal = characters.slice(start, start + 1 + (length % 20)).join('');
      fc.pre(Buffer.byteLength(literal) >= GRAM_BYTES);
      const table = tableOf(all.map((each) => each.replaceAll('\n', '')).join('\n'));
      expect(gramTest({ literal })(table)).toBe(true);
      const other = literal.replace(/[a-z]/g, (letter) => letter.toUpperCase());
      expect(gramTest({ literal: other })(table)).toBe(true);
      expect(gramTest({ all: [{ literal }, { literal: other }] })(table)).toBe(true);
      expect(gramTest({ any: [{ literal: 'never in it' }, { literal }] })(table)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('most texts that lack a word are told from those that hold it, in a tenth of their size', () => {
  const texts = Array.from({ length: 200 }, (_, at) =>
    Array.from({ length: 120 }, (_, line) => `const value${at}x${line} = compute(${line * at});`).join('\n'),
  );
  const tables = texts.map(tableOf);
  const passing = tables.filter(gramTest({ literal: 'value77x' }));
  expect(passing.length).toBeLessThan(10);
  const bytes = tables.reduce((sum, table) => sum + table.byteLength, 0);
  expect(bytes).toBeLessThan(texts.join('').length / 10);
});

test('an empty file has a table, and holds nothing', () => {
  expect(gramTest({ literal: 'word' })(tableOf(''))).toBe(false);
});
