/**
 * What was said of declarations before their values could be read: types, values and bases are looked up only when all names
 * of the text are bound.
 */
import { NONE } from '../languages/index.ts';
import type { Declare } from './declare.ts';
import type { FactDeclaration } from './facts.ts';

/** `values`: how many of its assignments are in its value. */
export type OpenDeclaration = FactDeclaration & { bases: number[]; values: number };

/** Reads nodes of the text; -1 for what cannot be told. */
export interface NodeReader {
  value(node: number): number;
  typeOf(node: number): number;
  instance(of: number): number;
  either(a: number, b: number): number;
  element(of: number): number;
}

interface Pending {
  declaration: number;
  node: number;
  what: 'type' | 'value' | 'element' | 'base' | 'owner' | 'made';
  made?: () => number;
}

/** A variable with more assignments than this has a value that nobody can tell from them. */
const MOST_VALUES = 4;

export class PendingFacts {
  readonly #pending: Pending[] = [];
  /** Declarations that inherit. */
  readonly #withBases = new Set<number>();

  add(declaration: number, what: Omit<Declare, 'kind'>): void {
    const add = (node: number | undefined, kind: Pending['what']) => {
      if (node !== undefined && node >= 0) this.#pending.push({ declaration, node, what: kind });
    };
    add(what.type, 'type');
    if (what.type === undefined || what.type < 0) {
      add(what.value, 'value');
      add(what.elementOf, 'element');
    }
    for (const base of what.bases ?? []) add(base, 'base');
    if (what.bases !== undefined && what.bases.length > 0) this.#withBases.add(declaration);
    add(what.owner, 'owner');
    if (what.expression !== undefined)
      this.#pending.push({ declaration, node: NONE, what: 'made', made: what.expression });
  }

  /** A base that no node of a type says. */
  inherit(declaration: number, base: () => number): void {
    this.#withBases.add(declaration);
    this.#pending.push({ declaration, node: NONE, what: 'base', made: base });
  }

  hasBases(declaration: number): boolean {
    return this.#withBases.has(declaration);
  }

  settle(declarations: readonly OpenDeclaration[], reader: NodeReader): void {
    const typed = new Set<number>();
    for (const pending of this.#pending) {
      const { declaration, node, what, made } = pending;
      const target = declarations[declaration];
      if (target === undefined) continue;
      // A declared type says more than what is assigned later.
      if (what === 'type') typed.add(declaration);
      else if ((what === 'value' || what === 'element') && typed.has(declaration)) continue;
      if (what === 'base') {
        const base = made?.() ?? reader.typeOf(node);
        if (base >= 0) target.bases.push(base);
      } else if (what === 'owner') target.owner = reader.typeOf(node);
      else if (target.values < MOST_VALUES) {
        const value = assignedValue(pending, reader);
        if (value >= 0) {
          target.value = reader.either(target.value, value);
          target.values++;
        }
      }
    }
  }
}

function assignedValue({ node, what, made }: Pending, reader: NodeReader): number {
  if (what === 'made') return made?.() ?? -1;
  if (what === 'type') return reader.instance(reader.typeOf(node));
  const value = reader.value(node);
  return what === 'value' ? value : reader.element(value);
}
