/** A source text as the tree readers need it: slices of nodes, lines, and texts of one line. */
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

  /** The line with this row, counted from zero; empty beyond the text. */
  line(row: number): string {
    this.#lines ??= this.text.split(/\r?\n/);
    return this.#lines[row] ?? '';
  }

  /** The node on one line, without comments, cut at the length of a signature. */
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
