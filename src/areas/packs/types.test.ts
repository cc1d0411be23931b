import { expect, test } from 'vitest';
import { checkKey, checkLines, checkName, checkPath, idFrom, isId } from './types.ts';

const refused = expect.objectContaining({ kind: 'invalid', code: 'invalid_data' });

test('ids are pk_ and eight of a-z and 2-7, and spread over all of them', () => {
  const ids = Array.from({ length: 500 }, (_, at) => idFrom(`word ${at}`));
  expect(ids.every(isId)).toBe(true);
  expect(new Set(ids).size).toBe(500);
  expect(new Set(ids.join('').replaceAll('pk_', '')).size).toBe(32);
});

test.each(['pk_abcdefg', 'pk_abcdefghi', 'pk_ABCDEFGH', 'pk_abcdefg1', 'xpk_abcdefgh', 'pk_abcdefgh\n'])(
  '%j is no id',
  (text) => {
    expect(isId(text)).toBe(false);
  },
);

test.each(['ab', 'a'.repeat(64), '0-_', 'core-flow'])('%j is a key', (key) => {
  expect(checkKey(key, 'ref_key')).toBe(key);
});

test.each(['a', 'a'.repeat(65), '-a', '_a', 'Ab', 'a b', 'a/b', '../x', 'ä1', 'ab\n', '__proto__'])(
  '%j is no key, and the field is named',
  (key) => {
    expect(() => checkKey(key, 'ref_key')).toThrow(refused);
    expect(() => checkKey(key, 'ref_key')).toThrow(/^ref_key /);
  },
);

test.each(['abc', 'My pack / 2', 'ünï', 'x'.repeat(120), '\u{1F600}'.repeat(120)])('%j is a name', (name) => {
  expect(checkName(name)).toBe(name);
});

test.each(['ab', 'x'.repeat(121), 'pk_abcdefgh', 'two\nlines', 'nul\0', 'sep\u2028'])(
  '%j is no name',
  (name) => {
    expect(() => checkName(name)).toThrow(refused);
  },
);

test('a path has at most 1024 bytes', () => {
  expect(checkPath('é'.repeat(512))).toHaveLength(512);
  expect(() => checkPath('é'.repeat(513))).toThrow(refused);
});

test('a range counts from 1, does not go back, and spans at most 2000 lines', () => {
  expect(checkLines({ start: 1, end: 2000 })).toEqual({ start: 1, end: 2000 });
  for (const lines of [
    { start: 0, end: 1 },
    { start: 2, end: 1 },
    { start: 1, end: 2001 },
  ])
    expect(() => checkLines(lines)).toThrow(refused);
});
