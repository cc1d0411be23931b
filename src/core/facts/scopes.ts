/** The scopes of one text and what is bound in them, as the walk meets them; and which scope each node is in. */
import type { ScopeKind } from './declare.ts';
import { plainName } from './facts.ts';

export interface Scope {
  kind: ScopeKind;
  parent: number;
  /** The declaration whose inside it is, or that of the scope around it. */
  declaration: number;
  /** The innermost class around, or -1. */
  classDeclaration: number;
  bindings: Map<string, Binding[]>;
  /** The node after its last one. */
  end: number;
}

/** `isOrdered`: not seen by what comes before it. */
export type Binding = { at: number; isOrdered?: boolean } & ({ declaration: number } | { import: number });

export class Scopes {
  readonly #scopes: Scope[] = [
    {
      kind: 'module',
      parent: -1,
      declaration: -1,
      classDeclaration: -1,
      bindings: new Map(),
      end: Number.POSITIVE_INFINITY,
    },
  ];
  /** By node: the scope it is in. */
  readonly #scopeOf: Int32Array;
  readonly #aliases: { from: number; name: string; scope: number }[] = [];
  /** The scope that the walk is in. */
  current = 0;

  constructor(nodes: number) {
    this.#scopeOf = new Int32Array(nodes);
  }

  at(scope: number): Scope {
    return this.#scopes[scope] as Scope;
  }

  /** The number of the scope that a node is in; that of the whole text for a node that there is not. */
  of(node: number): number {
    return this.#scopeOf[node] ?? 0;
  }

  /** The innermost scope that is one of these kinds, from the current one outwards. */
  ofKind(kinds: readonly ScopeKind[]): number {
    let scope = this.current;
    while (scope > 0 && !kinds.includes(this.at(scope).kind)) scope = this.at(scope).parent;
    return scope;
  }

  /** Opens a scope that closes by itself at the node `end`. */
  open(kind: ScopeKind, declaration: number, end: number): number {
    const outer = this.at(this.current);
    const isNamed = declaration >= 0;
    this.#scopes.push({
      kind,
      parent: this.current,
      declaration: isNamed ? declaration : outer.declaration,
      classDeclaration: kind === 'class' ? (isNamed ? declaration : -1) : outer.classDeclaration,
      bindings: new Map(),
      end,
    });
    this.current = this.#scopes.length - 1;
    return this.current;
  }

  /** The walk comes to a node: scopes that end before it are closed. */
  reach(node: number): void {
    while (node >= this.at(this.current).end) this.current = this.at(this.current).parent;
    this.#scopeOf[node] = this.current;
  }

  bind(scope: number, name: string, binding: Binding): void {
    const { bindings } = this.at(scope);
    const list = bindings.get(name);
    if (list === undefined) bindings.set(name, [binding]);
    else list.push(binding);
  }

  /** The declaration that was bound last to the name in this very scope. */
  own(scope: number, name: string): number | undefined {
    const last = this.at(scope).bindings.get(name)?.at(-1);
    return last !== undefined && 'declaration' in last ? last.declaration : undefined;
  }

  /** The declaration that a bare name means here, as far as the walk has come; -1 if none is known. */
  bound(name: string): number {
    for (let at = this.current; at >= 0; at = this.at(at).parent) {
      const last = this.at(at).bindings.get(name)?.at(-1);
      if (last !== undefined) return 'declaration' in last ? last.declaration : -1;
    }
    return -1;
  }

  /** True if the name is bound in the scope given, or in one between it and the current one, as far as the walk has come. */
  isBoundWithin(name: string, outermost: number): boolean {
    for (let at = this.current; at >= 0; at = this.at(at).parent) {
      if (this.at(at).bindings.has(name)) return true;
      if (at === outermost) return false;
    }
    return false;
  }

  /** `global x`: the name means that of the other scope from here on. */
  alias(name: string, scope: number): void {
    this.#aliases.push({ from: this.current, name, scope });
    for (const binding of this.at(scope).bindings.get(name) ?? []) this.bind(this.current, name, binding);
  }

  /** True if the name was said to mean that of another scope; which one. */
  aliasOf(name: string, scope: number): number | undefined {
    return this.#aliases.find((each) => each.from === scope && each.name === name)?.scope;
  }
}

/** What a name means in a scope: the last binding before the place, or else the first one. */
export function bindingIn({ bindings }: Scope, name: string, offset: number): Binding | undefined {
  const list = bindings.get(name);
  if (list !== undefined)
    return list.findLast((each) => each.at <= offset) ?? list.find(({ isOrdered }) => isOrdered !== true);
  const plain = plainName(name);
  // A static import may bring a method.
  return plain === name ? undefined : bindings.get(plain)?.findLast((each) => 'import' in each);
}
