/**
 * One walk over a syntax tree for all languages but Python: the rules of a language say which nodes declare
 * something and which are control flow.
 */
import type { Node } from 'web-tree-sitter';
import type { OutlineSymbol } from './adapter.ts';
import { type DocStyle, docAbove, type SourceText } from './source-text.ts';

export type ScopeKind = 'module' | 'class' | 'function';

export interface Declaration {
  kind: string;
  /** Its own name; qualified by the walk. Empty for a scope without a name of its own. */
  name: string;
  signature?: string;
  /** What its inside is; none for a declaration with nothing inside. */
  opens?: ScopeKind;
  /** Rows counted from zero, where they are not those of the node. */
  startRow?: number;
  endRow?: number;
  /** Where documentation would end, if that is not right above the start. */
  docRow?: number;
  doc?: string;
  /** The parent where it is not the enclosing declaration: the receiver of a method, the class before `::`. */
  owner?: string;
  scopeKind?: ScopeKind;
  /**
   * No symbol itself. A `group` only gives its name to what is inside; what is `reopened` was declared
   * elsewhere and is the parent of what is inside.
   */
  hidden?: 'group' | 'reopened';
  /** The same thing under further names, as in `a.x = a.y = function …`: symbols too, but nothing is inside of them. */
  aliases?: readonly Declaration[];
}

export interface Place {
  source: SourceText;
  /** What the innermost enclosing declaration or function is. */
  scopeKind: ScopeKind;
  /** The kind of the innermost enclosing declaration. */
  parentKind: string | null;
  /** Its own name, without what encloses it. */
  parentName: string | null;
  /** Where it begins, or -1. */
  parentStart: number;
  /** The innermost of the nodes that the rules call containers, if no declaration is in between. */
  container: Container | null;
}

export interface Container {
  type: string;
  start: number;
}

export type Rule = (node: Node, place: Place) => Declaration | undefined;

export interface OutlineRules {
  declarations: Readonly<Record<string, Rule>>;
  /** Node type to label; a function where the type alone does not tell. */
  controls: Readonly<Record<string, string | ((node: Node, source: SourceText) => string | undefined)>>;
  /** Types of nodes that a rule needs to know itself in. */
  containers?: readonly string[];
  doc: DocStyle;
}

interface Frame {
  /** The index after its node: what begins there or later is outside. */
  end: number;
  start: number;
  name: string | null;
  /** The name of the innermost namespace or module, which the names of owners are relative to. */
  moduleName: string | null;
  symbol: string | null;
  kind: string | null;
  own: string | null;
  scopeKind: ScopeKind;
  container: Container | null;
  controls: readonly string[];
}

/** What stands below an error is left out; a root that is an error gives nothing. */
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
  // One call into the parser instead of one for every node: in document order, outer nodes first.
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

/** Tells whether a node lies in an error; asked for nodes in document order. */
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

/** Some nodes take in the line break after them. */
function lastRow({ endPosition: { row, column } }: Node): number {
  return column === 0 ? row - 1 : row;
}

function qualified(outer: string | null, own: string): string {
  return outer === null ? own : `${outer}.${own}`;
}
