/** Questions to nodes of the Python grammar. */
import type { Node } from 'web-tree-sitter';
import { NotPython } from './syntax-tree.ts';

/** Named children without what may stand anywhere. */
export function significantChildren(node: Node): Node[] {
  return node.namedChildren.filter(({ type }) => type !== 'comment' && type !== 'line_continuation');
}

export function requiredField(node: Node, name: string): Node {
  const child = node.childForFieldName(name);
  if (child === null) throw new NotPython();
  return child;
}
