/** Finds comments in one pass: jumps from one opening of a comment or string to the next. */
import type { CommentSyntax } from './comment-syntax.ts';

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
