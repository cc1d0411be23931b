/** Functions, classes and objects as values, and what is printed of them. */
import type { Node } from 'web-tree-sitter';
import type { Declaration } from '../../outline-walk.ts';
import { childOfType, hasToken } from '../../rules.ts';
import type { SourceText } from '../../source-text.ts';

const FUNCTIONS = new Set(['arrow_function', 'function_expression', 'generator_function']);
const WRAPPERS = new Set([
  'as_expression',
  'satisfies_expression',
  'parenthesized_expression',
  'type_assertion',
]);

export function isFunction(node: Node): boolean {
  return FUNCTIONS.has(node.type);
}

export function functionKind(node: Node, kind: 'function' | 'method'): string {
  return hasToken(node, 'async') ? `async_${kind}` : kind;
}

export function parameters(node: Node, source: SourceText): string {
  const list = node.childForFieldName('parameters');
  if (list !== null) return source.oneLine(list);
  const only = node.childForFieldName('parameter');
  return only === null ? '()' : `(${source.oneLine(only)})`;
}

/** Base class and interfaces, in the order they are written. */
export function bases(node: Node, source: SourceText): string {
  const clauses = node.namedChildren.flatMap((child) =>
    child.type === 'class_heritage'
      ? heritageClauses(child)
      : child.type === 'extends_type_clause'
        ? [child]
        : [],
  );
  const texts = clauses.map((clause) => source.of(clause).replace(/^(?:extends|implements)\s+/, ''));
  return source.collapse(`(${texts.join(', ')})`);
}

function heritageClauses(node: Node): Node[] {
  // The grammar of JavaScript has the base class right below, that of TypeScript clauses.
  return childOfType(node, 'extends_clause', 'implements_clause') ? node.namedChildren : [node];
}

/** What a value declares once it has a name. An object literal comes along: its members may be symbols. */
export type NamedValue = Omit<Declaration, 'name'> & { object?: Node };

export function valueDeclaration(value: Node, source: SourceText): NamedValue | undefined {
  if (isFunction(value))
    return { kind: functionKind(value, 'function'), signature: parameters(value, source), opens: 'function' };
  if (value.type === 'class') return { kind: 'class', signature: bases(value, source), opens: 'class' };
  if (value.type === 'object') return { kind: 'exported_variable', opens: 'class', object: value };
  const inner = WRAPPERS.has(value.type) ? value.namedChild(0) : null;
  return inner === null ? undefined : valueDeclaration(inner, source);
}
