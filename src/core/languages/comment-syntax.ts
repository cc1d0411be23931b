/** Building blocks for the comment syntax of a language (comments, and what must be skipped to find them: strings, regular expressions), and the scan. */

export interface CommentToken {
  /** The source of a regular expression without capturing groups; matched where the token begins. */
  open: string;
  isComment: boolean;
  /** The index after the token, given the index after its opening; -1 if it is no such token after all. */
  end(text: string, from: number, opening: string, start: number): number;
}

export type CommentSyntax = readonly CommentToken[];

export interface CommentSpan {
  start: number;
  end: number;
}

const patterns = new WeakMap<CommentSyntax, RegExp>();

function patternOf(syntax: CommentSyntax): RegExp {
  let pattern = patterns.get(syntax);
  if (pattern === undefined) {
    pattern = new RegExp(syntax.map(({ open }) => `(${open})`).join('|'), 'gm');
    patterns.set(syntax, pattern);
  }
  return pattern;
}

/** Finds comments in one pass: jumps from one opening of a comment or string to the next. */
export function* commentSpans(text: string, syntax: CommentSyntax): Generator<CommentSpan> {
  const pattern = patternOf(syntax);
  let at = 0;
  while (at < text.length) {
    // Scans that share the pattern may interleave, so its position is set each time.
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) return;
    const opening = match[0];
    const token = syntax[match.findIndex((group, index) => index > 0 && group !== undefined) - 1];
    const from = match.index + opening.length;
    const end = token === undefined ? -1 : token.end(text, from, opening, match.index);
    if (end === -1) {
      at = Math.max(from, at + 1);
      continue;
    }
    if (token?.isComment) yield { start: match.index, end };
    at = Math.max(end, at + 1);
  }
}

const escaped = (literal: string) => literal.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

export function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  if (end === -1) return text.length;
  return text[end - 1] === '\r' && end > from ? end - 1 : end;
}

export function endAfter(text: string, from: number, close: string): number {
  const end = text.indexOf(close, from);
  return end === -1 ? text.length : end + close.length;
}

export function lineComment(open: string): CommentToken {
  return { open: escaped(open), isComment: true, end: endOfLine };
}

/** A line comment whose opening is a pattern, such as `#` after a blank in a shell. */
export function lineCommentWhere(open: string): CommentToken {
  return { open, isComment: true, end: endOfLine };
}

export function blockComment(open: string, close: string): CommentToken {
  return { open: escaped(open), isComment: true, end: (text, from) => endAfter(text, from, close) };
}

export function nestedComment(open: string, close: string): CommentToken {
  const marks = new RegExp(`${escaped(open)}|${escaped(close)}`, 'g');
  return {
    open: escaped(open),
    isComment: true,
    end(text, from) {
      marks.lastIndex = from;
      for (let depth = 1; depth > 0; ) {
        const mark = marks.exec(text);
        if (mark === null) return text.length;
        depth += mark[0] === open ? 1 : -1;
      }
      return marks.lastIndex;
    },
  };
}

/** A string with backslash escapes. If it is not closed, it ends with its line. */
export function quoted(quote: string): CommentToken {
  return quotedUntil(quote, new RegExp(`[${escaped(quote)}\\\\\\n]`, 'g'));
}

/** Like `quoted`, but over several lines; it closes with the same mark as it opens. */
export function quotedOverLines(quote: string): CommentToken {
  return quotedUntil(quote, new RegExp(`${escaped(quote)}|\\\\`, 'g'));
}

/** `stop` matches the end and every backslash. */
function quotedUntil(quote: string, stop: RegExp): CommentToken {
  return {
    open: escaped(quote),
    isComment: false,
    end(text, from) {
      stop.lastIndex = from;
      for (let mark = stop.exec(text); mark !== null; mark = stop.exec(text)) {
        if (mark[0] !== '\\') return stop.lastIndex;
        stop.lastIndex++;
      }
      return text.length;
    },
  };
}

/** A string without escapes, up to the first closing mark. */
export function verbatim(open: string, close: string): CommentToken {
  return { open: escaped(open), isComment: false, end: (text, from) => endAfter(text, from, close) };
}

/** Something to skip that the pattern matches completely. */
export function skipped(pattern: string): CommentToken {
  return { open: pattern, isComment: false, end: (_text, from) => from };
}

/** Lines up to one that begins with the word of the opening. `open` matches up to the end of that word. */
export function heredoc(open: string): CommentToken {
  return {
    open,
    isComment: false,
    end(text, from, opening) {
      const word = /\w+$/.exec(opening)?.[0] ?? '';
      const body = text.indexOf('\n', from);
      if (body === -1) return text.length;
      const close = new RegExp(`^[ \\t]*${word}\\b`, 'gm');
      close.lastIndex = body;
      return close.test(text) ? close.lastIndex : text.length;
    },
  };
}

/** A string whose closing is made from its opening, such as `r##"…"##`. */
export function mirrored(open: string, closing: (opening: string) => string): CommentToken {
  return { open, isComment: false, end: (text, from, opening) => endAfter(text, from, closing(opening)) };
}

/** `%w[…]`, `~s(…)`: up to the bracket that closes the last character of the opening, or up to the same character. */
export function delimited(open: string): CommentToken {
  return mirrored(open, (opening) => {
    const last = opening.at(-1) ?? '';
    return { '[': ']', '(': ')', '{': '}', '<': '>' }[last] ?? last;
  });
}

/** `'x'` and `'\\n'`, in languages where a single `'` may mean something else. */
export const CHARACTER: CommentToken = skipped(
  "(?<!\\w)'(?:\\\\[^'\\n]{1,10}|[^'\\\\\\n]{1,2})'|(?<!\\w)'\\\\''",
);

export const DOUBLE_SLASH = lineComment('//');
export const SLASH_STAR = blockComment('/*', '*/');
export const HASH = lineComment('#');

/** C, and languages with the same comments and strings. */
export const C_LIKE: CommentSyntax = [DOUBLE_SLASH, SLASH_STAR, quoted('"'), quoted("'")];
