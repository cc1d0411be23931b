/** Java: what each name refers to, and in which role. */
import type { FactsBuilder, Use } from '../../builder.ts';
import { methodName, type Role } from '../../facts.ts';
import { isTypeNode, isVar } from './nodes.ts';
import { callee, createdType, memberOf, scopedType } from './values.ts';

export function use(node: number, facts: FactsBuilder): Use | undefined {
  const { tree } = facts;
  const parent = tree.parent(node);
  const field = tree.field(node);
  switch (tree.type(parent)) {
    case 'method_invocation':
      if (field === 'name') return { role: 'call', ref: callee(facts, parent) };
      break;
    case 'field_access':
      if (field === 'field') return { role: roleOf(facts, parent), ref: facts.value(parent) };
      break;
    case 'scoped_type_identifier':
      if (node !== tree.firstNamed(parent))
        return { role: roleOf(facts, parent), ref: scopedType(parent, facts) };
      break;
    case 'scoped_identifier':
      return scopedName(facts, node, parent);
    case 'package_declaration':
    case 'import_declaration':
      return { role: 'import', ref: facts.builtin(tree.of(node)) };
    case 'method_reference':
      if (node !== tree.firstNamed(parent))
        return {
          role: 'read',
          ref: memberOf(facts, facts.value(tree.firstNamed(parent)), methodName(tree.of(node))),
        };
      break;
    case 'element_value_pair':
      if (field === 'key') {
        const annotation = facts.typeOf(tree.child(tree.parent(tree.parent(parent)), 'name'));
        return { role: 'write', ref: memberOf(facts, annotation, methodName(tree.of(node))) };
      }
      break;
    case 'labeled_statement':
    case 'break_statement':
    case 'continue_statement':
      if (tree.type(node) === 'identifier' && tree.firstNamed(parent) === node)
        return { role: 'read', ref: facts.builtin('label') };
      break;
    case 'switch_label':
      return { role: 'read', ref: switchLabel(facts, node) };
    case 'object_creation_expression':
      if (field === 'type') return { role: 'call', ref: createdType(facts, parent) };
  }
  if (isVar(facts, node) && tree.type(node) === 'type_identifier')
    return { role: 'type', ref: facts.builtin('var') };
  return { role: roleOf(facts, node) };
}

/** Names of packages are not of this repository's symbols; a type's name may be among them. */
function scopedName(facts: FactsBuilder, node: number, parent: number): Use {
  const { tree } = facts;
  const isLast = tree.child(parent, 'name') === node;
  const isPath = tree.above(node, 'package_declaration', 'import_declaration') >= 0;
  if (isPath) return { role: 'import', ref: facts.builtin(tree.of(node)) };
  if (isLast) return { role: roleOf(facts, parent), ref: scopedType(parent, facts) };
  return { role: 'read' };
}

const SWITCHES = ['switch_expression', 'switch_statement'] as const;

/** `case NAME`: a constant of the enum that is switched on, or else any constant that is seen here. */
function switchLabel(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  const name = tree.of(node);
  const seen = facts.lookup(name, node);
  const condition = facts.value(tree.child(tree.above(node, ...SWITCHES), 'condition'));
  return condition < 0 ? seen : facts.expression('unless', seen, facts.member(condition, name));
}

function roleOf(facts: FactsBuilder, node: number): Role {
  const { tree } = facts;
  const parent = tree.parent(node);
  const field = tree.field(node);
  switch (tree.type(parent)) {
    case 'object_creation_expression':
      return field === 'type' ? 'call' : 'read';
    case 'annotation':
    case 'marker_annotation':
      return field === 'name' ? 'decorator' : 'read';
    case 'superclass':
    case 'interface_type_list':
      return 'extends';
    case 'type_list':
      return /interfaces$/.test(tree.type(tree.parent(parent))) ? 'extends' : 'type';
    case 'generic_type':
      // `new A<B>()`, `extends A<B>`
      return roleOf(facts, parent);
    case 'assignment_expression':
      return field === 'left' ? 'write' : 'read';
    case 'update_expression':
      return 'write';
  }
  return isTypeNode(facts, node) ? 'type' : 'read';
}
