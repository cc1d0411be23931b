/**
 * One walk over a syntax tree for all languages but Python: the rules of a language say which nodes declare
 * something, which ones are control flow, and which cannot hold a declaration.
 */
import type { Node } from 'web-tree-sitter';
import { type DocStyle, docAbove } from './doc-comment.ts';
import type { SourceText } from './source-text.ts';
import type { OutlineSymbol } from './symbol.ts';

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
}

export interface Place {
  source: SourceText;
  /** Types of the enclosing nodes, the root first. */
  ancestors: readonly string[];
  /** What the innermost enclosing declaration or function is. */
  scopeKind: ScopeKind;
  /** The kind of the innermost enclosing declaration. */
  parentKind: string | null;
  /** Its own name, without what encloses it. */
  parentName: string | null;
  /** How many nodes lie between this one and the innermost enclosing declaration. */
  distance: number;
}

export type Rule = (node: Node, place: Place) => Declaration | undefined;

export interface OutlineRules {
  declarations: Readonly<Record<string, Rule>>;
  /** Node type to label; a function where the type alone does not tell. */
  controls: Readonly<Record<string, string | ((node: Node, source: SourceText) => string | undefined)>>;
  /** Nodes below which nothing is declared. */
  skip: readonly string[];
  doc: DocStyle;
}

interface Frame {
  depth: number;
  name: string | null;
  symbol: string | null;
  kind: string | null;
  own: string | null;
  scopeKind: ScopeKind;
  controls: readonly string[];
}

export function walkOutline(
  root: Node,
  source: SourceText,
  rules: OutlineRules,
  prefix: string | null = null,
): OutlineSymbol[] {
  // A root that is an error means that nothing of the text could be placed.
  if (root.isError) return [];
  const skip = new Set([...rules.skip, 'ERROR', 'comment']);
  const symbols: OutlineSymbol[] = [];
  const ancestors: string[] = [];
  const frames: Frame[] = [
    { depth: -1, name: prefix, symbol: null, kind: null, own: null, scopeKind: 'module', controls: [] },
  ];
  let frame = frames[0] as Frame; // never empty: the first frame has depth -1
  const cursor = root.walk();
  try {
    for (;;) {
      const type = cursor.nodeType;
      const enter = !skip.has(type) && visit(type);
      if (enter && cursor.gotoFirstChild()) {
        ancestors.push(type);
        continue;
      }
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) return symbols;
        ancestors.pop();
        leave();
      }
      leave();
    }
  } finally {
    cursor.delete();
  }

  /** Drops the frames of nodes that are done: those at or below the depth of the node now under the cursor. */
  function leave(): void {
    while (frame.depth >= ancestors.length) {
      frames.pop();
      frame = frames.at(-1) as Frame; // the first frame is never dropped
    }
  }

  function push(change: Partial<Frame>): void {
    frame = { ...frame, ...change, depth: ancestors.length };
    frames.push(frame);
  }

  function visit(type: string): boolean {
    const control = rules.controls[type];
    const label = typeof control === 'function' ? control(cursor.currentNode, source) : control;
    if (label !== undefined) push({ controls: [...frame.controls, label] });
    const rule = rules.declarations[type];
    if (rule === undefined) return true;
    const node = cursor.currentNode;
    const { scopeKind, kind: parentKind, own: parentName } = frame;
    const distance = ancestors.length - frame.depth;
    const declaration = rule(node, { source, ancestors, scopeKind, parentKind, parentName, distance });
    if (declaration !== undefined) declare(node, declaration);
    return true;
  }

  function declare(node: Node, declaration: Declaration): void {
    const { kind, name: own, owner, opens, hidden } = declaration;
    if (own === '') {
      push({ scopeKind: opens ?? frame.scopeKind, kind });
      return;
    }
    const outer = owner === undefined ? frame.name : owner === '' ? prefix : qualified(prefix, owner);
    const name = qualified(outer, own);
    if (hidden === undefined)
      symbols.push(symbolOf(node, declaration, name, owner ? qualified(prefix, owner) : frame.symbol));
    push({
      name,
      symbol: hidden === 'group' ? frame.symbol : name,
      kind,
      scopeKind: opens ?? frame.scopeKind,
    });
  }

  function symbolOf(
    node: Node,
    declaration: Declaration,
    name: string,
    parentSymbol: string | null,
  ): OutlineSymbol {
    const { kind, signature = '', startRow = node.startPosition.row, endRow = lastRow(node) } = declaration;
    const doc = declaration.doc ?? docAbove(source, declaration.docRow ?? startRow, rules.doc);
    return {
      kind,
      name,
      signature,
      startLine: startRow + 1,
      endLine: Math.max(startRow, endRow) + 1,
      ...(doc === undefined ? {} : { doc }),
      parentSymbol,
      scopeKind: declaration.scopeKind ?? frame.scopeKind,
      isConditional: frame.controls.length > 0,
      declContext: frame.controls.length > 0 ? frame.controls.join('>') : null,
    };
  }
}

/** Some nodes take in the line break after them. */
function lastRow({ endPosition: { row, column } }: Node): number {
  return column === 0 ? row - 1 : row;
}

function qualified(outer: string | null, own: string): string {
  return outer === null || outer === '' ? own : `${outer}.${own}`;
}
