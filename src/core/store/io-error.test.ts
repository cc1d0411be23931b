import { expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { ioError } from './io-error.ts';

const failure = (code: string) => Object.assign(new Error(`${code}: no, open '/home/someone/x'`), { code });

test.each([
  ['ENOSPC', 'disk_full', 'The disk is full: a.md'],
  ['EDQUOT', 'disk_full', 'The disk quota is used up: a.md'],
  ['EROFS', 'read_only', 'The file system is read-only: a.md'],
  ['EACCES', 'no_permission', 'Permission was denied: a.md'],
  ['EIO', 'io_error', 'The disk operation failed: a.md'],
])('%s is told as %s, without the host path', (system, code, message) => {
  const cause = failure(system);
  expect(ioError(cause, 'a.md')).toMatchObject({ kind: 'io', code, message, cause });
});

test('an error that already has our words keeps them', () => {
  const known = new AppError('conflict', 'taken', 'Taken.');
  expect(ioError(known, 'a.md')).toBe(known);
});
