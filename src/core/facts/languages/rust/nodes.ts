/** What the rules of Rust ask of nodes. */
import type { FactsBuilder } from '../../builder.ts';

/** The node with a type's own name: `Foo` in `a::Foo<T>`. */
export function nameOfType(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  switch (tree.type(node)) {
    case 'generic_type':
      return nameOfType(facts, tree.child(node, 'type'));
    case 'scoped_type_identifier':
      return tree.child(node, 'name');
  }
  return node;
}

export function memberOfType(facts: FactsBuilder, type: number, name: string): number {
  const of = facts.typeOf(type);
  return of < 0 ? -1 : facts.member(of, name);
}

/** The first attribute directly before an item, or the item itself. */
export function attributesOf(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  let first = node;
  const parent = tree.parent(node);
  const end = tree.start(node);
  if (parent < 0 || !/^\s*\]/.test(lastBefore(tree.text, end))) return node;
  for (let at = node - 1; at > parent; at--) {
    if (tree.parent(at) !== parent) continue;
    if (tree.type(at) !== 'attribute_item' && !/comment$/.test(tree.type(at))) break;
    if (tree.type(at) === 'attribute_item') first = at;
  }
  return first;
}

/** The last character before an offset that is no blank; a short way back. */
function lastBefore(text: string, offset: number): string {
  return text
    .slice(Math.max(0, offset - 200), offset)
    .trimEnd()
    .slice(-1);
}
