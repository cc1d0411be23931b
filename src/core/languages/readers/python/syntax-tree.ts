/** Python expressions as CPython's abstract syntax has them, as far as a signature can hold them. */
import type { Node } from 'web-tree-sitter';

/** Code points: Python keeps two surrogates apart, UTF-16 would join them. */
export type Points = number[];

export type Expression =
  | { type: 'name'; id: string }
  /** Already printed: numbers, bytes, True, None, `...`. */
  | { type: 'constant'; text: string; integer: boolean }
  | { type: 'string'; points: Points; unicode: boolean }
  | { type: 'fstring'; parts: FStringPart[] }
  | { type: 'tuple' | 'list' | 'set'; elements: Expression[] }
  | { type: 'dict'; items: { key: Expression | null; value: Expression }[] }
  | {
      type: 'comprehension';
      form: '[]' | '()' | '{}';
      element: Expression;
      value: Expression | null;
      clauses: Clause[];
    }
  | { type: 'call'; callee: Expression; arguments: Argument[] }
  | { type: 'attribute'; value: Expression; name: string }
  | { type: 'subscript'; value: Expression; index: Expression }
  | { type: 'slice'; lower: Expression | null; upper: Expression | null; step: Expression | null }
  | { type: 'starred'; value: Expression }
  | { type: 'unary'; operator: string; operand: Expression }
  | { type: 'binary'; operator: string; left: Expression; right: Expression }
  | { type: 'bool'; operator: string; values: Expression[] }
  | { type: 'compare'; first: Expression; rest: { operator: string; value: Expression }[] }
  | { type: 'conditional'; body: Expression; test: Expression; otherwise: Expression }
  | { type: 'lambda'; parameters: Parameter[]; body: Expression }
  | { type: 'named'; target: Expression; value: Expression }
  | { type: 'await'; value: Expression }
  | { type: 'yield'; value: Expression | null; from: boolean };

export type FStringPart =
  | { type: 'text'; points: Points }
  | { type: 'value'; value: Expression; conversion: string; format: FStringPart[] | null };

export interface Clause {
  isAsync: boolean;
  target: Expression;
  iterable: Expression;
  conditions: Expression[];
}

/** `*x` is a positional argument; a keyword without a name is `**x`. */
export type Argument =
  | { type: 'positional'; value: Expression }
  | { type: 'keyword'; name: string | null; value: Expression };

/** `plain` parameters before a `slash` are positional-only; a bare `*` is a `star` without a name. */
export interface Parameter {
  type: 'plain' | 'slash' | 'star' | 'double-star';
  name: string;
  annotation: Expression | null;
  value: Expression | null;
}

/** The grammar accepts the text, but CPython would raise a SyntaxError. */
export class NotPython extends Error {}

/** Named children without comments and line continuations. */
export function significantChildren(node: Node): Node[] {
  return node.namedChildren.filter(({ type }) => type !== 'comment' && type !== 'line_continuation');
}

export function requiredField(node: Node, name: string): Node {
  const child = node.childForFieldName(name);
  if (child === null) throw new NotPython();
  return child;
}
