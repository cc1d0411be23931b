import { treeSitterAdapter } from '../adapter.ts';
import { heredoc, lineCommentWhere, quoted, verbatim } from '../comment-syntax.ts';
import { SHELL_STRING } from './shell-string.ts';

export const bash = treeSitterAdapter({
  name: 'bash',
  extensions: ['.sh', '.bash', '.zsh', '.bats'],
  comments: [
    // `$#` and `${#x}` are no comments.
    lineCommentWhere('(?<![^\\s;&|(`])#'),
    { ...quoted("'"), open: "\\$'" },
    verbatim("'", "'"),
    SHELL_STRING,
    heredoc('(?<!<)<<-?\\s*["\'\\\\]?\\w+'),
  ],
  grammar: 'bash',
  reader: async () => (await import('./reader.ts')).bashReader,
});
