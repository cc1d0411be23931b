import { treeSitterAdapter } from '../adapter.ts';
import { endAfter, lineComment, mirrored, quoted } from '../comment-syntax.ts';

const closing = (opening: string) => opening.slice(opening.indexOf('[')).replaceAll('[', ']');

export const lua = treeSitterAdapter({
  name: 'lua',
  extensions: ['.lua'],
  comments: [
    {
      open: '--\\[=*\\[',
      isComment: true,
      end: (text, from, opening) => endAfter(text, from, closing(opening)),
    },
    lineComment('--'),
    mirrored('\\[=*\\[', closing),
    quoted('"'),
    quoted("'"),
  ],
  grammar: 'lua',
  reader: async () => (await import('./reader.ts')).luaReader,
});
