import { expect, test } from 'vitest';
import { joinDocument, splitDocument } from './pack-file.ts';

test('what was joined is split again', () => {
  const document = { yaml: 'a: 1\n', body: 'Notes\n---\nmore\n' };
  expect(splitDocument(joinDocument(document))).toEqual(document);
});

test('byte order mark, CRLF and a missing final newline do no harm', () => {
  expect(splitDocument('\uFEFF---\r\na: 1\r\nb: 2\r\n---\r\nbody\r\n')).toEqual({
    yaml: 'a: 1\nb: 2\n',
    body: 'body\r\n',
  });
  expect(splitDocument('---\na: 1\n---')).toEqual({ yaml: 'a: 1\n', body: '' });
  expect(splitDocument('---\n---\n')).toEqual({ yaml: '', body: '' });
});

test.each(['', 'a: 1\n', '--- a\n---\n', ' ---\n---\n', '---\na: 1\n', '---\na: |\n  ---\n'])(
  '%j has no front matter',
  (text) => {
    expect(splitDocument(text)).toBeUndefined();
  },
);
