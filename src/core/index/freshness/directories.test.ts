import { expect, it } from 'vitest';
import { directoriesOf } from './directories.ts';

it('names every directory on the way to a file once, and the root', () => {
  expect([...directoriesOf(['a/b/c.ts', 'a/b/d.ts', 'a/e.ts', 'f.ts', 'g/h/i/j.ts'])].sort()).toEqual([
    '',
    'a',
    'a/b',
    'g',
    'g/h',
    'g/h/i',
  ]);
  expect([...directoriesOf([])]).toEqual(['']);
});
