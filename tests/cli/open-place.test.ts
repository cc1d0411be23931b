/** `open` takes places as the other commands print them. */
import { expect, test } from 'vitest';
import { repository } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';

const FILES = { 'a/b.txt': 'one\ntwo\nthree\nfour\n' };

test.each([
  ['a/b.txt:2', '   2: two\n'],
  ['a/b.txt:2-3', '   2: two\n   3: three\n'],
  ['a/b.txt:3:2', '   3: three\n'],
])('%s', (place, shown) => {
  const { status, stdout } = runProgram(repository(FILES), ['open', place]);
  expect([status, stdout]).toEqual([0, shown]);
});

test('a file whose name looks like a place is opened by that name', () => {
  const root = repository({ ...FILES, 'a/b.txt:2': 'other\n' });
  expect(runProgram(root, ['open', 'a/b.txt:2']).stdout).toBe('   1: other\n');
});

test('the last lines may be fewer than asked for, and a file that is not there is still said', () => {
  const root = repository(FILES);
  expect(runProgram(root, ['open', 'a/b.txt:4-9']).stdout).toBe('   4: four\n');
  expect(runProgram(root, ['open', 'a/c.txt:4-9'])).toMatchObject({ status: 1, stdout: '' });
});

test('a place that grep printed can be opened', () => {
  const root = repository(FILES);
  const place = runProgram(root, ['grep', 'three']).stdout.split(' ')[0] ?? '';
  expect(runProgram(root, ['open', place]).stdout).toBe('   3: three\n');
});
