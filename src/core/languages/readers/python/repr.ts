/** How `ast.unparse` of CPython 3.11 writes constants and f-strings. */
import type { Expression, FStringPart, Points } from './syntax-tree.ts';

const CONTROL: Readonly<Record<number, string>> = { 9: '\\t', 10: '\\n', 13: '\\r', 92: '\\\\' };
const NOT_PRINTABLE = /[\p{C}\p{Z}]/u;
/** Beyond this decimal exponent, and below -4, Python writes a float with an exponent. */
const MAX_PLAIN_EXPONENT = 16;
/** What Python writes for an infinite constant: a literal that overflows. */
const INFINITE = '1e309';

function isPrintable(point: number): boolean {
  if (point < 127) return point >= 32;
  return !NOT_PRINTABLE.test(String.fromCodePoint(point));
}

function escapePoint(point: number): string {
  const known = CONTROL[point];
  if (known !== undefined) return known;
  if (point <= 0xff) return `\\x${point.toString(16).padStart(2, '0')}`;
  if (point <= 0xffff) return `\\u${point.toString(16).padStart(4, '0')}`;
  return `\\U${point.toString(16).padStart(8, '0')}`;
}

/** Single quotes, unless the value holds some and no double ones. */
function quoteFor(points: Points): number {
  return points.includes(39) && !points.includes(34) ? 34 : 39;
}

export function reprString(points: Points): string {
  const quote = quoteFor(points);
  let body = '';
  for (const point of points) {
    if (point === quote) body += `\\${String.fromCodePoint(point)}`;
    else if (point === 92 || !isPrintable(point)) body += escapePoint(point);
    else body += String.fromCodePoint(point);
  }
  return String.fromCodePoint(quote) + body + String.fromCodePoint(quote);
}

export function reprBytes(points: Points): string {
  const quote = quoteFor(points);
  let body = '';
  for (const point of points) {
    if (point === quote) body += `\\${String.fromCodePoint(point)}`;
    else if (point === 92 || point < 32 || point > 126) body += escapePoint(point);
    else body += String.fromCodePoint(point);
  }
  return `b${String.fromCodePoint(quote)}${body}${String.fromCodePoint(quote)}`;
}

/** A number literal as Python prints its value; `integer` matters because `1 .real` needs its blank. */
export function reprNumber(literal: string): { text: string; integer: boolean } {
  const plain = literal.replaceAll('_', '');
  if (/^0[xob]/i.test(plain)) return { text: BigInt(plain.toLowerCase()).toString(), integer: true };
  if (/j$/i.test(plain)) return { text: `${reprFloat(Number(plain.slice(0, -1)), '')}j`, integer: false };
  if (/^\d+$/.test(plain)) return { text: BigInt(plain).toString(), integer: true };
  return { text: reprFloat(Number(plain), '.0'), integer: false };
}

/** The shortest digits that give the same double, as in JavaScript, laid out as in Python. */
function reprFloat(value: number, whole: string): string {
  if (!Number.isFinite(value)) return INFINITE;
  const [mantissa = '', power = '0'] = value.toExponential().split('e');
  const exponent = Number(power);
  const digits = mantissa.replace('.', '');
  if (exponent < -4 || exponent >= MAX_PLAIN_EXPONENT) {
    const sign = exponent < 0 ? '-' : '+';
    return `${mantissa}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`;
  }
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${digits}`;
  const before = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  const after = digits.slice(exponent + 1);
  return after === '' ? before + whole : `${before}.${after}`;
}

// F-strings: quotes are chosen so that none needs a backslash.

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

/** The body with as few escapes as possible, and the quotes that may be used around it. */
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
