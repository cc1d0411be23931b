/** A source text as readers need it: the text of a node, as written or on one line, lines, and the documentation above a line. */
import type { Node } from 'web-tree-sitter';
import { type CommentSyntax, commentSpans } from './comment-syntax.ts';

/** Long enough for nearly every parameter list, short enough for an overview. */
const MAX_SIGNATURE_LENGTH = 200;

export class SourceText {
  readonly text: string;
  readonly #comments: CommentSyntax;
  #lines: string[] | undefined;

  constructor(text: string, comments: CommentSyntax) {
    this.text = text;
    this.#comments = comments;
  }

  of(node: Node): string {
    return this.text.slice(node.startIndex, node.endIndex);
  }

  /** The line of this row, counted from zero; empty after the end of the text. */
  line(row: number): string {
    this.#lines ??= this.text.split(/\r?\n/);
    return this.#lines[row] ?? '';
  }

  /** The node on one line, without comments, at most as long as a signature. */
  oneLine(node: Node): string {
    return this.collapse(this.of(node));
  }

  collapse(text: string): string {
    const flat = this.#withoutComments(text)
      .replace(/\s+/g, ' ')
      .replace(/([([<]) /g, '$1')
      .replace(/,? ([)\]>])/g, '$1')
      .replace(/,(\))/g, '$1')
      .trim();
    return flat.length > MAX_SIGNATURE_LENGTH ? `${flat.slice(0, MAX_SIGNATURE_LENGTH - 1)}…` : flat;
  }

  #withoutComments(text: string): string {
    let rest = '';
    let from = 0;
    for (const { start, end } of commentSpans(text, this.#comments)) {
      rest += `${text.slice(from, start)} `;
      from = end;
    }
    return from === 0 ? text : rest + text.slice(from);
  }
}

// The first line of the documentation above a declaration.

export interface DocStyle {
  /** Openings of documentation in block comments, such as `/**`. */
  blocks?: readonly { open: string; close: string }[];
  /** Openings of documentation in line comments, longest first. */
  lines?: readonly string[];
  /** How further lines begin, if not with the same mark. */
  continuation?: string;
  /** Lines between the documentation and the declaration: attributes, decorators. */
  between?: RegExp;
}

/** How far up to look for documentation. */
const MAX_LINES_UP = 400;
const NO_PROSE = /^(?:@\w|\\(?:file|brief)?$|[-=*#~/]*$)/;

export function docAbove(
  source: SourceText,
  row: number,
  { blocks = [], lines = [], continuation, between }: DocStyle,
): string | undefined {
  let at = row - 1;
  const lowest = Math.max(0, row - MAX_LINES_UP);
  while (at >= lowest && between?.test(source.line(at))) at--;
  if (at < lowest) return undefined;
  const above = source.line(at).trim();
  for (const { open, close } of blocks)
    if (above.endsWith(close)) {
      let top = at;
      // The start of the nearest comment, of either kind.
      while (top > lowest && !source.line(top).includes(open.slice(0, 2))) top--;
      const first = source.line(top);
      if (!first.trimStart().startsWith(open)) return undefined;
      const body = [];
      for (let line = top; line <= at; line++) body.push(source.line(line));
      return firstProse(body.join('\n').trim().slice(open.length, -close.length).split('\n'));
    }
  const markOf = (row: number) => {
    const line = source.line(row).trim();
    return lines.find((prefix) => line.startsWith(prefix));
  };
  const goesOn = (row: number) =>
    continuation !== undefined && source.line(row).trim().startsWith(continuation);
  let top = at;
  if (continuation !== undefined) while (top > lowest && markOf(top) === undefined && goesOn(top)) top--;
  else while (top > lowest && markOf(top) !== undefined && markOf(top - 1) !== undefined) top--;
  if (markOf(top) === undefined) return undefined;
  const body = [];
  for (let row = top; row <= at; row++)
    body.push(
      source
        .line(row)
        .trim()
        .slice((markOf(row) ?? continuation ?? '').length),
    );
  return firstProse(body);
}

/** The first line of prose: not a tag, a ruler or only markup. */
function firstProse(lines: readonly string[]): string | undefined {
  for (const line of lines) {
    const prose = line
      .replace(/^\s*\**\s?/, '')
      .replace(/<\/?[a-z]+>/g, '')
      .trim();
    if (prose !== '' && !NO_PROSE.test(prose)) return prose;
  }
  return undefined;
}
