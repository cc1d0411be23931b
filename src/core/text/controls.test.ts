import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeControlsInJson, showControls } from './controls.ts';

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      '\u001b',
      '\u0000',
      '\u009b',
      '\u007f',
      '\u202e',
      '\u200b',
      '\u2028',
      '\ufeff',
      '\u{e0041}',
      'a',
    ),
  }),
);
const RAW = /(?![\t\n])\p{Cc}|[\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u;

test('no control is left in text, and doing it twice changes nothing', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const shown = showControls(text);
      expect(shown).not.toMatch(RAW);
      expect(showControls(shown)).toBe(shown);
    }),
  );
});

test('no control is left in JSON, and its value is the same', () => {
  fc.assert(
    fc.property(fc.dictionary(hostile, hostile), (value) => {
      const json = escapeControlsInJson(JSON.stringify(value, null, 2));
      expect(json).not.toMatch(RAW);
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('words, tabs, line ends and pictures stay', () => {
  expect(showControls('größe\t中\n❤️')).toBe('größe\t中\n❤️');
});
