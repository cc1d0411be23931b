/** What a name of Lua refers to where it is used, and for what. */
import type { FactsBuilder, Use } from '../../builder.ts';
import { named } from './values.ts';

export function use(node: number, facts: FactsBuilder): Use | undefined {
  const { tree } = facts;
  const parent = tree.parent(node);
  const field = tree.field(node);
  switch (tree.type(parent)) {
    case 'dot_index_expression':
    case 'method_index_expression':
      if (field === 'table') break;
      return { role: roleOf(facts, parent), ref: facts.value(parent) };
    case 'field':
      // A key of a table that has no name.
      if (field === 'name' && tree.childOf(parent, '[') < 0) return { role: 'write', ref: -1 };
      break;
    case 'attribute':
    case 'goto_statement':
    case 'label_statement':
      return { role: 'read', ref: facts.builtin('label') };
  }
  return { role: roleOf(facts, node), ref: named(node, facts) };
}

function roleOf({ tree }: FactsBuilder, node: number): Use['role'] {
  const parent = tree.parent(node);
  if (tree.type(parent) === 'function_call' && tree.field(node) === 'name') return 'call';
  return tree.type(parent) === 'variable_list' ? 'write' : 'read';
}
