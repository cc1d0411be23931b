/** Python: declarations as CPython's `ast` shows them, and imports. */
import type { Node } from 'web-tree-sitter';
import type { ImportReference, OutlineSymbol } from '../../adapter.ts';
import type { SourceText } from '../../source-text.ts';
import { argumentList, parameterList } from './expression.ts';
import { type Indentation, Layout, refuseLiterals, refuseStatement } from './refusals.ts';
import { plainString } from './strings.ts';
import { NotPython, significantChildren } from './syntax-tree.ts';
import { unparseArguments, unparseParameters } from './unparse.ts';

export { withoutHanging as prepare } from './logical-lines.ts';

/** CPython refuses deeper indentation. */
const MAX_INDENTATION = 100;

interface Scope {
  parent: string | null;
  kind: 'module' | 'class' | 'function';
  /** Functions inherit it: what is declared in a conditional function is conditional. */
  controls: readonly string[];
}

const LABELS: Readonly<Record<string, string>> = {
  for_statement: 'for',
  while_statement: 'while',
  try_statement: 'try',
  with_statement: 'with',
  match_statement: 'match',
};
const CLAUSES = new Set(['elif_clause', 'else_clause', 'except_clause', 'finally_clause']);

/** Empty for a text that CPython would refuse. */
export function symbols(root: Node, { text }: SourceText): OutlineSymbol[] {
  try {
    return root.hasError ? [] : readSymbols(root, text);
  } catch (error) {
    if (error instanceof NotPython) return [];
    throw error;
  }
}

function readSymbols(root: Node, source: string): OutlineSymbol[] {
  const symbols: OutlineSymbol[] = [];
  const layout = new Layout(source);
  const module: Scope = { parent: null, kind: 'module', controls: [] };
  const statements = significantChildren(root);
  const outermost = layout.ofBlock(statements);
  if (outermost.wide > 0) throw new NotPython();
  for (const statement of statements) visitStatement(statement, module, outermost, 0);
  layout.finish();
  refuseLiterals(root, source);
  return symbols;

  function visitBlock(block: Node, scope: Scope, around: Indentation, depth: number): void {
    const inside = significantChildren(block);
    if (inside.length === 0 || depth > MAX_INDENTATION) throw new NotPython();
    const indentation = layout.ofBlock(inside, around);
    for (const statement of inside) visitStatement(statement, scope, indentation, depth);
  }

  function visitStatement(node: Node, scope: Scope, indentation: Indentation, depth: number): void {
    switch (node.type) {
      case 'function_definition':
      case 'class_definition':
        declare(node, scope, indentation, depth);
        return;
      case 'decorated_definition': {
        const definition = node.childForFieldName('definition');
        if (definition === null) throw new NotPython();
        for (const part of significantChildren(node)) layout.check(part, indentation);
        declare(definition, scope, indentation, depth);
        return;
      }
      case 'if_statement':
        visitIf(node, scope, indentation, depth);
        return;
      case 'case_clause':
        visitClauses(node, scope, indentation, depth);
        return;
      default: {
        refuseStatement(node);
        const label = LABELS[node.type];
        if (label === undefined) return;
        visitClauses(node, within(scope, controlLabel(node, label)), indentation, depth);
      }
    }
  }

  /** An `elif` is an `if` in the `else` of the one before it, and so is the last `else`. */
  function visitIf(node: Node, scope: Scope, indentation: Indentation, depth: number): void {
    let inner = within(scope, 'if');
    for (const child of significantChildren(node)) {
      if (child.type === 'elif_clause') inner = within(inner, 'if');
      visitPart(child, inner, indentation, depth);
    }
  }

  function visitClauses(node: Node, scope: Scope, indentation: Indentation, depth: number): void {
    for (const child of significantChildren(node)) visitPart(child, scope, indentation, depth);
  }

  function visitPart(part: Node, scope: Scope, indentation: Indentation, depth: number): void {
    if (part.type === 'block') visitBlock(part, scope, indentation, depth + 1);
    else if (CLAUSES.has(part.type)) {
      layout.check(part, indentation);
      visitClauses(part, scope, indentation, depth);
    }
  }

  function declare(node: Node, scope: Scope, indentation: Indentation, depth: number): void {
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
      indentation,
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

/** To the grammar, comments after the last statement belong to the block; to CPython they do not. */
function lastRow(node: Node): number {
  let last = node;
  while (/^(?:block|.*_clause|(?:if|for|while|try|with|match)_statement|.*_definition)$/.test(last.type)) {
    const child = significantChildren(last).at(-1);
    if (child === undefined) break;
    last = child;
  }
  return last.endPosition.row;
}

/** The first line of a docstring that is not blank. */
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

// Line breaks and blanks as str.splitlines and str.strip define them.
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

const STATEMENTS = ['import_statement', 'import_from_statement', 'future_import_statement'];

/** `import` statements anywhere; of a broken file those that can be read. */
export function imports(root: Node, { text: source }: SourceText): ImportReference[] {
  return root.descendantsOfType(STATEMENTS).flatMap((node) => {
    const line = node.startPosition.row + 1;
    const names = significantChildren(node).filter(
      ({ type }) => type === 'dotted_name' || type === 'aliased_import' || type === 'wildcard_import',
    );
    if (node.type === 'import_statement')
      return names.map((name): ImportReference => ({ specifier: original(name), line, kind: 'import' }));
    const module = node.childForFieldName('module_name');
    const specifier = module === null ? '__future__' : compact(module);
    const taken = names.filter((name) => name.startIndex !== module?.startIndex).map(original);
    return [{ specifier, line, kind: 'import', names: taken }];
  });

  function original(node: Node): string {
    return compact(node.childForFieldName('name') ?? node);
  }

  function compact(node: Node): string {
    return source.slice(node.startIndex, node.endIndex).replace(/\\\r?\n|\s/g, '');
  }
}
