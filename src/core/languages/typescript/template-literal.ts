/** Stepping over template literals and regular expressions, which may hold quotes and comment marks of their own. */
import type { CommentToken } from '../comment-syntax.ts';

const INSIDE_TEMPLATE = /[`\\]|\$\{/g;
const INSIDE_BRACES = /[`{}'"]|\/\/|\/\*/g;
const STRING = { "'": /(?:\\.|[^'\\\n])*'?/y, '"': /(?:\\.|[^"\\\n])*"?/y };

/** The index after the template whose backtick is right before `from`. */
function endOfTemplate(text: string, from: number): number {
  // One entry an open template: how many braces are open in its current `${`; -1 while in its text.
  const open = [-1];
  let at = from;
  while (open.length > 0) {
    const inText = open.at(-1) === -1;
    const pattern = inText ? INSIDE_TEMPLATE : INSIDE_BRACES;
    pattern.lastIndex = at;
    const mark = pattern.exec(text);
    if (mark === null) return text.length;
    at = pattern.lastIndex;
    const top = open.length - 1;
    const depth = open[top] ?? 0;
    if (inText) {
      if (mark[0] === '`') open.pop();
      else if (mark[0] === '\\') at++;
      else open[top] = 1;
    } else if (mark[0] === '`') open.push(-1);
    else if (mark[0] === '{') open[top] = depth + 1;
    else if (mark[0] === '}') open[top] = depth === 1 ? -1 : depth - 1;
    else at = endOfInner(text, at, mark[0]);
  }
  return at;
}

function endOfInner(text: string, from: number, mark: string): number {
  if (mark === '//' || mark === '/*') {
    const close = mark === '//' ? '\n' : '*/';
    const end = text.indexOf(close, from);
    return end === -1 ? text.length : end + close.length;
  }
  const pattern = mark === "'" ? STRING["'"] : STRING['"'];
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}

export const TEMPLATE_LITERAL: CommentToken = { open: '`', isComment: false, end: endOfTemplate };

const REGEX_BODY = /(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/y;
/** A slash after one of these begins a regular expression; after anything else it divides. */
const BEFORE_REGEX =
  /(?:^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of|delete|void|throw|new|do|else|yield|await))\s*$/;
/** How far back the last token is looked for. */
const LOOK_BACK = 40;
/** Longer ones are not looked for: from every slash of a line that has none the search would go to its end. */
const LONGEST_REGEX = 1000;

export const REGULAR_EXPRESSION: CommentToken = {
  open: '/(?![/*])',
  isComment: false,
  end(text, from, _opening, start) {
    if (!BEFORE_REGEX.test(text.slice(Math.max(0, start - LOOK_BACK), start))) return -1;
    const near = text.slice(from, from + LONGEST_REGEX);
    REGEX_BODY.lastIndex = 0;
    return REGEX_BODY.test(near) ? from + REGEX_BODY.lastIndex : -1;
  },
};
