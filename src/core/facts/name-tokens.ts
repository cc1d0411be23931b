/** Every place of the text where a name stands, and what it is there. */
import type { FlatTree } from '../languages/index.ts';
import { type FileFacts, ROLES, type Role } from './facts.ts';

export interface Meaning {
  role: Role;
  /** An expression, or a way to it that can be gone when all names are bound. */
  ref: number | (() => number);
}

interface NameNodes {
  names: readonly string[];
  sigil?: RegExp;
}

/** What the second pass tells of a token. */
interface Reader {
  nameId(name: string): number;
  /** What a name is that the first pass said nothing of. */
  use(node: number): { role: Role; ref: number };
  /** The declaration around a name that means `ref`, or -1. */
  enclosing(node: number, ref: number): number;
}

type TokenArrays = Pick<
  FileFacts,
  'tokenStarts' | 'tokenNames' | 'tokenRoles' | 'tokenEnclosing' | 'tokenRefs'
>;

export class NameTokens {
  /** By node: what a name token turned out to be in the first pass. */
  readonly #marked = new Map<number, Meaning>();
  readonly #also = new Map<number, Meaning>();

  /** Says in the first pass what a name token is, where the second pass could not. */
  mark(node: number, role: Role, ref: Meaning['ref']): void {
    this.#marked.set(node, { role, ref });
  }

  /** A second thing that the token is. */
  markAlso(node: number, role: Role, ref: Meaning['ref']): void {
    this.#also.set(node, { role, ref });
  }

  marked(node: number): Meaning | undefined {
    return this.#marked.get(node);
  }

  read(tree: FlatTree, rules: NameNodes, reader: Reader): TokenArrays {
    const names = new Set(rules.names);
    const starts: number[] = [];
    const nameIds: number[] = [];
    const roles: number[] = [];
    const enclosing: number[] = [];
    const refs: number[] = [];
    for (let node = 0; node < tree.count; node++) {
      if (!names.has(tree.type(node)) || tree.nexts[node] !== node + 1) continue;
      if (tree.end(node) === tree.start(node)) continue;
      const written = tree.of(node);
      const meanings = this.#meanings(node, reader);
      const sigil = rules.sigil?.exec(written)?.[0].length ?? 0;
      for (const skipped of sigil === 0 ? [0] : [0, sigil])
        for (const { role, ref } of meanings) {
          starts.push(tree.start(node) + skipped + tree.shift);
          nameIds.push(reader.nameId(written.slice(skipped)));
          roles.push(ROLES.indexOf(role));
          enclosing.push(reader.enclosing(node, ref));
          refs.push(ref);
        }
    }
    return {
      tokenStarts: Uint32Array.from(starts),
      tokenNames: Uint32Array.from(nameIds),
      tokenRoles: Uint8Array.from(roles),
      tokenEnclosing: Int32Array.from(enclosing),
      tokenRefs: Int32Array.from(refs),
    };
  }

  #meanings(node: number, reader: Reader): { role: Role; ref: number }[] {
    const first = this.#marked.get(node) ?? reader.use(node);
    const also = this.#also.get(node);
    return [first, ...(also === undefined ? [] : [also])].map(({ role, ref }) => ({
      role,
      ref: typeof ref === 'number' ? ref : ref(),
    }));
  }
}
