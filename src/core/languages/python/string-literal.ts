/** Python string literals to their values. Values are code points: Python keeps two surrogates apart, UTF-16 would join them. */

export type Points = number[];

export interface LiteralPrefix {
  raw: boolean;
  bytes: boolean;
  unicode: boolean;
}

export function literalPrefix(start: string): LiteralPrefix {
  const letters = start.toLowerCase();
  return { raw: letters.includes('r'), bytes: letters.includes('b'), unicode: letters.includes('u') };
}

const SIMPLE: Readonly<Record<string, number>> = {
  '\\': 92,
  "'": 39,
  '"': 34,
  a: 7,
  b: 8,
  f: 12,
  n: 10,
  r: 13,
  t: 9,
  v: 11,
};
const HEX_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };
const MAX_POINT = 0x10ffff;

/** The value of a literal's body; undefined where Python would raise a SyntaxError. */
export function decodeBody(body: string, { raw, bytes }: LiteralPrefix): Points | undefined {
  const text = body.replace(/\r\n?/g, '\n');
  const points: Points = [];
  let at = 0;
  while (at < text.length) {
    const point = text.codePointAt(at) ?? 0;
    if (bytes && point > 127) return undefined;
    if (point !== 92 || raw) {
      points.push(point);
      at += point > 0xffff ? 2 : 1;
      continue;
    }
    const next = decodeEscape(text, at + 1, bytes);
    if (next === undefined) return undefined;
    if (next.point !== undefined) points.push(next.point);
    at = next.end;
  }
  return points;
}

interface Escape {
  point: number | undefined;
  end: number;
}

/** The escape whose first character after the backslash is at `at`. An unknown one stays as it is written. */
function decodeEscape(text: string, at: number, bytes: boolean): Escape | undefined {
  const letter = text[at];
  if (letter === '\n') return { point: undefined, end: at + 1 };
  const octal = /^[0-7]{1,3}/.exec(text.slice(at, at + 3));
  if (octal) {
    const value = Number.parseInt(octal[0], 8);
    return { point: bytes ? value & 255 : value, end: at + octal[0].length };
  }
  const simple = letter === undefined ? undefined : SIMPLE[letter];
  if (simple !== undefined) return { point: simple, end: at + 1 };
  if (letter === undefined || (bytes && letter !== 'x')) return { point: 92, end: at };
  const digits = HEX_DIGITS[letter];
  if (digits !== undefined) {
    const hex = text.slice(at + 1, at + 1 + digits);
    if (hex.length < digits || !/^[0-9a-fA-F]+$/.test(hex)) return undefined;
    const value = Number.parseInt(hex, 16);
    return value > MAX_POINT ? undefined : { point: value, end: at + 1 + digits };
  }
  // \N{NAME} needs the table of Unicode names, which the program does not carry; it stays as written.
  if (letter === 'N' && !/^\{[^}]+\}/.test(text.slice(at + 1))) return undefined;
  return { point: 92, end: at };
}
