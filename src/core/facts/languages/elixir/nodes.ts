/** Nodes of Elixir that several rules look at: nearly all of the language are calls. */
import type { FactsBuilder } from '../../builder.ts';

export const DIRECTIVES = /^(?:alias|import|require|use)$/;

export const TYPE_ATTRIBUTES = /^(?:spec|type|typep|opaque|callback|macrocallback|optional_callbacks)$/;

export const wordOf = ({ tree }: FactsBuilder, call: number) => {
  const target = tree.type(call) === 'call' ? tree.child(call, 'target') : -1;
  return tree.type(target) === 'identifier' ? tree.of(target) : '';
};

export const operatorOf = ({ tree }: FactsBuilder, node: number) => {
  const operator = tree.child(node, 'operator');
  return operator < 0 ? '' : tree.of(operator);
};

export const isAttribute = (facts: FactsBuilder, node: number) =>
  facts.tree.type(node) === 'unary_operator' && operatorOf(facts, node) === '@';

export function argumentsOf({ tree }: FactsBuilder, call: number): number[] {
  const list = tree.childOf(call, 'arguments');
  return list < 0 ? [] : tree.namedChildren(list);
}
