import { expect, it } from 'vitest';
import { makeAnchor } from './make.ts';
import { likelyHomes } from './other-files.ts';

const anchor = (path: string) => makeAnchor(path, 'const a = 1;\n', 1, 1);
const paths = (path: string, files: readonly { path: string; size: number }[]) =>
  likelyHomes(anchor(path), files).map((file) => file.path);

it('are the other files that such code is renamed to', () => {
  const files = ['a.js', 'src/a.ts', 'b.mjs', 'c.py', 'Makefile', 'd.md'].map((path) => ({ path, size: 10 }));
  expect(paths('a.js', files)).toEqual(['src/a.ts', 'b.mjs']);
  expect(paths('x/Makefile', files)).toEqual(['Makefile']);
  expect(paths('x.zig', files)).toEqual([]);
});

it('are those of the same name and then the nearest when there are too many to read', () => {
  const far = Array.from({ length: 1997 }, (_, at) => ({ path: `far/file${at}.ts`, size: 10 }));
  const near = [
    { path: 'src/river/gate.ts', size: 10 },
    { path: 'src/ship.ts', size: 10 },
  ];
  const namesakes = [
    { path: 'lib/tide.js', size: 10 },
    { path: 'new/tide.ts', size: 10 },
  ];
  const homes = paths('src/river/tide.ts', [...far, ...near, ...namesakes]);
  expect(homes).toHaveLength(2000);
  expect(homes.slice(0, 4)).toEqual(['lib/tide.js', 'new/tide.ts', 'src/river/gate.ts', 'src/ship.ts']);
});

it('are no more than can be read in a moment', () => {
  const large = [{ path: 'x/tide.ts', size: 9 * 1024 * 1024 }];
  expect(paths('src/tide.ts', large)).toEqual([]);
  const some = ['a', 'b', 'c'].map((name) => ({ path: `src/${name}.ts`, size: 3 * 1024 * 1024 }));
  expect(paths('src/tide.ts', some)).toEqual(['src/a.ts', 'src/b.ts']);
});
