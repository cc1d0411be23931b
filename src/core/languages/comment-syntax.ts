/** How comments look in a language, what must be stepped over to find them (strings, regular expressions), and the scan itself. */

export interface CommentToken {
  /** The source of a regular expression without capturing groups; matched where the token begins. */
  open: string;
  isComment: boolean;
  /** The index after the token, given the index after its opening; -1 where the opening was none after all. */
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
    // Shared between scans that may interleave, so its place is set each time.
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

/** A line comment whose mark needs more said than its characters, such as `#` after a blank in a shell. */
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

/** A string in which a backslash keeps the next character. One that is not closed ends with its line. */
export function quoted(quote: string): CommentToken {
  return quotedUntil(quote, new RegExp(`[${escaped(quote)}\\\\\\n]`, 'g'));
}

/** As `quoted`, but it may run over lines; the closing is the opening again. */
export function quotedOverLines(quote: string): CommentToken {
  return quotedUntil(quote, new RegExp(`${escaped(quote)}|\\\\`, 'g'));
}

/** `stop` finds what ends it and every backslash. */
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

/** A string without escapes: it ends at the first closing mark. */
export function verbatim(open: string, close: string): CommentToken {
  return { open: escaped(open), isComment: false, end: (text, from) => endAfter(text, from, close) };
}

/** Something to skip that its pattern matches whole. */
export function skipped(pattern: string): CommentToken {
  return { open: pattern, isComment: false, end: (_text, from) => from };
}

/** Lines up to one that holds nothing but the word of the opening. `open` matches all up to the end of that word. */
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

/** `%w[…]`, `~s(…)`: up to the bracket that closes the one at the end of the opening, or the same character again. */
export function delimited(open: string): CommentToken {
  return mirrored(open, (opening) => {
    const last = opening.at(-1) ?? '';
    return { '[': ']', '(': ')', '{': '}', '<': '>' }[last] ?? last;
  });
}

/** `'x'` and `'\\n'`, where a lone `'` may mean something else. */
export const CHARACTER: CommentToken = skipped(
  "(?<!\\w)'(?:\\\\[^'\\n]{1,10}|[^'\\\\\\n]{1,2})'|(?<!\\w)'\\\\''",
);

export const DOUBLE_SLASH = lineComment('//');
export const SLASH_STAR = blockComment('/*', '*/');
export const HASH = lineComment('#');

/** C and what took its lexis after it. */
export const C_LIKE: CommentSyntax = [DOUBLE_SLASH, SLASH_STAR, quoted('"'), quoted("'")];
