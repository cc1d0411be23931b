/** Nodes of Swift that several rules look at. */
import type { FactsBuilder } from '../../builder.ts';

export const TYPES = [
  'user_type',
  'optional_type',
  'array_type',
  'dictionary_type',
  'function_type',
  'tuple_type',
  'opaque_type',
  'existential_type',
] as const;

const TAKES_ELEMENT =
  /^(?:forEach|map|compactMap|flatMap|filter|first|last|contains|allSatisfy|sorted|min|max|drop|prefix|removeAll|firstIndex)$/;

export function collection(facts: FactsBuilder, name: string, of: number): number {
  const element = facts.instance(facts.typeOf(of));
  return element < 0 ? facts.builtin(name) : facts.expression('applied', facts.builtin(name), element);
}

export function typeIn(facts: FactsBuilder, node: number): number {
  return facts.tree.childOf(node, ...TYPES);
}

export const suffixOf = ({ tree }: FactsBuilder, node: number) =>
  tree.child(tree.childOf(node, 'navigation_suffix'), 'suffix');

export function ownType(facts: FactsBuilder, node: number): number {
  const around = facts.classAround(node);
  return around < 0 ? -1 : facts.expression('declaration', around);
}

/** In `list.forEach { each in … }` the parameter is an element of the list. */
export function elementGiven(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  const callee = tree.firstNamed(tree.above(node, 'call_expression'));
  if (tree.type(callee) !== 'navigation_expression' || callee > node) return -1;
  if (!TAKES_ELEMENT.test(tree.of(suffixOf(facts, callee)))) return -1;
  const of = facts.value(tree.child(callee, 'target'));
  return facts.element(of);
}
