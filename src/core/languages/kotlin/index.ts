import { treeSitterAdapter } from '../adapter.ts';
import { DOUBLE_SLASH, nestedComment, quoted, verbatim } from '../comment-syntax.ts';
import { withSemicolons } from './prepare.ts';

export const kotlin = treeSitterAdapter({
  name: 'kotlin',
  extensions: ['.kt', '.kts'],
  comments: [DOUBLE_SLASH, nestedComment('/*', '*/'), verbatim('"""', '"""'), quoted('"'), quoted("'")],
  grammar: 'kotlin',
  prepare: withSemicolons,
  reader: async () => (await import('./reader.ts')).kotlinReader,
});
