/** String literals to their values: escapes, prefixes, implicit concatenation, the parts of f-strings. */
import type { Node } from 'web-tree-sitter';
import { reprBytes } from './repr.ts';
import { type Expression, type FStringPart, NotPython, type Points } from './syntax-tree.ts';

type Convert = (node: Node) => Expression;

/** The expression for one literal, or for several written one after the other. */
export function stringExpression(literals: readonly Node[], source: string, convert: Convert): Expression {
  const parts: FStringPart[] = [];
  const prefixes: LiteralPrefix[] = [];
  let formatted = false;
  for (const literal of literals) {
    const start = literal.child(0);
    if (start === null) throw new NotPython();
    const text = source.slice(start.startIndex, start.endIndex);
    const prefix = literalPrefix(text);
    prefixes.push(prefix);
    formatted ||= /f/i.test(text);
    appendLiteral(parts, literal, prefix, /f/i.test(text), source, convert);
  }
  const bytes = prefixes.some((prefix) => prefix.bytes);
  if (bytes && !prefixes.every((prefix) => prefix.bytes)) throw new NotPython();
  const merged = mergeText(parts);
  const [only] = merged;
  if (formatted) return { type: 'fstring', parts: merged };
  const points = only?.type === 'text' ? only.points : [];
  if (bytes) return { type: 'constant', text: reprBytes(points), integer: false };
  return { type: 'string', points, unicode: prefixes[0]?.unicode === true };
}

/** The value of a plain string literal or a run of them; undefined for bytes and f-strings. */
export function plainString(literals: readonly Node[], source: string): string | undefined {
  const refuse = () => {
    throw new NotPython();
  };
  if (literals.some((literal) => /[fb]/i.test(source.slice(literal.startIndex, literal.child(0)?.endIndex))))
    return undefined;
  const value = stringExpression(literals, source, refuse);
  return value.type === 'string' ? String.fromCodePoint(...value.points.slice(0, MAX_DOC_POINTS)) : undefined;
}

/** A docstring's first line is wanted; its head is enough, and arguments to a call are limited. */
const MAX_DOC_POINTS = 20_000;

function appendLiteral(
  parts: FStringPart[],
  literal: Node,
  prefix: LiteralPrefix,
  formatted: boolean,
  source: string,
  convert: Convert,
): void {
  const end = literal.lastChild;
  let from = literal.child(0)?.endIndex ?? literal.startIndex;
  const text = (to: number) => {
    const body = source.slice(from, to);
    const decoded = decodeBody(formatted ? body.replace(/\{\{/g, '{').replace(/\}\}/g, '}') : body, prefix);
    if (decoded === undefined) throw new NotPython();
    parts.push({ type: 'text', points: decoded });
  };
  if (formatted)
    for (const child of literal.namedChildren) {
      if (child.type !== 'interpolation') continue;
      text(child.startIndex);
      appendInterpolation(parts, child, source, convert);
      from = child.endIndex;
    }
  text(end?.type === 'string_end' ? end.startIndex : literal.endIndex);
}

function appendInterpolation(parts: FStringPart[], node: Node, source: string, convert: Convert): void {
  const expression = node.childForFieldName('expression');
  if (expression === null) throw new NotPython();
  const conversionNode = node.childForFieldName('type_conversion');
  const formatNode = node.childForFieldName('format_specifier');
  let conversion =
    conversionNode === null ? '' : source.slice(conversionNode.startIndex, conversionNode.endIndex);
  const equals = node.children.find((child) => child.type === '=');
  if (equals !== undefined) {
    // `{x = }` prints the text up to the value, then its repr.
    const after = conversionNode ?? formatNode ?? node.lastChild;
    parts.push({ type: 'text', points: pointsIn(source.slice(node.startIndex + 1, after?.startIndex)) });
    if (conversionNode === null && formatNode === null) conversion = '!r';
  }
  const format = formatNode === null ? null : formatParts(formatNode, source, convert);
  parts.push({ type: 'value', value: convert(expression), conversion, format });
}

function formatParts(node: Node, source: string, convert: Convert): FStringPart[] {
  const parts: FStringPart[] = [];
  let from = node.startIndex + 1;
  for (const child of node.namedChildren) {
    if (child.type !== 'format_expression') continue;
    parts.push({ type: 'text', points: pointsIn(source.slice(from, child.startIndex)) });
    appendInterpolation(parts, child, source, convert);
    from = child.endIndex;
  }
  parts.push({ type: 'text', points: pointsIn(source.slice(from, node.endIndex)) });
  return mergeText(parts);
}

function mergeText(parts: readonly FStringPart[]): FStringPart[] {
  const merged: FStringPart[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (part.type === 'text' && last?.type === 'text') last.points = last.points.concat(part.points);
    else if (part.type === 'value' || part.points.length > 0) merged.push(part);
  }
  return merged;
}

function pointsIn(text: string): Points {
  return Array.from(text, (character) => character.codePointAt(0) ?? 0);
}

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
  // \N{NAME} needs the table of Unicode names, which is not in the package; it stays as written.
  if (letter === 'N' && !/^\{[^}]+\}/.test(text.slice(at + 1))) return undefined;
  return { point: 92, end: at };
}
