import { expect, it } from 'vitest';
import { commentFor } from './comment.ts';

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
