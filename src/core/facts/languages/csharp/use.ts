/** C#: what each name refers to, and in which role. */
import type { FactsBuilder, Use } from '../../builder.ts';
import type { Role } from '../../facts.ts';
import { memberOf } from './nodes.ts';

export function use(node: number, facts: FactsBuilder): Use | undefined {
  const { tree } = facts;
  // The name of a generic one is what the whole is.
  const isGeneric =
    tree.type(tree.parent(node)) === 'generic_name' && tree.firstNamed(tree.parent(node)) === node;
  const at = isGeneric ? tree.parent(node) : node;
  const parent = tree.parent(at);
  const field = tree.field(at);
  switch (tree.type(parent)) {
    case 'member_access_expression':
    case 'member_binding_expression':
      if (field === 'name') return { role: roleOf(facts, parent), ref: facts.value(parent) };
      break;
    case 'qualified_name':
      if (
        tree.above(node, 'using_directive', 'namespace_declaration', 'file_scoped_namespace_declaration') >= 0
      )
        return { role: 'import', ref: facts.builtin(tree.of(node)) };
      if (field === 'name') return { role: roleOf(facts, parent), ref: facts.typeOf(parent) };
      break;
    case 'using_directive':
    case 'namespace_declaration':
    case 'file_scoped_namespace_declaration':
      return { role: 'import', ref: facts.builtin(tree.of(node)) };
    case 'argument':
      if (field === 'name') return { role: 'write', ref: named(facts, parent, node) };
      break;
    case 'attribute_argument':
      if (field === 'name') {
        const type = facts.typeOf(tree.child(tree.above(node, 'attribute'), 'name'));
        return { role: 'write', ref: memberOf(facts, facts.instance(type), tree.of(node)) };
      }
      break;
    case 'assignment_expression': {
      const made = tree.parent(tree.parent(parent));
      if (field !== 'left' || tree.type(tree.parent(parent)) !== 'initializer_expression') break;
      if (tree.type(made) === 'object_creation_expression')
        return { role: 'write', ref: memberOf(facts, facts.value(made), tree.of(node)) };
      return { role: 'write', ref: -1 };
    }
    case 'destructor_declaration':
      return { role: 'read', ref: facts.expression('declaration', Math.max(0, facts.classAround(node))) };
    case 'labeled_statement':
    case 'goto_statement':
      return { role: 'read', ref: facts.builtin('label') };
  }
  return { role: roleOf(facts, at) };
}

/** The parameter that `name: value` in a call sets. */
function named(facts: FactsBuilder, argument: number, name: number): number {
  const { tree } = facts;
  const call = tree.parent(tree.parent(argument));
  const callee =
    tree.type(call) === 'object_creation_expression'
      ? facts.typeOf(tree.child(call, 'type'))
      : facts.value(tree.child(call, 'function'));
  return callee < 0 ? -1 : facts.expression('argument', callee, facts.nameId(tree.of(name)));
}

function roleOf(facts: FactsBuilder, node: number): Role {
  const { tree } = facts;
  const parent = tree.parent(node);
  const field = tree.field(node);
  switch (tree.type(parent)) {
    case 'invocation_expression':
      return field === 'function' ? 'call' : 'read';
    case 'conditional_access_expression':
      return field === 'condition' ? 'read' : roleOf(facts, parent);
    case 'object_creation_expression':
      return field === 'type' ? 'call' : 'read';
    case 'attribute':
      return 'decorator';
    case 'base_list':
    case 'primary_constructor_base_type':
      return 'extends';
    case 'assignment_expression':
      return field === 'left' ? 'write' : 'read';
    case 'prefix_unary_expression':
    case 'postfix_unary_expression':
      return /\+\+|--/.test(tree.of(parent)) ? 'write' : 'read';
    case 'type_argument_list':
    case 'nullable_type':
    case 'array_type':
    case 'typeof_expression':
    case 'qualified_name':
      return 'type';
  }
  return field === 'type' || field === 'returns' ? 'type' : 'read';
}
