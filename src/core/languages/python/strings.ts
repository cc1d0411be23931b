/** String nodes of the grammar to values: prefixes, implicit concatenation, f-string parts. */
import type { Node } from 'web-tree-sitter';
import { reprBytes } from './repr.ts';
import { decodeBody, type LiteralPrefix, literalPrefix, type Points } from './string-literal.ts';
import { type Expression, type FStringPart, NotPython } from './syntax-tree.ts';

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
    // `{x = }` stands for the text up to the value, then its repr.
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
