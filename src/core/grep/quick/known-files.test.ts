import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../../../../tests/helpers/repository.ts';
import { createBoundary } from '../../sandbox/boundary.ts';
import { gramTest } from './grams.ts';
import { KnownFiles } from './known-files.ts';

/** Tells what the test lets it tell. */
function fakeWatch() {
  const told: { paths: Set<string> | undefined } = { paths: new Set() };
  const watch = {
    follow: () => 0,
    settled: async () => {},
    take: () => {
      const { paths } = told;
      told.paths = new Set();
      return paths;
    },
    isComplete: true,
    close: () => {},
  };
  return { told, watch };
}

function opened() {
  const root = repository({ 'src/a.ts': 'one word\n', 'src/b.ts': 'other text\n' });
  const { told, watch } = fakeWatch();
  const known = new KnownFiles(createBoundary({ root }), watch, 1_000);
  known.listingBegins();
  known.listed({
    files: ['src/a.ts', 'src/b.ts'],
    directories: new Set(['', 'src']),
    repositories: [],
    rules: '',
  });
  const found = () => known.candidates(gramTest({ literal: 'needle' }), () => true, 10);
  return { root, told, watch, known, found };
}

test('a file is a candidate until it was read, and again when the watch names it', () => {
  const { known, found, told } = opened();
  expect(found()).toEqual(['src/a.ts', 'src/b.ts']);
  for (const _ of known.readUnread());
  expect(found()).toEqual([]);
  told.paths?.add('src/b.ts');
  known.catchUp();
  expect(found()).toEqual(['src/b.ts']);
});

test('what no event tells is found by comparing all files', () => {
  const { root, known, found } = opened();
  for (const _ of known.readUnread());
  writeFileSync(join(root, 'src/a.ts'), 'a needle\n');
  known.catchUp();
  expect(found()).toEqual([]);
  for (const _ of known.compareAll());
  expect(found()).toEqual(['src/a.ts']);
});

test('all files are in doubt when there was more than the watch could tell', () => {
  const { known, found, told } = opened();
  for (const _ of known.readUnread());
  told.paths = undefined;
  known.catchUp();
  expect(known.needsListing).toBe(true);
  expect(found()).toEqual(['src/a.ts', 'src/b.ts']);
});

test('a new name asks for a listing, and is left in peace once it is known not to be listed', () => {
  const { root, known, told } = opened();
  const happens = () => {
    writeFileSync(join(root, 'x.log'), 'x');
    told.paths?.add('x.log');
    known.catchUp();
    return known.needsListing;
  };
  const list = () =>
    known.listed({ files: ['src/a.ts'], directories: new Set(['', 'src']), repositories: [], rules: '' });
  expect(happens()).toBe(true);
  known.listingBegins();
  list();
  expect(happens()).toBe(false);
  told.paths?.add('src/.gitignore');
  known.catchUp();
  expect(known.needsListing).toBe(true);
});

test('a name that comes while the tree is listed asks for another listing', () => {
  const { root, known, told } = opened();
  known.listingBegins();
  writeFileSync(join(root, 'new.ts'), 'x');
  told.paths?.add('new.ts');
  known.catchUp();
  known.listed({ files: ['src/a.ts'], directories: new Set(['', 'src']), repositories: [], rules: '' });
  expect(known.needsListing).toBe(true);
});

test('a watch that cannot see everything is not believed', () => {
  const { known, watch } = opened();
  watch.isComplete = false;
  known.catchUp();
  expect(known.isSound).toBe(false);
});
