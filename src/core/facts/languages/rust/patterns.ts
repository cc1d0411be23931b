/** Rust: parameters and the names that a pattern declares. */
import type { Declare, FactsBuilder } from '../../builder.ts';
import { elementOf } from '../common.ts';
import { memberOfType } from './nodes.ts';

export function parameter(facts: FactsBuilder, node: number): void {
  const { tree } = facts;
  if (tree.type(node) === 'parameter')
    bindPattern(facts, tree.child(node, 'pattern'), { kind: 'parameter', type: tree.child(node, 'type') });
  else if (!/^(?:self_parameter|attribute_item|variadic_parameter)$/.test(tree.type(node)))
    bindPattern(facts, node, { kind: 'parameter' });
}

type Bound = Pick<Declare, 'type' | 'expression' | 'after'> & { kind?: string };

/** Declares the names of a pattern. */
export function bindPattern(facts: FactsBuilder, node: number, bound: Bound): void {
  const { tree } = facts;
  const after = bound.after === undefined ? {} : { after: bound.after };
  const plain = { kind: bound.kind ?? 'variable', ...after };
  const value = () =>
    bound.type !== undefined ? facts.instance(facts.typeOf(bound.type)) : (bound.expression?.() ?? -1);
  switch (tree.type(node)) {
    case 'identifier':
      // `None`, `LIMIT` in a pattern are what they name.
      if (!/^\p{Lu}/u.test(tree.of(node))) facts.declare(node, { node, ...bound, ...plain });
      return;
    case 'tuple_struct_pattern': {
      const type = tree.child(node, 'type');
      const holds = /(?:^|::)(?:Some|Ok|Ready)$/.test(tree.of(type));
      for (const each of tree.namedChildren(node))
        if (each !== type)
          bindPattern(facts, each, holds ? { ...plain, expression: () => elementOf(facts, value()) } : plain);
      return;
    }
    case 'struct_pattern': {
      const type = tree.child(node, 'type');
      for (const each of tree.childrenOf(node, 'field_pattern')) {
        const name = tree.child(each, 'name');
        const member = () => memberOfType(facts, type, tree.of(name));
        const inner = tree.child(each, 'pattern');
        if (inner >= 0) bindPattern(facts, inner, { ...plain, expression: member });
        else {
          facts.declare(name, { node: name, ...plain, expression: member });
          facts.markAlso(name, 'read', member);
        }
      }
      return;
    }
    case 'ref_pattern':
    case 'mut_pattern':
    case 'reference_pattern':
    case 'match_pattern':
      for (const each of tree.namedChildren(node))
        if (tree.type(each) !== 'mutable_specifier' && tree.field(each) !== 'condition')
          bindPattern(facts, each, bound);
      return;
    case 'captured_pattern':
    case 'or_pattern': {
      const seen = new Set<string>();
      for (const each of tree.namedChildren(node)) {
        if (tree.type(each) === 'identifier' && seen.has(tree.of(each))) continue;
        seen.add(tree.of(each));
        bindPattern(facts, each, bound);
      }
      return;
    }
    case 'tuple_pattern':
    case 'slice_pattern':
      for (const each of tree.namedChildren(node)) bindPattern(facts, each, plain);
  }
}
