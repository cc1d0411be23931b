/** Rust: what each name refers to, and in which role. */
import type { FactsBuilder, Use } from '../../builder.ts';
import type { Role } from '../../facts.ts';
import { memberOfType } from './nodes.ts';
import { path, qualifier, selfType } from './paths.ts';
import { tokenUse } from './tokens.ts';

export function use(node: number, facts: FactsBuilder): Use | undefined {
  const { tree } = facts;
  const parent = tree.parent(node);
  const field = tree.field(node);
  switch (tree.type(parent)) {
    case 'token_tree':
    case 'token_repetition':
      return tokenUse(node, facts);
    case 'lifetime':
    case 'label':
      return { role: 'read', ref: facts.builtin('label') };
    case 'attribute':
      return { role: 'decorator' };
    case 'macro_invocation':
      return { role: 'call', ref: facts.lookup(`${tree.of(node)}!`, node) };
    case 'field_expression':
      if (field === 'field') return { role: roleOf(facts, parent), ref: facts.value(parent) };
      break;
    case 'field_initializer':
      if (field === 'field') return { role: 'write', ref: literalField(facts, node) };
      break;
    case 'shorthand_field_initializer':
      facts.markAlso(node, 'write', () => literalField(facts, node));
      return { role: 'read' };
    case 'field_pattern':
      if (field === 'name') {
        const type = tree.child(tree.parent(parent), 'type');
        return { role: 'read', ref: memberOfType(facts, type, tree.of(node)) };
      }
      break;
    case 'scoped_identifier':
    case 'scoped_type_identifier':
      return scopedUse(node, facts, parent, field);
    case 'type_binding':
      if (field === 'name') return { role: 'type', ref: -1 };
      break;
  }
  const role = roleOf(facts, node);
  return tree.of(node) === 'Self' ? { role, ref: selfType(facts, node) } : { role };
}

function scopedUse(node: number, facts: FactsBuilder, parent: number, field: string): Use {
  const { tree } = facts;
  if (field !== 'name') return { role: 'read', ref: qualifier(facts, node) };
  if (tree.type(tree.parent(parent)) === 'macro_invocation') {
    const of = qualifier(facts, tree.child(parent, 'path'));
    return { role: 'call', ref: of < 0 ? -1 : facts.member(of, `${tree.of(node)}!`) };
  }
  return { role: roleOf(facts, parent), ref: path(parent, facts) };
}

/** The field that `name: value` in a struct literal sets. */
function literalField(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  return memberOfType(facts, tree.child(tree.above(node, 'struct_expression'), 'name'), tree.of(node));
}

function roleOf(facts: FactsBuilder, node: number): Role {
  const { tree } = facts;
  const parent = tree.parent(node);
  const field = tree.field(node);
  switch (tree.type(parent)) {
    case 'call_expression':
      return field === 'function' ? 'call' : 'read';
    case 'generic_function':
      return field === 'function' ? roleOf(facts, parent) : 'type';
    case 'struct_expression':
      return field === 'name' ? 'call' : 'read';
    case 'assignment_expression':
    case 'compound_assignment_expr':
      return field === 'left' ? 'write' : 'read';
    case 'impl_item':
      return field === 'trait' ? 'extends' : 'type';
    case 'trait_bounds':
      return tree.type(tree.parent(parent)) === 'trait_item' ? 'extends' : 'type';
    case 'attribute':
      return 'decorator';
    case 'generic_type':
      return field === 'type' ? roleOf(facts, parent) : 'type';
  }
  return /type/.test(tree.type(node)) ? 'type' : 'read';
}
