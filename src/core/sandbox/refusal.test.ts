import { expect, test } from 'vitest';
import { isRefusal, refusalError, refusalOf, refuse } from './refusal.ts';

test('a refusal becomes an error with the same words', () => {
  expect(refusalError(refuse('missing'))).toMatchObject({ kind: 'not_found', code: 'missing' });
  expect(refusalError(refuse('denied'))).toMatchObject({
    kind: 'blocked',
    code: 'denied',
    message: refuse('denied').reason,
    hint: refuse('denied').hint,
  });
});

test('the words of the system stay inside', () => {
  const thrown = Object.assign(new Error("EACCES: permission denied, open '/home/someone/x'"), {
    code: 'EACCES',
  });
  expect(JSON.stringify(refusalOf(thrown))).not.toContain('someone');
  expect(refusalOf(thrown).refused).toBe('unreadable');
  expect(refusalOf('odd').refused).toBe('unreadable');
});

test('only refusals are refusals', () => {
  expect(isRefusal(refuse('empty'))).toBe(true);
  for (const other of ['refused', null, undefined, 1, {}]) expect(isRefusal(other)).toBe(false);
});
