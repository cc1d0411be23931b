import { treeSitterAdapter } from '../adapter.ts';
import { type CommentToken, delimited, HASH, heredoc, quotedOverLines, skipped } from '../comment-syntax.ts';
import { REGULAR_EXPRESSION } from '../typescript/template-literal.ts';

const BEGIN_END: CommentToken = {
  open: '^=begin\\b',
  isComment: true,
  end(text, from) {
    const end = text.indexOf('\n=end', from);
    return end === -1 ? text.length : end + '\n=end'.length;
  },
};

export const ruby = treeSitterAdapter({
  name: 'ruby',
  extensions: ['.rb', '.rake', '.gemspec', '.ru'],
  comments: [
    BEGIN_END,
    skipped('(?<=\\s)\\?[#"\']'),
    HASH,
    heredoc('<<[~-]?["\'`]?[A-Z_]\\w*'),
    delimited('%[wWiIqQr]?[\\[({<]'),
    quotedOverLines('"'),
    quotedOverLines("'"),
    quotedOverLines('`'),
    { ...REGULAR_EXPRESSION, open: '/' },
  ],
  grammar: 'ruby',
  reader: async () => (await import('./reader.ts')).rubyReader,
});
