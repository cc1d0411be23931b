import { treeSitterAdapter } from '../adapter.ts';
import { CHARACTER, lineCommentWhere, nestedComment, quotedOverLines } from '../comment-syntax.ts';

/** What an operator may be made of: `-->` is one, and no comment. */
const SIGN = '[!#$%&*+./<=>?@\\\\^|~:-]';

export const haskell = treeSitterAdapter({
  name: 'haskell',
  extensions: ['.hs'],
  comments: [
    nestedComment('{-', '-}'),
    lineCommentWhere(`(?<!${SIGN})--+(?!${SIGN})`),
    quotedOverLines('"'),
    CHARACTER,
  ],
  grammar: 'haskell',
  reader: async () => (await import('./reader.ts')).haskellReader,
});
