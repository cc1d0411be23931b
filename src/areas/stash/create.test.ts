import { expect, it } from 'vitest';
import { commentFor, findSimilar, typicalProgram } from './create.ts';

const RETRY =
  'Retries of the payment call stop after two attempts, because the bank counts each attempt as a new order.';

it('names entries that say nearly the same, the nearest first', () => {
  const entries = [
    {
      ref: '00001',
      title: 'Colours',
      markdown: 'Colours come from the palette and nowhere else in the program.',
    },
    { ref: '00002', title: 'Retries', markdown: `${RETRY} We learned it in March.` },
    { ref: '00003', title: 'Retries again', markdown: RETRY.toUpperCase() },
  ];
  const found = findSimilar(RETRY, entries);
  expect(found.map(({ ref }) => ref)).toEqual(['00003', '00002']);
  expect(found[0]?.similarity).toBe(1);
});

it('is quiet about entries on the same subject', () => {
  const other = 'Payment calls to the bank are signed with the key of the day; retries reuse the signature.';
  expect(findSimilar(RETRY, [{ ref: '1', title: '', markdown: other }])).toEqual([]);
  expect(findSimilar('!!!', [{ ref: '1', title: '', markdown: '???' }])).toEqual([]);
});

it('knows short entries again', () => {
  expect(findSimilar('Never cache.', [{ ref: '1', title: '', markdown: 'never CACHE' }])).toHaveLength(1);
});

it.each([
  [undefined, '// refer to context 00012'],
  ['src/a.ts', '// refer to context 00012'],
  ['src/a.py', '# refer to context 00012'],
  ['Makefile', '# refer to context 00012'],
  ['a.sql', '-- refer to context 00012'],
  ['a.el', '; refer to context 00012'],
  ['docs/a.md', '<!-- refer to context 00012 -->'],
  ['a.css', '/* refer to context 00012 */'],
  ['a.unknown', '// refer to context 00012'],
])('in %s it is %s', (path, comment) => {
  expect(commentFor(path, '00012')).toBe(comment);
});

it.each([
  ['most programs', ['a.md', 'b.md', 'c.yml', 'd.yml', 'src/a.py', 'src/b.py', 'web/a.ts'], 'src/a.py'],
  ['related languages together', ['a.py', 'b.py', 'a.ts', 'b.tsx', 'c.js'], 'a.ts'],
  ['no programs', ['README.md', 'style.css', 'config.yml'], undefined],
  ['no files', [], undefined],
])('%s decide where no file is named', (_, paths, expected) => {
  expect(typicalProgram(paths.map((path) => ({ path })))).toBe(expected);
});
