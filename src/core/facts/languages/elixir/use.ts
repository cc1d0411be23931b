/** What a name of Elixir refers to where it is used, and for what. */
import type { FactsBuilder, Use } from '../../builder.ts';
import { methodName } from '../../facts.ts';
import { functionNamed } from './modules.ts';
import { DIRECTIVES, isAttribute, operatorOf, TYPE_ATTRIBUTES, wordOf } from './nodes.ts';

export function use(node: number, facts: FactsBuilder): Use {
  const { tree } = facts;
  const parent = tree.parent(node);
  const around = tree.type(parent);
  if (tree.type(node) === 'alias') return { role: roleOfModule(facts, node), ref: facts.value(node) };
  const attribute = attributeAround(facts, node);
  if (attribute === node) {
    const found = facts.lookup(`@${tree.of(node)}`, node);
    return { role: 'read', ref: facts.isFree(found) ? facts.builtin(`@${tree.of(node)}`) : found };
  }
  if (attribute >= 0 && TYPE_ATTRIBUTES.test(tree.of(attribute))) return useInType(facts, node);
  if (around === 'dot' && tree.field(node) === 'right') {
    const of = facts.value(tree.child(parent, 'left'));
    const isModule = tree.type(tree.child(parent, 'left')) === 'alias' || isCurrent(facts, parent);
    return { role: 'call', ref: isModule && of >= 0 ? facts.member(of, methodName(tree.of(node))) : -1 };
  }
  if (around === 'call' && tree.field(node) === 'target')
    return { role: 'call', ref: functionNamed(facts, node) };
  // `&save/1`
  if (around === 'binary_operator' && operatorOf(facts, parent) === '/') {
    const outer = tree.parent(parent);
    if (tree.type(outer) === 'unary_operator' && operatorOf(facts, outer) === '&')
      return { role: 'read', ref: functionNamed(facts, node) };
  }
  const ref = facts.value(node);
  return { role: 'read', ref };
}

const isCurrent = ({ tree }: FactsBuilder, dot: number) => tree.of(tree.child(dot, 'left')) === '__MODULE__';

/** The name of the attribute that a node is in, or -1. */
function attributeAround(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  for (let at = tree.parent(node); at >= 0; at = tree.parent(at)) {
    if (tree.type(at) === 'do_block') return -1;
    if (!isAttribute(facts, at)) continue;
    const operand = tree.child(at, 'operand');
    return tree.type(operand) === 'call' ? tree.child(operand, 'target') : operand;
  }
  return -1;
}

/** Only the function that a `@spec` describes is known; types have names of their own. */
function useInType(facts: FactsBuilder, node: number): Use {
  const { tree } = facts;
  const parent = tree.parent(node);
  const list = tree.parent(
    tree.type(tree.parent(parent)) === 'binary_operator' ? tree.parent(parent) : parent,
  );
  const isDescribed =
    tree.type(parent) === 'call' &&
    tree.field(node) === 'target' &&
    tree.type(list) === 'arguments' &&
    wordOf(facts, tree.parent(list)) === 'spec';
  const isFirst = isDescribed && tree.field(parent) !== 'right';
  return { role: 'type', ref: isFirst ? facts.lookup(methodName(tree.of(node)), node) : -1 };
}

function roleOfModule(facts: FactsBuilder, node: number): Use['role'] {
  const { tree } = facts;
  const parent = tree.parent(node);
  if (tree.type(parent) === 'struct') return 'type';
  const word = wordOf(facts, tree.parent(parent));
  if (DIRECTIVES.test(word)) return 'import';
  return word === 'behaviour' ? 'extends' : 'read';
}
