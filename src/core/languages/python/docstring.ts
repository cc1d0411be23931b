/** The first line of a docstring that says something. */
import type { Node } from 'web-tree-sitter';
import { significantChildren } from './nodes.ts';
import { plainString } from './strings.ts';

export function docLine(body: Node, source: string): string | undefined {
  const [statement] = significantChildren(body);
  if (statement?.type !== 'expression_statement' || statement.children.some(({ type }) => type === ','))
    return undefined;
  let [value] = significantChildren(statement);
  while (value?.type === 'parenthesized_expression') [value] = significantChildren(value);
  if (value?.type !== 'string' && value?.type !== 'concatenated_string') return undefined;
  const text = plainString(value.type === 'string' ? [value] : significantChildren(value), source);
  for (const line of text?.split(LINE_BREAK) ?? []) {
    const trimmed = expandTabs(line).replace(OUTER_BLANKS, '');
    if (trimmed !== '') return trimmed;
  }
  return undefined;
}

// What str.splitlines and str.strip take for line breaks and blanks.
const RARE_BREAKS = '\\v\\f\\x1c-\\x1e\\x85\\u2028\\u2029';
const LINE_BREAK = new RegExp(`\\r\\n|[\\n\\r${RARE_BREAKS}]`);
const BLANK = '[\\s\\x1c-\\x1f\\x85]';
const OUTER_BLANKS = new RegExp(`^${BLANK}+|${BLANK}+$`, 'g');
const TAB_WIDTH = 8;

function expandTabs(line: string): string {
  if (!line.includes('\t')) return line;
  let out = '';
  for (const character of line)
    out += character === '\t' ? ' '.repeat(TAB_WIDTH - (out.length % TAB_WIDTH)) : character;
  return out;
}
