import { treeSitterAdapter } from '../adapter.ts';
import { DOUBLE_SLASH, quoted, SLASH_STAR, verbatim } from '../comment-syntax.ts';

export const go = treeSitterAdapter({
  name: 'go',
  extensions: ['.go'],
  comments: [DOUBLE_SLASH, SLASH_STAR, quoted('"'), quoted("'"), verbatim('`', '`')],
  grammar: 'go',
  reader: async () => (await import('./reader.ts')).goReader,
});
