import { expect, it } from 'vitest';
import { likelyHomes } from './likely-homes.ts';
import { makeAnchor } from './make.ts';

const anchor = (path: string) => makeAnchor(path, 'const a = 1;\n', 1, 1);
const paths = (path: string, files: readonly { path: string; size: number }[]) =>
  likelyHomes(anchor(path), files).map((file) => file.path);

it('are the other files that such code is renamed to', () => {
  const files = ['a.js', 'src/a.ts', 'b.mjs', 'c.py', 'Makefile', 'd.md'].map((path) => ({ path, size: 10 }));
  expect(paths('a.js', files)).toEqual(['src/a.ts', 'b.mjs']);
  expect(paths('x/Makefile', files)).toEqual(['Makefile']);
  expect(paths('x.zig', files)).toEqual([]);
});

it('are those of the same name when there are too many to read', () => {
  const many = Array.from({ length: 600 }, (_, at) => ({ path: `src/file${at}.ts`, size: 10 }));
  const namesakes = [
    { path: 'lib/tide.js', size: 10 },
    { path: 'new/tide.ts', size: 10 },
  ];
  expect(paths('src/tide.ts', [...many, ...namesakes])).toEqual(['lib/tide.js', 'new/tide.ts']);
  const large = [{ path: 'x/tide.ts', size: 9 * 1024 * 1024 }];
  expect(paths('src/tide.ts', large)).toEqual([]);
});
