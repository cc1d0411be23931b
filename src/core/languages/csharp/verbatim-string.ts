import type { CommentToken } from '../comment-syntax.ts';

const CLOSE = /"(?!")|""/g;

/** `@"…"`, in which a quote is written twice and a backslash means itself. */
export const VERBATIM_STRING: CommentToken = {
  open: '(?:@\\$|\\$@|@)"',
  isComment: false,
  end(text, from) {
    CLOSE.lastIndex = from;
    for (let mark = CLOSE.exec(text); mark !== null; mark = CLOSE.exec(text))
      if (mark[0] === '"') return CLOSE.lastIndex;
    return text.length;
  },
};
