/** What the rules of many languages share: declarations with a name, parameters and bases, and small helpers for nodes. */
import type { Node } from 'web-tree-sitter';
import type { Declaration, Place, Rule, ScopeKind } from './outline-walk.ts';
import type { SourceText } from './source-text.ts';

export type Text = (node: Node, place: Place) => string;

export interface NamedRule {
  kind: string | ((node: Node, place: Place) => string | undefined);
  opens?: ScopeKind;
  signature?: Text;
  /** The field that holds the name. */
  name?: string;
  /** Types of children above the declaration itself: annotations and attributes. */
  decorations?: readonly string[];
}

/** Declares a node that has a name; if the kind is undefined, the node declares nothing here. */
export function named({ kind, opens, signature, name = 'name', decorations = [] }: NamedRule): Rule {
  return (node, place) => {
    const nameNode = node.childForFieldName(name);
    if (nameNode === null || nameNode.isMissing || nameNode.startIndex === nameNode.endIndex)
      return undefined;
    const own = typeof kind === 'string' ? kind : kind(node, place);
    if (own === undefined) return undefined;
    const declaration: Declaration = { kind: own, name: place.source.of(nameNode) };
    if (opens !== undefined) declaration.opens = opens;
    if (signature !== undefined) declaration.signature = signature(node, place);
    if (decorations.length > 0) {
      declaration.startRow = rowPast(node, decorations);
      declaration.docRow = node.startPosition.row;
    }
    return declaration;
  };
}

/** The row of the first token after the decorations, which may also be in a list of modifiers. */
export function rowPast(node: Node, decorations: readonly string[]): number {
  for (const child of node.children) {
    if (decorations.includes(child.type) || COMMENTS.has(child.type)) continue;
    if (!MODIFIER_LISTS.has(child.type)) return child.startPosition.row;
    const modifier = child.children.find(({ type }) => !decorations.includes(type) && !COMMENTS.has(type));
    if (modifier !== undefined) return modifier.startPosition.row;
  }
  return node.startPosition.row;
}

const COMMENTS = new Set(['comment', 'line_comment', 'block_comment', 'multiline_comment']);
const MODIFIER_LISTS = new Set(['modifiers', 'modifier_list']);

/** The text of a field on one line; `fallback` if there is no such field. */
export function field(name: string, fallback = ''): Text {
  return (node, { source }) => {
    const child = node.childForFieldName(name);
    return child === null ? fallback : source.oneLine(child);
  };
}

export const parameters: Text = field('parameters', '()');

/** The texts of children, without their keywords, in parentheses. */
export function listed(
  source: SourceText,
  nodes: readonly (Node | null | undefined)[],
  keyword: RegExp,
): string {
  const texts = nodes.flatMap((node) => (node ? [source.of(node).replace(keyword, '').trim()] : []));
  return source.collapse(`(${texts.join(', ')})`);
}

/** Bases in children of the given types. */
export function basesIn(types: readonly string[], keyword: RegExp): Text {
  return (node, { source }) =>
    listed(
      source,
      node.namedChildren.filter(({ type }) => types.includes(type)),
      keyword,
    );
}

export const asMethod = (_node: Node, { scopeKind }: Place): string =>
  scopeKind === 'class' ? 'method' : 'function';

/** A function without a name: declarations inside it are local. */
export const anonymousFunction: Rule = () => ({ kind: 'function', name: '', opens: 'function' });

/** A class without a name. */
export const anonymousClass: Rule = () => ({ kind: 'class', name: '', opens: 'class' });

/** The type that an alias means. */
export function aliasOf(name: string): Text {
  return (node, { source }) => {
    const value = node.childForFieldName(name);
    return value === null ? '' : source.collapse(`= ${source.of(value)}`);
  };
}

export function modifiersOf(node: Node, source: SourceText, type = 'modifiers'): string {
  const list = childOfType(node, type);
  return list === undefined ? '' : source.of(list);
}

export function hasToken(node: Node, token: string): boolean {
  return node.children.some(({ type }) => type === token);
}

export function childOfType(node: Node, ...types: string[]): Node | undefined {
  return node.namedChildren.find(({ type }) => types.includes(type));
}

export function unquoted(text: string): string {
  return /^(['"`]).*\1$/s.test(text) ? text.slice(1, -1) : text;
}
