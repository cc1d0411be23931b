/** The names and expressions of one text, each written once and known by its number. */
import { OPS, type Op } from './facts.ts';

export class ExpressionTable {
  readonly #names = new Map<string, number>();
  readonly #expressions: number[] = [];
  readonly #byExpression = new Map<string, number>();

  nameId(name: string): number {
    let id = this.#names.get(name);
    if (id === undefined) {
      id = this.#names.size;
      this.#names.set(name, id);
    }
    return id;
  }

  expression(op: Op, a: number, b = -1): number {
    const key = `${op} ${a} ${b}`;
    let index = this.#byExpression.get(key);
    if (index === undefined) {
      index = this.#expressions.length / 3;
      this.#expressions.push(OPS.indexOf(op), a, b);
      this.#byExpression.set(key, index);
    }
    return index;
  }

  /** The declaration of this file that the expression names, or -1. */
  declarationIn(expression: number): number {
    const at = expression * 3;
    return this.#expressions[at] === OPS.indexOf('declaration') ? (this.#expressions[at + 1] ?? -1) : -1;
  }

  /** A member of what an expression gives; -1 if that is not known. */
  member(of: number, name: string): number {
    return this.expression('member', of, this.nameId(name));
  }

  instance(of: number): number {
    return of < 0 ? -1 : this.expression('instance', of);
  }

  /** What is in a collection; -1 if that is not known. */
  element(of: number): number {
    return of < 0 ? -1 : this.expression('element', of);
  }

  builtin(name: string): number {
    return this.expression('builtin', this.nameId(name));
  }

  either(a: number, b: number): number {
    if (a < 0 || a === b) return b;
    return b < 0 ? a : this.expression('either', a, b);
  }

  /** True if the expression is a name that this text does not bind. */
  isFree(expression: number): boolean {
    return this.#expressions[expression * 3] === OPS.indexOf('free');
  }

  /** As facts keep them. */
  protected table(): { expressions: Int32Array; names: string[] } {
    return { expressions: Int32Array.from(this.#expressions), names: [...this.#names.keys()] };
  }
}
