import { treeSitterAdapter } from '../adapter.ts';
import { DOUBLE_SLASH, nestedComment, quoted, verbatim } from '../comment-syntax.ts';

export const kotlin = treeSitterAdapter({
  name: 'kotlin',
  extensions: ['.kt', '.kts'],
  comments: [DOUBLE_SLASH, nestedComment('/*', '*/'), verbatim('"""', '"""'), quoted('"'), quoted("'")],
  grammar: 'kotlin',
  reader: async () => (await import('./reader.ts')).kotlinReader,
});
