/**
 * The walk over a syntax tree that makes an outline, for all languages except Python: the rules of a language say which nodes
 * declare something and which are control flow.
 */
import type { Node } from 'web-tree-sitter';
import type { OutlineSymbol } from './adapter.ts';
import { type DocStyle, docAbove, type SourceText } from './source-text.ts';

export type ScopeKind = 'module' | 'class' | 'function';

export interface Declaration {
  kind: string;
  /** Its own name; the walk qualifies it. Empty for a scope without a name. */
  name: string;
  signature?: string;
  /** The kind of scope it opens; absent if nothing can be declared inside. */
  opens?: ScopeKind;
  /** Rows counted from zero, if they are not those of the node. */
  startRow?: number;
  endRow?: number;
  /** The row below the documentation, if that is not the start. */
  docRow?: number;
  doc?: string;
  /** The parent, if it is not the enclosing declaration: the receiver of a method, the class before `::`. */
  owner?: string;
  scopeKind?: ScopeKind;
  /**
   * Not a symbol itself. A `group` only qualifies the names inside; a `reopened` declaration was declared elsewhere and is
   * the parent of what is inside.
   */
  hidden?: 'group' | 'reopened';
  /** The same thing under further names, as in `a.x = a.y = function …`: symbols, too, but with nothing inside. */
  aliases?: readonly Declaration[];
}

export interface Place {
  source: SourceText;
  /** The kind of the innermost enclosing scope. */
  scopeKind: ScopeKind;
  /** The kind of the innermost enclosing declaration. */
  parentKind: string | null;
  /** Its own name, not qualified. */
  parentName: string | null;
  /** Where it begins, or -1. */
  parentStart: number;
  /** The innermost node that is a container by the rules, if no declaration is in between. */
  container: Container | null;
}

export interface Container {
  type: string;
  start: number;
}

export type Rule = (node: Node, place: Place) => Declaration | undefined;

export interface OutlineRules {
  declarations: Readonly<Record<string, Rule>>;
  /** Node type to label; a function if the type alone does not decide. */
  controls: Readonly<Record<string, string | ((node: Node, source: SourceText) => string | undefined)>>;
  /** Types of nodes that rules are told about when they are inside one. */
  containers?: readonly string[];
  doc: DocStyle;
}

interface Frame {
  /** The index after its node: a node that begins there or later is outside. */
  end: number;
  start: number;
  name: string | null;
  /** The name of the innermost namespace or module; names of owners are relative to it. */
  moduleName: string | null;
  symbol: string | null;
  kind: string | null;
  own: string | null;
  scopeKind: ScopeKind;
  container: Container | null;
  controls: readonly string[];
}

/** Nodes inside a syntax error are left out; a root that is an error gives nothing. */
export function walkOutline(
  root: Node,
  source: SourceText,
  rules: OutlineRules,
  prefix: string | null = null,
): OutlineSymbol[] {
  if (root.isError) return [];
  const symbols: OutlineSymbol[] = [];
  let frame: Frame = {
    end: Number.POSITIVE_INFINITY,
    start: -1,
    name: prefix,
    moduleName: prefix,
    symbol: null,
    kind: null,
    own: null,
    scopeKind: 'module',
    container: null,
    controls: [],
  };
  const outer: Frame[] = [];
  const isBroken = brokenRanges(root);
  const containers = new Set(rules.containers);
  const types = [...Object.keys(rules.declarations), ...Object.keys(rules.controls), ...containers];
  // One call into the parser instead of one for every node. In document order, outer nodes first.
  for (const node of root.descendantsOfType([...new Set(types)])) {
    if (isBroken(node)) continue;
    while (frame.end <= node.startIndex) frame = outer.pop() ?? frame;
    visit(node, node.type);
  }
  return symbols;

  function push(node: Node, change: Partial<Frame>): void {
    outer.push(frame);
    frame = { ...frame, ...change, end: node.endIndex };
  }

  function visit(node: Node, type: string): void {
    const control = rules.controls[type];
    const label = typeof control === 'function' ? control(node, source) : control;
    if (label !== undefined) push(node, { controls: [...frame.controls, label] });
    if (containers.has(type)) push(node, { container: { type, start: node.startIndex } });
    const rule = rules.declarations[type];
    if (rule === undefined) return;
    const { scopeKind, kind: parentKind, own: parentName, start: parentStart, container } = frame;
    const declaration = rule(node, { source, scopeKind, parentKind, parentName, parentStart, container });
    if (declaration !== undefined) declare(node, declaration);
  }

  function declare(node: Node, declaration: Declaration): void {
    const { kind, name: own, opens = frame.scopeKind, hidden, aliases = [] } = declaration;
    const inside = { kind, scopeKind: opens, start: node.startIndex, container: null };
    if (own === '') {
      push(node, inside);
      return;
    }
    const { name, parent } = qualifiedName(declaration);
    if (hidden === undefined) symbols.push(symbolOf(node, declaration, name, parent));
    for (const alias of aliases) {
      const named = qualifiedName(alias);
      symbols.push(symbolOf(node, alias, named.name, named.parent));
    }
    const symbol = hidden === 'group' ? frame.symbol : name;
    const moduleName = opens === 'module' ? name : frame.moduleName;
    push(node, { ...inside, name, symbol, own, moduleName });
  }

  function qualifiedName({ name, owner }: Declaration): { name: string; parent: string | null } {
    const parent = owner === undefined ? frame.symbol : qualified(frame.moduleName, owner);
    return { name: qualified(owner === undefined ? frame.name : parent, name), parent };
  }

  function symbolOf(
    node: Node,
    declaration: Declaration,
    name: string,
    parentSymbol: string | null,
  ): OutlineSymbol {
    const { kind, signature = '', startRow = node.startPosition.row, endRow = lastRow(node) } = declaration;
    const doc = declaration.doc ?? docAbove(source, declaration.docRow ?? startRow, rules.doc);
    const { controls } = frame;
    return {
      kind,
      name,
      signature,
      startLine: startRow + 1,
      endLine: Math.max(startRow, endRow) + 1,
      ...(doc === undefined ? {} : { doc }),
      parentSymbol,
      scopeKind: declaration.scopeKind ?? frame.scopeKind,
      isConditional: controls.length > 0,
      declContext: controls.length > 0 ? controls.join('>') : null,
    };
  }
}

/** Says whether a node is inside an error; must be asked in document order. */
function brokenRanges(root: Node): (node: Node) => boolean {
  if (!root.hasError) return () => false;
  const errors = root.descendantsOfType('ERROR');
  let next = 0;
  let end = -1;
  return (node) => {
    for (; next < errors.length; next++) {
      const error = errors[next];
      if (error === undefined || error.startIndex > node.startIndex) break;
      end = Math.max(end, error.endIndex);
    }
    return node.startIndex < end && node.endIndex <= end;
  };
}

/** Some nodes include the line break after them. */
function lastRow({ endPosition: { row, column } }: Node): number {
  return column === 0 ? row - 1 : row;
}

function qualified(outer: string | null, own: string): string {
  return outer === null ? own : `${outer}.${own}`;
}
