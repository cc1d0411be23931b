/** Where an answer is cut, what a reader looks for first is in it: source, then tests, then docs. */
import { expect, test } from 'vitest';
import { openApp } from '../helpers/app.ts';
import { repository } from '../helpers/repository.ts';

const FILES = {
  'CHANGES.md': 'needle one\nneedle two\n',
  'a/tests/test_it.py': 'needle = 1\n',
  'docs/guide.md': 'needle\n',
  'generated/client.py': 'needle = 2\n',
  'src/b.py': 'needle = 3\n',
  'src/a.py': 'needle = 4\n',
  'config.yaml': 'needle: 5\n',
};
const ORDER = [
  'src/a.py',
  'src/b.py',
  'a/tests/test_it.py',
  'CHANGES.md',
  'CHANGES.md',
  'config.yaml',
  'docs/guide.md',
  'generated/client.py',
];

test('matches, files and counts come in one order, page by page', async () => {
  const { call } = await openApp(repository(FILES));
  const grep = async (more: object) => (await call('grep_codebase', { pattern: 'needle', ...more })).value;
  const files = (value: { matches: { file: string }[] }) => value.matches.map(({ file }) => file);
  expect(files(await grep({}))).toEqual(ORDER);
  const pages: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await grep({ limit: 3, ...(cursor === undefined ? {} : { cursor }) });
    pages.push(...files(page));
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  expect(pages).toEqual(ORDER);
  const each = [...new Set(ORDER)];
  expect((await grep({ filesOnly: true })).files).toEqual(each);
  const counts: { file: string }[] = (await grep({ countOnly: true })).files;
  expect(counts.map(({ file }) => file)).toEqual(each);
});
