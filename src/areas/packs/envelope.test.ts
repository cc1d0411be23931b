import { expect, test } from 'vitest';
import { AppError, type ErrorKind } from '../../core/errors.ts';
import { packsEnvelope } from './envelope.ts';
import type { InputAnswer } from './input.ts';

const call = (requestId: string | number) => ({ tool: 'input', requestId, args: {} });
const failure = (kind: ErrorKind, code = 'some_code', requestId: string | number = 7) =>
  JSON.parse(packsEnvelope.failure(new AppError(kind, code, 'Text.'), call(requestId)).text);

test.each<[ErrorKind, string, string]>([
  ['invalid', 'validation', 'invalid_data'],
  ['blocked', 'validation', 'invalid_data'],
  ['not_found', 'not_found', 'some_code'],
  ['conflict', 'conflict', 'some_code'],
  ['state', 'invalid_state', 'some_code'],
  ['stale', 'stale_ref', 'some_code'],
  ['migration', 'migration_required', 'some_code'],
  ['io', 'io_error', 'some_code'],
  ['internal', 'io_error', 'some_code'],
  ['timeout', 'io_error', 'some_code'],
])('%s is told as %s', (kind, told, code) => {
  expect(failure(kind)).toEqual({ error: true, kind: told, code, message: 'Text.', request_id: 7 });
});

test('ttl_required keeps its code', () => {
  expect(failure('invalid', 'ttl_required').code).toBe('ttl_required');
});

test('the id of the request keeps its type', () => {
  expect(failure('io', 'x', 'abc').request_id).toBe('abc');
  expect(failure('io', 'x', 0).request_id).toBe(0);
});

test('hint and details are for machines', () => {
  const error = new AppError('io', 'io_error', 'Text.', { hint: 'Do this.', details: { file: 'a.md' } });
  const { text } = packsEnvelope.failure(error, call(1));
  expect(JSON.parse(text).details).toEqual({ file: 'a.md', hint: 'Do this.' });
});

test('Markdown goes out as it is, and warnings only if there are some', () => {
  expect(packsEnvelope.success('# x\n', call(1))).toEqual({ text: '# x\n', body: '# x\n' });
  const answer: InputAnswer = {
    action: 'list',
    payload: { count: 0, total: 0, packs: [] },
    warnings: [],
  };
  expect(packsEnvelope.success(answer, call(1)).text).toBe(
    '{"action":"list","payload":{"count":0,"total":0,"packs":[]}}',
  );
  expect(packsEnvelope.success({ ...answer, warnings: ['w'] }, call(1)).text).toContain('"warnings":["w"]');
});
