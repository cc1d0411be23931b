/** JSON: read as untrusted text, and edited in place in files that people maintain. */

import type { Node, ParseError } from 'jsonc-parser';
import { isJsonTooDeep, TOO_DEEP } from './nesting.ts';

export type ParsedJson = { ok: true; value: unknown } | { ok: false; problem: string };

/** For all JSON of a repository. A byte order mark is skipped. */
export function parseJson(text: string): ParsedJson {
  const body = text.startsWith('\ufeff') ? text.slice(1) : text;
  if (isJsonTooDeep(body)) return { ok: false, problem: TOO_DEEP };
  try {
    return { ok: true, value: JSON.parse(body) };
  } catch {
    return { ok: false, problem: 'not valid JSON' };
  }
}

/** JSON with comments and trailing commas, as tsconfig.json is written. Undefined if it is anything but an object. */
export async function parseJsonc(text: string): Promise<unknown> {
  const json = await lookUpInJson(text, []);
  return json.ok ? json.value : undefined;
}

// Values that were read, of which nothing is known yet.

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

/** One string or a list of them, as many configuration files allow either. */
export function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

// Edits of one value keep comments, order, trailing commas, indentation, line ends and a byte order mark.
// jsonc-parser reads; its own editor would reformat neighbouring values, so the edits are ours.

export type JsonPath = readonly string[];
export type JsonEdit = { ok: true; text: string } | { ok: false; problem: string };
export type JsonLookup = { ok: true; value: unknown } | { ok: false; problem: string };

const BYTE_ORDER_MARK = '\ufeff';
const LENIENT = { allowTrailingComma: true, disallowComments: false };

/**
 * `text` undefined: there is no file. A blank file gets the whole object on one line before its blanks; `removeFromJson`
 * recognises it by that.
 */
export async function setInJson(text: string | undefined, path: JsonPath, value: unknown): Promise<JsonEdit> {
  if (text !== undefined && text.trim() === '') return { ok: true, text: beforeBlanks(text, path, value) };
  return await edit(text ?? '{}\n', path, (body, tree) => {
    const { node, rest } = deepest(tree, path);
    if (rest.length === 0) return replaceValue(body, node, value);
    const nested = within(rest.slice(1), value);
    // An object made for the value is on one line with it; `removeFromJson` recognises it by that.
    const madeForIt = rest.length > 1 && text !== undefined;
    return insertProperty(body, node, rest[0] ?? '', nested, madeForIt);
  });
}

function beforeBlanks(blanks: string, path: JsonPath, value: unknown): string {
  const object = inOneLine(within(path, value));
  return blanks.startsWith(BYTE_ORDER_MARK)
    ? BYTE_ORDER_MARK + object + blanks.slice(BYTE_ORDER_MARK.length)
    : object + blanks;
}

function within(path: JsonPath, value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
}

/** Also removes the objects around it that were made for it. */
export async function removeFromJson(text: string, path: JsonPath): Promise<JsonEdit> {
  if (text.trim() === '') return { ok: true, text };
  const { getNodeValue } = await import('jsonc-parser');
  return await edit(text, path, (body, tree) => {
    const { node, rest } = deepest(tree, path);
    if (rest.length > 0 || !node.parent) return body;
    const alone = inOneLine(within(path, getNodeValue(node)));
    if (body.trimEnd() === alone) return body.slice(alone.length);
    const around = node.parent.parent;
    const madeForIt = around?.parent && around.children?.length === 1 && !textOf(body, around).includes('\n');
    return removeProperty(body, madeForIt && around.parent ? around.parent : node.parent);
  });
}

function textOf(body: string, { offset, length }: Node): string {
  return body.slice(offset, offset + length);
}

export async function lookUpInJson(text: string, path: JsonPath): Promise<JsonLookup> {
  const { getNodeValue } = await import('jsonc-parser');
  const parsed = await parse(withoutMark(text), path);
  if (!parsed.ok) return parsed;
  const { node, rest } = deepest(parsed.tree, path);
  return { ok: true, value: rest.length === 0 ? getNodeValue(node) : undefined };
}

async function edit(
  text: string,
  path: JsonPath,
  change: (body: string, tree: Node) => string,
): Promise<JsonEdit> {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const body = withoutMark(text);
  const parsed = await parse(body, path);
  if (!parsed.ok) return parsed;
  const edited = change(body, parsed.tree);
  return { ok: true, text: mark + edited };
}

function withoutMark(text: string): string {
  const body = text.startsWith(BYTE_ORDER_MARK) ? text.slice(BYTE_ORDER_MARK.length) : text;
  return body.trim() === '' ? '{}' : body;
}

