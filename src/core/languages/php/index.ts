import { treeSitterAdapter } from '../adapter.ts';
import {
  type CommentToken,
  DOUBLE_SLASH,
  endAfter,
  heredoc,
  lineCommentWhere,
  quotedOverLines,
  SLASH_STAR,
} from '../comment-syntax.ts';

/** Text outside of `<?php … ?>` is markup. */
const markup = (open: string): CommentToken => ({
  open,
  isComment: false,
  end: (text, from) => endAfter(text, from, '<?'),
});

export const php = treeSitterAdapter({
  name: 'php',
  extensions: ['.php', '.phtml', '.php5'],
  comments: [
    markup('(?<![\\s\\S])(?!<\\?)'),
    markup('\\?>'),
    DOUBLE_SLASH,
    SLASH_STAR,
    lineCommentWhere('#(?!\\[)'),
    heredoc('<<<[ \\t]*["\']?[A-Za-z_]\\w*'),
    quotedOverLines('"'),
    quotedOverLines("'"),
    quotedOverLines('`'),
  ],
  grammar: 'php',
  reader: async () => (await import('./reader.ts')).phpReader,
});
