/**
 * A syntax tree copied out of the parser's memory once, as arrays. Reading it costs no call into WebAssembly, and it may
 * outlive the parser's tree. A node is a number: its place in document order, outer nodes first.
 */
import type { Node, TreeCursor } from 'web-tree-sitter';

/** "No such node." */
export const NONE = -1;
const ERROR = 'ERROR';

export class FlatTree {
  readonly text: string;
  /** Where the text as written has more characters in front, such as a byte order mark. */
  readonly shift: number;
  readonly count: number;
  readonly parents: Int32Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** The node after the last one inside of it. */
  readonly nexts: Int32Array;
  readonly #types: Uint16Array;
  readonly #fields: Uint16Array;
  readonly #typeNames: readonly string[];
  readonly #fieldNames: readonly (string | null)[];

  /** `place` says where in the text an offset of the parsed one is, if another text was parsed. */
  constructor(root: Node, text: string, shift = 0, place?: (offset: number) => number) {
    this.text = text;
    this.shift = shift;
    const { types: typeNames, fields: fieldNames } = root.tree.language;
    this.#typeNames = typeNames;
    this.#fieldNames = fieldNames;
    const capacity = root.descendantCount;
    this.parents = new Int32Array(capacity);
    this.starts = new Uint32Array(capacity);
    this.ends = new Uint32Array(capacity);
    this.nexts = new Int32Array(capacity);
    this.#types = new Uint16Array(capacity);
    this.#fields = new Uint16Array(capacity);
    const cursor = root.walk();
    this.count = this.#copy(cursor);
    cursor.delete();
    if (place === undefined) return;
    for (let node = 0; node < this.count; node++) {
      this.starts[node] = place(this.starts[node] as number);
      this.ends[node] = place(this.ends[node] as number);
    }
  }

  #copy(cursor: TreeCursor): number {
    let node = 0;
    let parent = NONE;
    for (;;) {
      this.parents[node] = parent;
      this.starts[node] = cursor.startIndex;
      this.ends[node] = cursor.endIndex;
      this.#types[node] = cursor.nodeTypeId;
      this.#fields[node] = cursor.currentFieldId;
      node++;
      if (cursor.gotoFirstChild()) {
        parent = node - 1;
        continue;
      }
      this.nexts[node - 1] = node;
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) return node;
        this.nexts[parent] = node;
        parent = this.parents[parent] as number;
      }
    }
  }

  type(node: number): string {
    if (node < 0) return '';
    return this.#typeNames[this.#types[node] as number] ?? ERROR;
  }

  /** The field by which it hangs on its parent; empty without one. */
  field(node: number): string {
    if (node < 0) return '';
    return this.#fieldNames[this.#fields[node] as number] ?? '';
  }

  parent(node: number): number {
    return node < 0 ? NONE : (this.parents[node] as number);
  }

  start(node: number): number {
    return this.starts[node] as number;
  }

  end(node: number): number {
    return this.ends[node] as number;
  }

  /** The text of a node; empty for NONE. */
  of(node: number): string {
    return node < 0 ? '' : this.text.slice(this.starts[node], this.ends[node]);
  }

  /** The first child by this field, or NONE. */
  child(node: number, field: string): number {
    if (node < 0) return NONE;
    const end = this.nexts[node] as number;
    for (let at = node + 1; at < end; at = this.nexts[at] as number) if (this.field(at) === field) return at;
    return NONE;
  }

  /** All children by this field. */
  childrenBy(node: number, field: string): number[] {
    return this.children(node).filter((child) => this.field(child) === field);
  }

  /** All children, tokens included, in order. */
  children(node: number): number[] {
    const found: number[] = [];
    if (node < 0) return found;
    const end = this.nexts[node] as number;
    for (let at = node + 1; at < end; at = this.nexts[at] as number) found.push(at);
    return found;
  }

  /** The first child of one of these types, or NONE. */
  childOf(node: number, ...types: string[]): number {
    if (node < 0) return NONE;
    const end = this.nexts[node] as number;
    for (let at = node + 1; at < end; at = this.nexts[at] as number)
      if (types.includes(this.type(at))) return at;
    return NONE;
  }

  childrenOf(node: number, ...types: string[]): number[] {
    return this.children(node).filter((child) => types.includes(this.type(child)));
  }

  /** The first child that is a node of the grammar and no token of punctuation. */
  firstNamed(node: number): number {
    return this.children(node).find((child) => this.isNamed(child)) ?? NONE;
  }

  namedChildren(node: number): number[] {
    return this.children(node).filter((child) => this.isNamed(child));
  }

  /** Named nodes have types written as words in lower case; tokens are written as themselves. */
  isNamed(node: number): boolean {
    const type = this.type(node);
    return /^[a-z_]+$/.test(type) ? !this.#isKeyword(node, type) : type === ERROR;
  }

  /** A name may be the word for names itself. */
  #isKeyword(node: number, type: string): boolean {
    if (type === 'name' || type === 'identifier' || type === 'variable') return false;
    return this.nexts[node] === node + 1 && this.of(node) === type;
  }

  /** The innermost node of one of these types around it (not itself), or NONE. */
  above(node: number, ...types: string[]): number {
    for (let at = this.parent(node); at >= 0; at = this.parent(at))
      if (types.includes(this.type(at))) return at;
    return NONE;
  }
}