async function parse(
  body: string,
  path: JsonPath,
): Promise<{ ok: true; tree: Node } | { ok: false; problem: string }> {
  if (isJsonTooDeep(body)) return { ok: false, problem: `it is ${TOO_DEEP}` };
  const { findNodeAtLocation, parseTree } = await import('jsonc-parser');
  const errors: ParseError[] = [];
  const tree = parseTree(body, errors, LENIENT);
  if (errors[0])
    return {
      ok: false,
      problem: `it is not valid JSON at line ${body.slice(0, errors[0].offset).split('\n').length}`,
    };
  if (tree?.type !== 'object') return { ok: false, problem: 'it does not hold a JSON object' };
  for (let depth = 1; depth < path.length; depth++) {
    const node = findNodeAtLocation(tree, [...path.slice(0, depth)]);
    if (node && node.type !== 'object')
      return { ok: false, problem: `"${path.slice(0, depth).join('.')}" is not an object` };
  }
  return { ok: true, tree };
}

/** The last node that exists on the path, and the rest of the path. */
function deepest(tree: Node, path: JsonPath): { node: Node; rest: JsonPath } {
  let node = tree;
  for (const [depth, key] of path.entries()) {
    const value = node.children?.find((property) => property.children?.[0]?.value === key)?.children?.[1];
    if (!value) return { node, rest: path.slice(depth) };
    node = value;
  }
  return { node, rest: [] };
}

function replaceValue(body: string, node: Node, value: unknown): string {
  const printed = textOf(body, node).includes('\n')
    ? print(value, body, indentOf(body, node.offset))
    : inOneLine(value);
  return body.slice(0, node.offset) + printed + body.slice(node.offset + node.length);
}

/**
 * At the end of the object: on a line of its own, or on the line of an object of one line. Comments after the property before
 * it, and the blanks before the closing brace, stay where they are.
 */
function insertProperty(body: string, object: Node, key: string, value: unknown, compact: boolean): string {
  const close = object.offset + object.length - 1;
  const own = indentOf(body, object.offset);
  const inner = own + indentUnit(body);
  const eol = lineEnd(body);
  const last = object.children?.at(-1);
  const lastEnd = last ? last.offset + last.length : object.offset + 1;
  const between = body.slice(lastEnd, close).trimEnd();
  const blanks = body.slice(lastEnd + between.length, close);
  const sameLine = last !== undefined && !textOf(body, object).includes('\n');
  const printed = compact || sameLine ? inOneLine(value) : print(value, body, inner);
  const property = `${JSON.stringify(key)}: ${printed}`;
  // Keeps the style of a file that ends its lists with a comma.
  const trailing = last !== undefined && commaBetween(body, lastEnd, close) !== undefined;
  const lead = last === undefined || trailing ? '' : ',';
  const before = `${body.slice(0, lastEnd)}${lead}${between}${sameLine ? ' ' : `${eol}${inner}`}`;
  const after = last !== undefined || blanks.includes('\n') ? blanks : `${eol}${own}`;
  return `${before}${property}${trailing ? ',' : ''}${after}${body.slice(close)}`;
}

function removeProperty(body: string, property: Node): string {
  const siblings = property.parent?.children ?? [];
  const at = siblings.indexOf(property);
  const end = property.offset + property.length;
  const object = property.parent;
  const close = object ? object.offset + object.length - 1 : body.length;
  const comma = commaBetween(body, end, siblings[at + 1]?.offset ?? close);
  const cutEnd = comma === undefined ? end : comma + 1;
  if (siblings[at + 1]) return body.slice(0, property.offset) + body.slice(cutEnd).trimStart();
  const before = siblings[at - 1];
  const head = body.slice(0, property.offset).trimEnd();
  const tail = body.slice(cutEnd);
  if (!before) return object && head.endsWith('{') ? `${head}${tail.trimStart()}` : head + tail;
  // It was last: remove the comma before it, unless the file also has one after the last property.
  const lead =
    comma === undefined ? commaBetween(body, before.offset + before.length, property.offset) : undefined;
  return lead === undefined ? head + tail : head.slice(0, lead) + head.slice(lead + 1) + tail;
}

function print(value: unknown, body: string, indent: string): string {
  return JSON.stringify(value, null, indentUnit(body)).replaceAll('\n', `${lineEnd(body)}${indent}`);
}

export function lineEnd(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** The first indentation in the text; two spaces if there is none. */
export function indentUnit(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
}

export function indentOf(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

/** With spaces, as people write short values. */
export function inOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const properties = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${inOneLine(each)}`);
  return properties.length === 0 ? '{}' : `{ ${properties.join(', ')} }`;
}

/** The offset of the comma among blanks and comments from `start` to `end`. */
export function commaBetween(text: string, start: number, end: number): number | undefined {
  for (let at = start; at < end; at++) {
    if (text.startsWith('//', at)) at = endOf(text, '\n', at, end);
    else if (text.startsWith('/*', at)) at = endOf(text, '*/', at, end);
    else if (text[at] === ',') return at;
  }
  return undefined;
}

function endOf(text: string, mark: string, from: number, end: number): number {
  const found = text.indexOf(mark, from + 2);
  return found === -1 ? end : found + mark.length - 1;
}
