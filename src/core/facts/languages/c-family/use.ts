/** C and C++: what each name refers to, and in which role. */
import type { FactsBuilder, Use } from '../../builder.ts';
import type { Role } from '../../facts.ts';
import { tagType } from './tags.ts';
import { FAR, memberPath, named, ofType, qualified, selfValue } from './values.ts';

export function use(node: number, facts: FactsBuilder): Use | undefined {
  const { tree } = facts;
  const parent = tree.parent(node);
  const field = tree.field(node);
  if (tree.type(node) === 'statement_identifier') return { role: 'read', ref: facts.builtin('label') };
  switch (tree.type(parent)) {
    case 'field_expression':
      if (field === 'field') return { role: roleOf(facts, parent), ref: facts.value(parent) };
      break;
    case 'field_designator': {
      const of = initialised(facts, tree.parent(tree.parent(parent)), 0);
      const list = tree.above(node, 'initializer_list');
      const made = of >= 0 ? of : initialised(facts, list);
      return { role: 'write', ref: made < 0 ? -1 : facts.member(made, tree.of(node)) };
    }
    case 'field_initializer': {
      const of = selfValue(facts, node);
      return { role: 'write', ref: of < 0 ? -1 : facts.member(of, tree.of(node)) };
    }
    case 'struct_specifier':
    case 'union_specifier':
    case 'enum_specifier':
    case 'class_specifier':
      if (field === 'name') return { role: 'type', ref: tagType(parent, facts) };
      break;
    case 'qualified_identifier':
      if (field === 'name') return { role: roleOf(facts, parent), ref: scopedName(facts, parent) };
      return {
        role: 'read',
        ref: FAR.test(tree.of(node)) ? facts.builtin(tree.of(node)) : named(node, facts),
      };
    case 'base_class_clause':
      return { role: 'extends', ref: facts.typeOf(node) };
    case 'using_declaration':
      return { role: 'import' };
  }
  return { role: roleOf(facts, node), ref: named(node, facts) };
}

/** The whole path up to a name: `A::B::f` is a path in a path. */
function scopedName(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  const outer = tree.parent(node);
  if (tree.type(outer) !== 'qualified_identifier' || tree.field(node) !== 'name')
    return qualified(node, facts);
  const of = facts.typeOf(tree.child(outer, 'scope'));
  return FAR.test(tree.of(tree.child(outer, 'scope'))) || of < 0 ? -1 : memberPath(facts, of, node);
}

/** What a list of initial values makes. */
function initialised(facts: FactsBuilder, list: number, steps = 0): number {
  const { tree } = facts;
  const parent = tree.parent(list);
  if (steps > 20) return -1;
  switch (tree.type(parent)) {
    case 'init_declarator':
      return facts.instance(ofType(tree.parent(parent), facts));
    case 'compound_literal_expression':
      return facts.instance(ofType(parent, facts));
    case 'initializer_list':
      return initialised(facts, parent, steps + 1);
    case 'initializer_pair': {
      const of = initialised(facts, tree.parent(parent), steps + 1);
      const field = tree.childOf(tree.child(parent, 'designator'), 'field_identifier');
      return of < 0 || field < 0 ? of : facts.member(of, tree.of(field));
    }
  }
  return -1;
}

function roleOf(facts: FactsBuilder, node: number): Role {
  const { tree } = facts;
  const parent = tree.parent(node);
  const field = tree.field(node);
  switch (tree.type(parent)) {
    case 'call_expression':
      return field === 'function' ? 'call' : 'read';
    case 'template_function':
    case 'template_type':
      return field === 'name' ? roleOf(facts, parent) : 'type';
    case 'new_expression':
      return field === 'type' ? 'call' : 'read';
    case 'assignment_expression':
      return field === 'left' ? 'write' : 'read';
    case 'update_expression':
      return 'write';
    case 'base_class_clause':
      return 'extends';
    case 'using_declaration':
      return 'import';
  }
  return tree.type(node) === 'type_identifier' ? 'type' : 'read';
}
