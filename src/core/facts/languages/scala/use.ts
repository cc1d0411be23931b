/** What a name of Scala refers to where it is used, and for what. */
import type { FactsBuilder, Use } from '../../builder.ts';
import type { Role } from '../../facts.ts';

export function use(node: number, facts: FactsBuilder): Use | undefined {
  const { tree } = facts;
  const parent = tree.parent(node);
  const field = tree.field(node);
  const name = tree.of(node);
  if (name === 'this' || name === 'super') return { role: 'read', ref: facts.builtin(name) };
  switch (tree.type(parent)) {
    case 'field_expression':
      if (field === 'field') return { role: roleOf(facts, parent), ref: facts.value(parent) };
      break;
    case 'package_identifier':
    case 'import_declaration':
    case 'arrow_renamed_identifier':
      return { role: 'import', ref: facts.builtin(name) };
    case 'stable_type_identifier':
    case 'stable_identifier':
      if (tree.firstNamed(parent) !== node)
        return { role: typeRole(facts, parent), ref: facts.typeOf(parent) };
      break;
    case 'infix_expression':
      if (field === 'operator') {
        const of = facts.value(tree.child(parent, 'left'));
        return { role: 'call', ref: of < 0 ? -1 : facts.member(of, name) };
      }
      break;
    case 'interpolated_string_expression':
      if (field === 'interpolator') return { role: 'call', ref: -1 };
      break;
    case 'assignment_expression': {
      const list = tree.parent(parent);
      if (field !== 'left' || tree.type(list) !== 'arguments') break;
      return { role: 'write', ref: named(facts, list, name) };
    }
  }
  return { role: tree.type(node) === 'type_identifier' ? typeRole(facts, node) : roleOf(facts, node) };
}

/** The parameter that `name = value` in a call sets. */
function named(facts: FactsBuilder, list: number, name: string): number {
  const { tree } = facts;
  const call = tree.parent(list);
  const type = tree.type(call);
  const callee =
    type === 'call_expression'
      ? facts.value(tree.child(call, 'function'))
      : type === 'instance_expression'
        ? facts.typeOf(tree.firstNamed(call))
        : -1;
  return callee < 0 ? -1 : facts.expression('argument', callee, facts.nameId(name));
}

function typeRole({ tree }: FactsBuilder, node: number): Role {
  let at = node;
  if (tree.type(tree.parent(at)) === 'generic_type' && tree.field(at) === 'type') at = tree.parent(at);
  const parent = tree.type(tree.parent(at));
  if (parent === 'instance_expression') return 'call';
  return parent === 'extends_clause' ? 'extends' : parent === 'annotation' ? 'decorator' : 'type';
}

function roleOf({ tree }: FactsBuilder, node: number): Role {
  const at = tree.type(tree.parent(node)) === 'generic_function' ? tree.parent(node) : node;
  const parent = tree.type(tree.parent(at));
  if (parent === 'call_expression') return tree.field(at) === 'function' ? 'call' : 'read';
  return parent === 'assignment_expression' && tree.field(at) === 'left' ? 'write' : 'read';
}
