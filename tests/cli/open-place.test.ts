/** `open` takes places as the other commands print them. */
import { expect, test } from 'vitest';
import { repository } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';

const FILES = { 'a/b.txt': 'one\ntwo\nthree\nfour\n' };

test.each([
  ['a/b.txt:2', 'a/b.txt:2 of 4\n 2: two\n'],
  ['a/b.txt:2-3', 'a/b.txt:2-3 of 4\n 2: two\n 3: three\n'],
  ['a/b.txt:3:2', 'a/b.txt:3 of 4\n 3: three\n'],
])('%s', async (place, shown) => {
  const { status, stdout } = await runProgram(repository(FILES), ['open', place]);
  expect([status, stdout]).toEqual([0, shown]);
});

test('a file whose name looks like a place is opened by that name', async () => {
  const root = repository({ ...FILES, 'a/b.txt:2': 'other\n' });
  expect((await runProgram(root, ['open', 'a/b.txt:2'])).stdout).toBe('a/b.txt:2:1 of 1\n 1: other\n');
});

test('the last lines may be fewer than asked for, and a file that is not there is still said', async () => {
  const root = repository(FILES);
  expect((await runProgram(root, ['open', 'a/b.txt:4-9'])).stdout).toBe('a/b.txt:4 of 4\n 4: four\n');
  expect(await runProgram(root, ['open', 'a/c.txt:4-9'])).toMatchObject({ status: 1, stdout: '' });
});

test('a place that grep printed can be opened', async () => {
  const root = repository(FILES);
  const place = (await runProgram(root, ['grep', 'three'])).stdout.split('\n')[0] ?? '';
  expect((await runProgram(root, ['open', place])).stdout).toBe('a/b.txt:3 of 4\n 3: three\n');
});
