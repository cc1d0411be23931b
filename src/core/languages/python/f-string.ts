/** How `ast.unparse` of CPython 3.11 writes f-strings: it looks for quotes that need no backslash. */
import { escapePoint, isPrintable, reprString } from './repr.ts';
import type { Points } from './string-literal.ts';
import type { Expression, FStringPart } from './syntax-tree.ts';

const QUOTES = ["'", '"', '"""', "'''"];

interface Quoted {
  body: string;
  quotes: string[];
}

export function unparseStringWithoutBackslash(points: Points): string {
  const { body, quotes } = quoted(points, QUOTES, false);
  return `${quotes[0]}${body}${quotes[0]}`;
}

export function unparseFString(
  parts: readonly FStringPart[],
  { avoidBackslash }: { avoidBackslash: boolean },
  value: (expression: Expression) => string,
): string {
  if (avoidBackslash) return `f${unparseStringWithoutBackslash(pointsOf(inner(parts, value)))}`;
  let quotes = QUOTES;
  let text = '';
  for (const part of parts) {
    const next = quoted(pointsOf(inner([part], value)), quotes, part.type === 'text');
    quotes = next.quotes;
    text += next.body;
  }
  return `f${quotes[0]}${text}${quotes[0]}`;
}

function inner(parts: readonly FStringPart[], value: (expression: Expression) => string): string {
  let text = '';
  for (const part of parts) {
    if (part.type === 'text') text += stringOf(part.points).replace(/[{}]/g, '$&$&');
    else {
      const written = value(part.value);
      const format = part.format === null ? '' : `:${inner(part.format, value)}`;
      text += `{${written.startsWith('{') ? ' ' : ''}${written}${part.conversion}${format}}`;
    }
  }
  return text;
}

/** The body with as few escapes as can be, and the quotes that may stand around it. */
function quoted(points: Points, allowed: string[], escapeWhitespace: boolean): Quoted {
  let body = '';
  for (const point of points) {
    const keeps = !escapeWhitespace && (point === 9 || point === 10);
    body += keeps || (point !== 92 && isPrintable(point)) ? String.fromCodePoint(point) : escapePoint(point);
  }
  let quotes = body.includes('\n') ? allowed.filter((quote) => quote.length === 3) : allowed;
  quotes = quotes.filter((quote) => !body.includes(quote));
  if (quotes.length === 0) {
    const printed = reprString(points);
    const first = printed[0] ?? "'";
    return { body: printed.slice(1, -1), quotes: [allowed.find((quote) => quote.includes(first)) ?? first] };
  }
  const last = body.at(-1);
  if (last === undefined) return { body, quotes };
  quotes = [...quotes.filter((quote) => quote[0] !== last), ...quotes.filter((quote) => quote[0] === last)];
  if (quotes[0]?.[0] === last) body = `${body.slice(0, -1)}\\${last}`;
  return { body, quotes };
}

function pointsOf(text: string): Points {
  return Array.from(text, (character) => character.codePointAt(0) ?? 0);
}

function stringOf(points: Points): string {
  let text = '';
  for (const point of points) text += String.fromCodePoint(point);
  return text;
}
