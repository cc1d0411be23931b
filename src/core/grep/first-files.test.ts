import { expect, test } from 'vitest';
import { byCodeUnit } from '../text/index.ts';
import { parseMatchCounts } from './first-files.ts';

const NUL = '\0';
const STATS = '\n9 matches\n9 matched lines\n4 files contained matches\n12 files searched\n0 bytes printed\n';

test('counts the wanted files and names the first that hold enough', () => {
  const output = `./c${NUL}5\n./a${NUL}2\n./.env${NUL}7\n./b/x${NUL}4\n${STATS}`;
  expect(parseMatchCounts(output, (path) => path !== '.env', 3, byCodeUnit)).toEqual({
    total: 11,
    filesSearched: 12,
    first: ['a', 'b/x'],
    files: [
      { path: 'c', count: 5 },
      { path: 'a', count: 2 },
      { path: 'b/x', count: 4 },
    ],
  });
});

test('a name that could not be asked for does not count', () => {
  expect(
    parseMatchCounts(`./../x${NUL}5\n./a\nb${NUL}1\n./ok${NUL}2\n${STATS}`, () => true, 9, byCodeUnit),
  ).toMatchObject({
    total: 2,
    first: ['ok'],
  });
});
