/**
 * Changes single fields of a document and leaves every other byte as it was written: comments, order, quotes,
 * blank lines. Where that is impossible (a document on one line) the whole document is printed again.
 */
import type { Document, Node, Pair, YAMLMap } from 'yaml';
import { parseYaml, type YamlPath } from '../../../core/text/index.ts';
import { rankOf } from '../document/document-fields.ts';

export interface FieldEdit {
  /** The last step is a key; the steps before it must exist. */
  path: YamlPath;
  /** Undefined removes the field. */
  value: unknown;
  /** The value as text, for fields with comments in them; without a final newline. */
  text?: string;
}

interface Splice {
  start: number;
  end: number;
  text: string;
}

const WRITING = { lineWidth: 0 } as const;

export async function editYaml(
  text: string,
  document: Document,
  edits: readonly FieldEdit[],
): Promise<string> {
  const { isMap, stringify } = await import('yaml');
  const render = ({ path, value, text: given }: FieldEdit): string => {
    const key = String(path.at(-1));
    return given === undefined
      ? stringify({ [key]: value }, WRITING).replace(/\n$/, '')
      : `${key}:\n${given}`;
  };
  const splices: Splice[] = [];
  for (const edit of edits) {
    const parent = edit.path.length === 1 ? document.contents : document.getIn(edit.path.slice(0, -1), true);
    if (!isMap(parent) || parent.flow === true || parent.items.some(({ key }) => rangeOf(key) === undefined))
      return rewritten(document, edits);
    splices.push(...spliced(text, parent, edit, render));
  }
  const cut = applied(text, splices);
  const read = await parseYaml(cut);
  const isRead = read.ok && edits.every(({ path, value }) => same(read.document.getIn(path), value));
  return isRead ? cut : rewritten(document, edits);
}

/** Appends to a list; creates the list if it does not exist. */
export async function appendYaml(
  text: string,
  document: Document,
  field: string,
  item: unknown,
): Promise<string> {
  const { isSeq, stringify } = await import('yaml');
  const list = document.get(field, true);
  const last = isSeq(list) && list.flow !== true ? rangeOf(list.items.at(-1)) : undefined;
  const first = isSeq(list) ? rangeOf(list) : undefined;
  if (!isSeq(list) || last === undefined || last === null || !first) {
    const before: unknown = isSeq(list) ? list.toJSON() : undefined;
    return await editYaml(text, document, [
      { path: [field], value: [...(Array.isArray(before) ? before : []), item] },
    ]);
  }
  const indent = ' '.repeat(columnOf(text, first[0]));
  const rendered = stringify([item], WRITING)
    .replace(/\n$/, '')
    .replace(/\n(?=.)/g, `\n${indent}`);
  const at = lineEnd(text, last[0] + text.slice(last[0], last[1]).trimEnd().length);
  return applied(text, [{ start: at, end: at, text: `\n${indent}${rendered}` }]);
}

function spliced(text: string, map: YAMLMap, edit: FieldEdit, render: (edit: FieldEdit) => string): Splice[] {
  const key = String(edit.path.at(-1));
  const indent = ' '.repeat(columnOf(text, rangeOf(map.items[0]?.key)?.[0] ?? 0));
  const rendered = () => render(edit).replace(/\n(?=.)/g, `\n${indent}`);
  const item = map.items.find((each) => keyOf(each) === key);
  if (item !== undefined) {
    const { start, end } = extentOf(text, item);
    if (edit.value !== undefined) return [replaced(text, { start, end, text: rendered() }, indent)];
    const lineStart = text.lastIndexOf('\n', start - 1) + 1;
    const next = text.indexOf('\n', end);
    return [{ start: lineStart, end: next === -1 ? text.length : next + 1, text: '' }];
  }
  if (edit.value === undefined) return [];
  const before = map.items.findLast((each) => rankOf(keyOf(each)) <= rankOf(key));
  if (before === undefined) {
    const start = rangeOf(map.items[0]?.key)?.[0] ?? 0;
    return [{ start, end: start, text: `${rendered()}\n${indent}` }];
  }
  const at = lineEnd(text, extentOf(text, before).end);
  return [{ start: at, end: at, text: `\n${indent}${rendered()}` }];
}

/** Moves a comment after the old value above a new value of several lines. */
function replaced(text: string, splice: Splice, indent: string): Splice {
  const end = lineEnd(text, splice.end);
  const comment = text.slice(splice.end, end).trim();
  if (comment === '' || !splice.text.includes('\n')) return splice;
  return { start: splice.start, end, text: `${comment}\n${indent}${splice.text}` };
}

/** From the key to the last character of the value, without comments after it. */
function extentOf(text: string, item: Pair): { start: number; end: number } {
  const start = rangeOf(item.key)?.[0] ?? 0;
  const end = rangeOf(item.value)?.[1] ?? rangeOf(item.key)?.[1] ?? start;
  return { start, end: start + text.slice(start, end).trimEnd().length };
}

/** Applied from the end, so that earlier offsets stay valid; of two splices at one offset, the later one first. */
function applied(text: string, splices: readonly Splice[]): string {
  const crlf = text.includes('\r\n');
  let result = text;
  for (const { start, end, text: piece } of splices
    .map((splice, at) => ({ ...splice, at }))
    .sort((a, b) => b.start - a.start || b.at - a.at))
    result = result.slice(0, start) + (crlf ? piece.replaceAll('\n', '\r\n') : piece) + result.slice(end);
  return result.endsWith('\n') ? result : `${result}\n`;
}

function rewritten(document: Document, edits: readonly FieldEdit[]): string {
  const copy = document.clone();
  for (const { path, value } of edits) {
    if (value === undefined) copy.deleteIn(path);
    else copy.setIn(path, copy.createNode(value));
  }
  return copy.toString(WRITING);
}

function lineEnd(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  if (at === -1) return text.length;
  return text[at - 1] === '\r' ? at - 1 : at;
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1);
}

function keyOf({ key }: Pair): string {
  return typeof key === 'object' && key !== null && 'value' in key ? String(key.value) : String(key);
}

function rangeOf(node: unknown): Node['range'] {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)
    ? // A node's range has three numbers; the library's type for a value is unknown.
      (node.range as Node['range'])
    : undefined;
}

/** A node of the tree has a toJSON. */
function same(read: unknown, value: unknown): boolean {
  return JSON.stringify(read) === JSON.stringify(value);
}
