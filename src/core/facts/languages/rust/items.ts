/** Rust: types, constants and functions, and whose members they are. */
import { NONE } from '../../../languages/index.ts';
import type { Declare, FactsBuilder } from '../../builder.ts';
import { DECLARATION_FLAGS } from '../../facts.ts';
import { attributesOf } from './nodes.ts';
import { parameter } from './patterns.ts';

const { local, static: isStatic, forward } = DECLARATION_FLAGS;

export function typeItem(node: number, facts: FactsBuilder, kind: string): void {
  const { tree } = facts;
  const first = attributesOf(facts, node);
  const bases = kind === 'trait' ? boundsOf(facts, tree.child(node, 'bounds')) : [];
  const index = facts.declare(tree.child(node, 'name'), { kind, node, first, bases });
  facts.open(node, 'module', index);
  typeParameters(facts, node);
}

function boundsOf(facts: FactsBuilder, node: number): number[] {
  return facts.tree.namedChildren(node).filter((each) => facts.tree.type(each) !== 'lifetime');
}

/** `T: Trait` has the members of the trait. */
export function typeParameters(facts: FactsBuilder, node: number): void {
  const { tree } = facts;
  for (const each of tree.namedChildren(tree.child(node, 'type_parameters'))) {
    const name = tree.type(each) === 'type_identifier' ? each : tree.child(each, 'name');
    if (!/^(?:type_identifier|identifier)$/.test(tree.type(name))) continue;
    const bases = boundsOf(facts, tree.child(each, 'bounds'));
    facts.declare(name, { kind: 'type', node: each, bases, flags: local });
  }
  for (const each of tree.childrenOf(tree.childOf(node, 'where_clause'), 'where_predicate')) {
    const own = facts.bound(tree.of(tree.child(each, 'left')));
    const isParameter = own >= 0 && ((facts.declarationAt(own)?.flags ?? 0) & local) !== 0;
    if (isParameter) facts.describe(own, { bases: boundsOf(facts, tree.child(each, 'bounds')) });
  }
}

/** Whose member an item is: of the trait around it, or of the type of the `impl`. */
export function placed(facts: FactsBuilder, node: number): Partial<Declare> {
  const { tree } = facts;
  const common = { node, first: attributesOf(facts, node) };
  const list = tree.parent(node);
  const around = tree.type(list) === 'declaration_list' ? tree.parent(list) : NONE;
  if (tree.type(around) === 'trait_item') {
    const parent = facts.declarationOf(tree.child(around, 'name'));
    return parent >= 0 ? { ...common, parent } : common;
  }
  if (tree.type(around) === 'impl_item') return { ...common, owner: tree.child(around, 'type') };
  return common;
}

export function constant(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  if (facts.isName(name) && tree.of(name) !== '_')
    facts.declare(name, {
      kind: 'constant',
      type: tree.child(node, 'type'),
      ...placed(facts, node),
    });
}

export function functionItem(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const where = placed(facts, node);
  const isMethod = where.parent !== undefined || where.owner !== undefined;
  const parameters = tree.child(node, 'parameters');
  const hasSelf = tree.childOf(parameters, 'self_parameter') >= 0;
  const returns = tree.child(node, 'return_type');
  const index = facts.declare(tree.child(node, 'name'), {
    kind: isMethod ? 'method' : 'function',
    ...(returns >= 0 ? { type: returns } : {}),
    flags:
      (isMethod && !hasSelf ? isStatic : 0) |
      (tree.type(node) === 'function_signature_item' && !isMethod ? forward : 0),
    ...where,
  });
  facts.open(node, 'function', index);
  typeParameters(facts, node);
  for (const each of tree.namedChildren(parameters)) parameter(facts, each);
}
