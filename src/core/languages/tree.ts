/** Small questions to nodes, asked by many languages. */
import type { Node } from 'web-tree-sitter';

export function hasToken(node: Node, token: string): boolean {
  return node.children.some(({ type }) => type === token);
}

/** The first row after decorators, attributes or annotations that are children of the node. */
export function rowAfter(node: Node, decorations: readonly string[]): number {
  for (const child of node.children)
    if (!decorations.includes(child.type) && child.type !== 'comment') return child.startPosition.row;
  return node.startPosition.row;
}

export function childOfType(node: Node, ...types: string[]): Node | undefined {
  return node.namedChildren.find(({ type }) => types.includes(type));
}

export function unquoted(text: string): string {
  return /^(['"`]).*\1$/s.test(text) ? text.slice(1, -1) : text;
}
