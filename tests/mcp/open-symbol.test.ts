/** `repo.open_file` and `open` take `path::symbol`, and several ranges in one call. */
import { expect, test } from 'vitest';
import { openApp } from '../helpers/app.ts';
import { repository } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';

const FILES = {
  'shop/till.py': [
    'class Till:',
    '    @audited',
    '    def take(self):',
    '        return 1',
    '',
    '    def give(self):',
    '        return 2',
    '',
    'class Box:',
    '    def take(self):',
    '        return 3',
    '',
  ].join('\n'),
};
const path = 'shop/till.py';
const TAKE = '   2:     @audited\n   3:     def take(self):\n   4:         return 1';

test('path::symbol opens the lines of the declaration; of several that have the name, all', async () => {
  const { call } = await openApp(repository(FILES));
  const { value } = await call('repo.open_file', { path: `${path}::Till.take` });
  expect(value.result).toEqual({
    path,
    start_line: 2,
    end_line: 4,
    total_lines: 11,
    numbered_lines: TAKE,
    truncated: false,
  });
  const both = await call('repo.open_file', { path: `${path}::take` });
  expect(both.value.result.numbered_lines).toBe(
    `${TAKE}\n…\n  10:     def take(self):\n  11:         return 3`,
  );
});

test('several ranges come in order, each line once', async () => {
  const { call } = await openApp(repository(FILES));
  const { value } = await call('repo.open_file', { path, ranges: ['9', '1-2', '2-3'] });
  expect(value.result).toMatchObject({
    start_line: 1,
    end_line: 9,
    numbered_lines: '   1: class Till:\n   2:     @audited\n   3:     def take(self):\n…\n   9: class Box:',
    truncated: false,
  });
});

test('the limit holds for all ranges together, and for a declaration', async () => {
  const { call } = await openApp(repository(FILES), { 'max-open-lines': '4' });
  const over = await call('repo.open_file', { path, ranges: ['1-3', '6-7'] });
  expect(over.value.result).toMatchObject({ start_line: 1, end_line: 6, truncated: true });
  const cut = await call('repo.open_file', { path: `${path}::Till` });
  expect(cut.value.result).toMatchObject({ start_line: 1, end_line: 4, truncated: true });
});

test.each([
  [{ path: `${path}::nobody` }, 'NOT_FOUND', 'Nothing named nobody is declared in shop/till.py.'],
  [{ path: 'shop/none.py::take' }, 'NOT_FOUND', 'There is no such file.'],
  [{ path: '../x.py::take' }, 'PATH_BLOCKED', '..'],
  [{ path: '.env::take' }, 'PATH_BLOCKED', ''],
  [{ path, ranges: ['3-1'] }, 'INVALID_PARAMS', 'before'],
  [{ path, ranges: ['x'] }, 'INVALID_PARAMS', 'first-last'],
  [{ path, ranges: ['40-50'] }, 'INVALID_PARAMS', 'past the end'],
  [{ path, ranges: ['1'], start_line: 2 }, 'INVALID_PARAMS', 'Give one of'],
  [{ path: `${path}::take`, end_line: 2 }, 'INVALID_PARAMS', 'Give one of'],
])('%j is refused', async (args, code, message) => {
  const { call } = await openApp(repository({ ...FILES, '.env': 'KEY=1\n' }));
  const { value } = await call('repo.open_file', args);
  expect(value.error.code).toBe(code);
  expect(value.error.message).toContain(message);
});

test('a file whose name has two colons is opened by that name', async () => {
  const { call } = await openApp(repository({ ...FILES, 'shop/till.py::take': 'other\n' }));
  const { value } = await call('repo.open_file', { path: `${path}::take` });
  expect(value.result.numbered_lines).toBe('   1: other');
});

test('the command takes both', async () => {
  const root = repository(FILES);
  expect((await runProgram(root, ['open', `${path}::Till.take`])).stdout).toBe(
    `${path}:2-4 of 11\n${TAKE.replaceAll(/^ +/gm, ' ')}\n`,
  );
  expect((await runProgram(root, ['open', path, '--lines', '1,9'])).stdout).toBe(
    `${path}:1-9 of 11\n 1: class Till:\n 9: class Box:\n`,
  );
});
