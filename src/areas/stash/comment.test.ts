import { expect, it } from 'vitest';
import { commentFor, typicalProgram } from './comment.ts';

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
