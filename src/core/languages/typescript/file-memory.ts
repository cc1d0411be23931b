/** What the rules keep in mind while they go through one file: its exports, and the objects that have a name. */
import type { Node } from 'web-tree-sitter';
import type { Declaration, Place } from '../outline-walk.ts';
import { rowAfter } from '../tree.ts';

export class FileMemory {
  /** Names in `export { … }`. */
  readonly exportedNames = new Set<string>();
  /** Where object literals begin whose members are symbols. */
  readonly #objects = new Set<number>();
  #export = { start: -1, end: -1, row: 0, docRow: 0 };

  enterExport(node: Node): void {
    this.#export = {
      start: node.startIndex,
      end: node.endIndex,
      row: rowAfter(node, ['decorator']),
      docRow: node.startPosition.row,
    };
  }

  /** Declared by the `export` around it, not by something inside of what is exported. */
  isExported(node: Node, { parentStart }: Place): boolean {
    const { start, end } = this.#export;
    return node.startIndex >= start && node.startIndex < end && parentStart < start;
  }

  /** Where the statement around a declaration begins: `export`, past the decorators. */
  start(node: Node, place: Place): Partial<Declaration> {
    if (this.isExported(node, place)) return { startRow: this.#export.row, docRow: this.#export.docRow };
    return { startRow: rowAfter(node, ['decorator']), docRow: node.startPosition.row };
  }

  nameObject(object: Node): void {
    this.#objects.add(object.startIndex);
  }

  isNamedMember({ container }: Place): boolean {
    return container?.type === 'object' && this.#objects.has(container.start);
  }
}
