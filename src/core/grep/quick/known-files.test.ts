import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../../../../tests/helpers/repository.ts';
import { createBoundary } from '../../sandbox/boundary.ts';
import { gramTest } from './grams.ts';
import { KnownFiles } from './known-files.ts';

function opened() {
  const root = repository({ 'src/a.ts': 'one word\n', 'src/b.ts': 'other text\n' });
  const known = new KnownFiles(createBoundary({ root }), 1_000);
  const happens = (...paths: string[]) =>
    known.catchUp({ is: 'known', changed: new Set(paths), isOld: false });
  known.listingBegins();
  known.listed({
    files: ['src/a.ts', 'src/b.ts'],
    directories: new Set(['', 'src']),
    repositories: [],
    rules: '',
  });
  const found = () => known.candidates(gramTest({ literal: 'needle' }), () => true, 10);
  return { root, known, found, happens };
}

test('a file is a candidate until it was read, and again when the watch names it', () => {
  const { known, found, happens } = opened();
  expect(found()).toEqual(['src/a.ts', 'src/b.ts']);
  for (const _ of known.readUnread());
  expect(found()).toEqual([]);
  happens('src/b.ts');
  expect(found()).toEqual(['src/b.ts']);
});

test('what no event tells is found by comparing all files', () => {
  const { root, known, found, happens } = opened();
  for (const _ of known.readUnread());
  writeFileSync(join(root, 'src/a.ts'), 'a needle\n');
  happens();
  expect(found()).toEqual([]);
  for (const _ of known.compareAll());
  expect(found()).toEqual(['src/a.ts']);
});

test('all files are in doubt when there was more than the watch could tell', () => {
  const { known, found } = opened();
  for (const _ of known.readUnread());
  known.catchUp({ is: 'unsure' });
  expect(known.needsListing).toBe(true);
  expect(found()).toEqual(['src/a.ts', 'src/b.ts']);
});

test('a new name asks for a listing, and is left in peace once it is known not to be listed', () => {
  const { root, known, happens } = opened();
  const appears = () => {
    writeFileSync(join(root, 'x.log'), 'x');
    happens('x.log');
    return known.needsListing;
  };
  const list = () =>
    known.listed({ files: ['src/a.ts'], directories: new Set(['', 'src']), repositories: [], rules: '' });
  expect(appears()).toBe(true);
  known.listingBegins();
  list();
  expect(appears()).toBe(false);
  happens('src/.gitignore');
  expect(known.needsListing).toBe(true);
});

test('a name that comes while the tree is listed asks for another listing', () => {
  const { root, known, happens } = opened();
  known.listingBegins();
  writeFileSync(join(root, 'new.ts'), 'x');
  happens('new.ts');
  known.listed({ files: ['src/a.ts'], directories: new Set(['', 'src']), repositories: [], rules: '' });
  expect(known.needsListing).toBe(true);
});

test('a watch that cannot see everything is not believed', () => {
  const { known } = opened();
  known.catchUp({ is: 'unwatched' });
  expect(known.isSound).toBe(false);
});
