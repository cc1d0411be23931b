import type { CommentToken } from '../comment-syntax.ts';

const IN_STRING = /["\\]|\$\(/g;
const IN_COMMAND = /["'\\()]/g;

/** `"…"`, in which `$( … )` may hold further strings. */
export const SHELL_STRING: CommentToken = {
  open: '"',
  isComment: false,
  end(text, from) {
    const open: ('string' | 'command')[] = ['string'];
    let at = from;
    while (open.length > 0) {
      const isString = open.at(-1) === 'string';
      const pattern = isString ? IN_STRING : IN_COMMAND;
      pattern.lastIndex = at;
      const mark = pattern.exec(text)?.[0];
      if (mark === undefined) return text.length;
      at = pattern.lastIndex;
      if (mark === '\\') at++;
      else if (mark === '$(' || mark === '(') open.push('command');
      else if (mark === ')') open.pop();
      else if (mark === "'") at = Math.max(at, text.indexOf("'", at) + 1);
      else if (isString) open.pop();
      else open.push('string');
    }
    return at;
  },
};
