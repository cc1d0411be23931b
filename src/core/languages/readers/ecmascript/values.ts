/** Functions, classes and objects as values: what is printed of them, and what an assignment of them declares. */
import type { Node } from 'web-tree-sitter';
import type { Declaration, Place } from '../../outline-walk.ts';
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
  // In the grammar of JavaScript the base class is a direct child, in that of TypeScript it is in a clause.
  return childOfType(node, 'extends_clause', 'implements_clause') ? node.namedChildren : [node];
}

/** What a value declares if it has a name; with the object literal, whose members may be symbols. */
export type NamedValue = Omit<Declaration, 'name'> & { object?: Node };

export function valueDeclaration(value: Node, source: SourceText): NamedValue | undefined {
  if (isFunction(value))
    return { kind: functionKind(value, 'function'), signature: parameters(value, source), opens: 'function' };
  if (value.type === 'class') return { kind: 'class', signature: bases(value, source), opens: 'class' };
  if (value.type === 'object') return { kind: 'exported_variable', opens: 'class', object: value };
  const inner = WRAPPERS.has(value.type) ? value.namedChild(0) : null;
  return inner === null ? undefined : valueDeclaration(inner, source);
}

const EXPORTS_MEMBER = /^(?:module\.)?exports\.([\w$]+)$/;
const EXPORTS = /^(?:module\.)?exports$/;
const PROTOTYPE_MEMBER = /^([\w$]+(?:\.[\w$]+)*)\.prototype\.([\w$]+)$/;
const PROTOTYPE = /^([\w$]+(?:\.[\w$]+)*)\.prototype$/;
const MEMBER = /^((?!this\b|self\b|window\b)[\w$]+(?:\.[\w$]+)*)\.([\w$]+)$/;

export interface Chain {
  /** `a = b = value` is an assignment in another one. */
  assignments: readonly Node[];
  value: Node;
}

/** People write two or three; without a limit a hostile file would be read once for each of its assignments. */
const LONGEST_CHAIN = 8;

export function chainOf(first: Node): Chain {
  const assignments: Node[] = [];
  let value = first;
  while (value.type === 'assignment_expression' && assignments.length < LONGEST_CHAIN) {
    assignments.push(value);
    const right = value.childForFieldName('right');
    if (right === null) break;
    value = right;
  }
  return { assignments, value };
}

interface Target {
  name: string;
  owner?: string;
  /** `exports.x` or `module.exports` itself. */
  isExport: boolean;
  isModule: boolean;
  /** What its functions are, and where they are declared. */
  scope: 'function' | 'method' | 'prototype';
}

export function targetsOf({ assignments }: Chain, { source, scopeKind }: Place): Target[] {
  return assignments.flatMap((node): Target[] => {
    const left = node.childForFieldName('left');
    if (left === null || left.type === 'identifier') return [];
    const target = source.of(left);
    const member = EXPORTS_MEMBER.exec(target)?.[1];
    if (member !== undefined) return [{ name: member, isExport: true, isModule: false, scope: 'function' }];
    if (EXPORTS.test(target)) return [{ name: 'exports', isExport: true, isModule: true, scope: 'function' }];
    const plain = { isExport: false, isModule: false };
    const [, type, method] = PROTOTYPE_MEMBER.exec(target) ?? [];
    if (type !== undefined && method !== undefined)
      return [{ ...plain, name: method, owner: type, scope: 'method' }];
    const prototype = PROTOTYPE.exec(target)?.[1];
    if (prototype !== undefined) return [{ ...plain, name: prototype, scope: 'prototype' }];
    const [, object, name] = scopeKind === 'module' ? (MEMBER.exec(target) ?? []) : [];
    return object === undefined || name === undefined
      ? []
      : [{ ...plain, name, owner: object, scope: 'function' }];
  });
}

/** What assigning the value to the target declares; calls `nameObject` for an object whose members are symbols. */
export function assigned(
  { name, owner, isExport, isModule, scope }: Target,
  value: Node,
  { source }: Place,
  nameObject: (object: Node) => void,
): Declaration | undefined {
  const declared = valueDeclaration(value, source);
  if (isExport) {
    if (value.type === 'identifier' && (isModule || source.of(value) === name)) return undefined;
    if (declared?.object) nameObject(declared.object);
    return { ...(declared ?? { kind: 'exported_variable' }), name };
  }
  if (declared === undefined) return undefined;
  if (scope === 'prototype') {
    if (!declared.object) return undefined;
    nameObject(declared.object);
    return { kind: 'class', name, opens: 'class', hidden: 'reopened' };
  }
  if (declared.object || owner === undefined) return undefined;
  if (scope === 'function') return { ...declared, name, owner };
  return { ...declared, kind: declared.kind.replace('function', 'method'), name, owner, scopeKind: 'class' };
}
