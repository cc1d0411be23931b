/** Declarations of a Python file, as CPython's `ast` shows them. */
import type { Node } from 'web-tree-sitter';
import type { OutlineSymbol } from '../symbol.ts';
import { argumentList, parameterList, significantChildren } from './expression.ts';
import { plainString } from './strings.ts';
import { NotPython } from './syntax-tree.ts';
import { unparseArguments, unparseParameters } from './unparse.ts';

/** CPython refuses deeper indentation. */
const MAX_INDENTATION = 100;

interface Scope {
  parent: string | null;
  kind: 'module' | 'class' | 'function';
  /** Not emptied by a function: what stands in a conditional function is conditional. */
  controls: readonly string[];
}

const LABELS: Readonly<Record<string, string>> = {
  for_statement: 'for',
  while_statement: 'while',
  try_statement: 'try',
  with_statement: 'with',
  match_statement: 'match',
};

/** Throws NotPython for what CPython would refuse. */
export function pythonSymbols(root: Node, source: string): OutlineSymbol[] {
  const symbols: OutlineSymbol[] = [];
  visitBlock(root, { parent: null, kind: 'module', controls: [] }, 0);
  return symbols;

  function visitBlock(block: Node, scope: Scope, depth: number): void {
    if (depth > MAX_INDENTATION) throw new NotPython();
    for (const statement of significantChildren(block)) visitStatement(statement, scope, depth);
  }

  function visitStatement(node: Node, scope: Scope, depth: number): void {
    switch (node.type) {
      case 'function_definition':
      case 'class_definition':
        declare(node, scope, depth);
        return;
      case 'decorated_definition': {
        const definition = node.childForFieldName('definition');
        if (definition !== null) declare(definition, scope, depth);
        return;
      }
      case 'if_statement':
        visitIf(node, scope, depth);
        return;
      default: {
        const label = LABELS[node.type];
        if (label !== undefined) visitClauses(node, within(scope, controlLabel(node, label)), depth);
      }
    }
  }

  /** An `elif` is an `if` in the `else` of the one before it, and so is the last `else`. */
  function visitIf(node: Node, scope: Scope, depth: number): void {
    let inner = within(scope, 'if');
    for (const child of significantChildren(node)) {
      if (child.type === 'elif_clause') inner = within(inner, 'if');
      if (child.type === 'block') visitBlock(child, inner, depth + 1);
      else if (child.type === 'elif_clause' || child.type === 'else_clause')
        visitClauses(child, inner, depth);
    }
  }

  function visitClauses(node: Node, scope: Scope, depth: number): void {
    for (const child of significantChildren(node))
      if (child.type === 'block') visitBlock(child, scope, depth + 1);
      else if (child.type.endsWith('_clause')) visitClauses(child, scope, depth);
      else if (child.type === 'case_clause') visitClauses(child, scope, depth);
  }

  function declare(node: Node, scope: Scope, depth: number): void {
    const nameNode = node.childForFieldName('name');
    const body = node.childForFieldName('body');
    if (nameNode === null || body === null) throw new NotPython();
    const own = source.slice(nameNode.startIndex, nameNode.endIndex).normalize('NFKC');
    const name = scope.parent === null ? own : `${scope.parent}.${own}`;
    const isClass = node.type === 'class_definition';
    const doc = docLine(body, source);
    symbols.push({
      kind: isClass ? 'class' : functionKind(node, scope),
      name,
      signature: isClass ? classSignature(node) : functionSignature(node),
      startLine: node.startPosition.row + 1,
      endLine: lastRow(node) + 1,
      ...(doc === undefined ? {} : { doc }),
      parentSymbol: scope.parent,
      scopeKind: scope.kind,
      isConditional: scope.controls.length > 0,
      declContext: scope.controls.length > 0 ? scope.controls.join('>') : null,
    });
    visitBlock(
      body,
      { parent: name, kind: isClass ? 'class' : 'function', controls: scope.controls },
      depth + 1,
    );
  }

  function classSignature(node: Node): string {
    const superclasses = node.childForFieldName('superclasses');
    return superclasses === null ? '()' : `(${unparseArguments(argumentList(superclasses, source))})`;
  }

  function functionSignature(node: Node): string {
    const parameters = node.childForFieldName('parameters');
    if (parameters === null) throw new NotPython();
    return `(${unparseParameters(parameterList(parameters, source))})`;
  }
}

function within(scope: Scope, label: string): Scope {
  return { ...scope, controls: [...scope.controls, label] };
}

function functionKind(node: Node, scope: Scope): string {
  const kind = scope.kind === 'class' ? 'method' : 'function';
  return isAsync(node) ? `async_${kind}` : kind;
}

function isAsync(node: Node): boolean {
  return node.child(0)?.type === 'async';
}

function controlLabel(node: Node, label: string): string {
  if (label === 'try') return catchesGroups(node) ? 'try_star' : 'try';
  return isAsync(node) ? `async_${label}` : label;
}

function catchesGroups(node: Node): boolean {
  return node.namedChildren.some(
    (child) => child.type === 'except_clause' && child.children.some(({ type }) => type === '*'),
  );
}

/** The grammar counts comments after the last statement into a block; CPython does not. */
function lastRow(node: Node): number {
  let last = node;
  while (/^(?:block|.*_clause|(?:if|for|while|try|with|match)_statement|.*_definition)$/.test(last.type)) {
    const child = significantChildren(last).at(-1);
    if (child === undefined) break;
    last = child;
  }
  return last.endPosition.row;
}

function docLine(body: Node, source: string): string | undefined {
  const [statement] = significantChildren(body);
  if (statement?.type !== 'expression_statement' || statement.children.some(({ type }) => type === ','))
    return undefined;
  let [value] = significantChildren(statement);
  while (value?.type === 'parenthesized_expression') [value] = significantChildren(value);
  if (value?.type !== 'string' && value?.type !== 'concatenated_string') return undefined;
  const text = plainString(value.type === 'string' ? [value] : significantChildren(value), source);
  for (const line of text?.split(LINE_BREAK) ?? []) {
    const trimmed = expandTabs(line).replace(OUTER_BLANKS, '');
    if (trimmed !== '') return trimmed;
  }
  return undefined;
}

// What str.splitlines and str.strip take for line breaks and blanks.
const RARE_BREAKS = '\\v\\f\\x1c-\\x1e\\x85\\u2028\\u2029';
const LINE_BREAK = new RegExp(`\\r\\n|[\\n\\r${RARE_BREAKS}]`);
const BLANK = '[\\s\\x1c-\\x1f\\x85]';
const OUTER_BLANKS = new RegExp(`^${BLANK}+|${BLANK}+$`, 'g');
const TAB_WIDTH = 8;

function expandTabs(line: string): string {
  if (!line.includes('\t')) return line;
  let out = '';
  for (const character of line)
    out += character === '\t' ? ' '.repeat(TAB_WIDTH - (out.length % TAB_WIDTH)) : character;
  return out;
}
