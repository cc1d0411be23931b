/** Names declared in files. */
import type { Declaration, DeclarationKind } from '../../text/index.ts';
import { ByteReader, ByteWriter, DamagedIndex, type PackedBlocks } from './bytes.ts';

/** As stored; a number, once given, keeps its kind. */
const KIND_NUMBERS: Readonly<Record<DeclarationKind, number>> = {
  function: 0,
  method: 1,
  class: 2,
  interface: 3,
  type: 4,
  enum: 5,
  module: 6,
  constant: 7,
  macro: 8,
  heading: 9,
};
// Object.entries forgets the type of the keys.
const KINDS = new Map(
  Object.entries(KIND_NUMBERS).map(([kind, number]) => [number, kind as DeclarationKind]),
);

/** So many files share a block: reading the names of one file reads few others. */
const DECLARATION_GROUP = 32;

export class DeclarationWriter {
  readonly #writer = new ByteWriter();
  readonly #one = new ByteWriter();
  readonly #ends: number[] = [];
  #files = 0;

  /** In line order. */
  add(declarations: readonly Pick<Declaration, 'name' | 'kind' | 'line'>[]): void {
    const one = this.#one;
    one.length = 0;
    let before = 0;
    for (const { name, kind, line } of declarations) {
      one.varint(Math.max(0, line - before));
      one.varint(KIND_NUMBERS[kind]);
      one.text(name);
      before = line;
    }
    this.addEncoded(one.bytes.subarray(0, one.length));
  }

  /** The bytes of one file as encodedDeclarations gives them back. */
  addEncoded(bytes: Uint8Array): void {
    this.#writer.varint(bytes.length);
    this.#writer.raw(bytes);
    this.#files++;
    if (this.#files % DECLARATION_GROUP === 0) this.#ends.push(this.#writer.length);
  }

  finish(): PackedBlocks {
    if (this.#files % DECLARATION_GROUP !== 0) this.#ends.push(this.#writer.length);
    return { bytes: this.#writer.take(), ends: Uint32Array.from(this.#ends) };
  }
}

/** Which block of a segment holds the names of the file. */
export const declarationBlock = (file: number): number => Math.floor(file / DECLARATION_GROUP);

/** `file` counts from the first of the segment; `block` is the one of its group. */
export function encodedDeclarations(block: Uint8Array, file: number): Uint8Array {
  const reader = new ByteReader(block);
  for (let skip = file % DECLARATION_GROUP; skip > 0; skip--) reader.raw(reader.count(1));
  return reader.raw(reader.count(1));
}

/** Entry i of each belongs to declaration i. */
export interface DeclarationColumns {
  names: string[];
  kinds: DeclarationKind[];
  lines: Uint32Array;
}

export function decodeDeclarations(bytes: Uint8Array): DeclarationColumns {
  const reader = new ByteReader(bytes);
  const names: string[] = [];
  const kinds: DeclarationKind[] = [];
  const lines: number[] = [];
  let line = 0;
  while (reader.left > 0) {
    line += reader.varint();
    const kind = KINDS.get(reader.varint());
    if (kind === undefined) throw new DamagedIndex('a declaration is of no kind');
    lines.push(line);
    kinds.push(kind);
    names.push(reader.text());
  }
  return { names, kinds, lines: Uint32Array.from(lines) };
}
