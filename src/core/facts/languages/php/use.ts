/** What a name of PHP refers to at its place, and what for. */
import { NONE } from '../../../languages/index.ts';
import type { FactsBuilder, Use } from '../../builder.ts';
import { named } from './names.ts';
import { callee, staticField, variableKey } from './values.ts';

export function use(node: number, facts: FactsBuilder): Use | undefined {
  const { tree } = facts;
  const parent = tree.parent(node);
  const field = tree.field(node);
  switch (tree.type(parent)) {
    case 'variable_name':
      return useVariable(facts, parent);
    case 'dynamic_variable_name':
      return { role: 'read', ref: facts.lookup(variableKey(tree.of(node)), node) };
    case 'member_access_expression':
    case 'nullsafe_member_access_expression':
      return { role: roleOf(facts, parent), ref: facts.value(parent) };
    case 'member_call_expression':
    case 'nullsafe_member_call_expression':
    case 'scoped_call_expression':
      if (field === 'name') return { role: 'call', ref: callee(facts, parent) };
      break;
    case 'class_constant_access_expression':
      if (tree.firstNamed(parent) !== node) return { role: 'read', ref: facts.value(parent) };
      break;
    case 'function_call_expression':
      return { role: 'call', ref: callee(facts, parent) };
    case 'qualified_name':
    case 'relative_name':
      return useQualified(facts, parent);
    case 'namespace_name':
    case 'property_hook':
      return { role: 'read', ref: facts.builtin(tree.of(node)) };
    case 'argument':
      if (field === 'name') return { role: 'write', ref: argument(facts, parent, node) };
      break;
    case 'use_as_clause':
    case 'use_instead_of_clause':
      return { role: 'read', ref: -1 };
  }
  return { role: roleOf(facts, node), ref: facts.value(node) };
}

function useVariable(facts: FactsBuilder, variable: number): Use {
  const { tree } = facts;
  const around = tree.parent(variable);
  if (tree.type(around) === 'scoped_property_access_expression' && tree.field(variable) === 'name')
    return { role: roleOf(facts, around), ref: staticField(facts, around) };
  return { role: roleOf(facts, variable), ref: facts.value(variable) };
}

function useQualified(facts: FactsBuilder, whole: number): Use {
  const { tree } = facts;
  const around = tree.parent(whole);
  const isCalled = tree.type(around) === 'function_call_expression';
  return {
    role: roleOf(facts, whole),
    ref: isCalled ? callee(facts, around) : named(facts, tree.of(whole), whole),
  };
}

/** The parameter that `name: value` in a call sets. */
function argument(facts: FactsBuilder, node: number, name: number): number {
  const { tree } = facts;
  const call = tree.parent(tree.parent(node));
  const made =
    tree.type(call) === 'object_creation_expression'
      ? tree.childOf(call, 'name', 'qualified_name', 'relative_name')
      : NONE;
  const called = made >= 0 ? facts.value(made) : callee(facts, call);
  return called < 0 ? -1 : facts.expression('argument', called, facts.nameId(tree.of(name)));
}

function roleOf(facts: FactsBuilder, node: number): Use['role'] {
  const { tree } = facts;
  const parent = tree.parent(node);
  switch (tree.type(parent)) {
    case 'function_call_expression':
      return tree.field(node) === 'function' ? 'call' : 'read';
    case 'object_creation_expression':
      return 'call';
    case 'base_clause':
    case 'class_interface_clause':
    case 'use_declaration':
      return 'extends';
    case 'named_type':
      return 'type';
    case 'attribute':
      return 'decorator';
    case 'assignment_expression':
    case 'augmented_assignment_expression':
      return tree.field(node) === 'left' ? 'write' : 'read';
    case 'update_expression':
    case 'unset_statement':
      return 'write';
    case 'binary_expression':
      return tree.of(tree.child(parent, 'operator')) === 'instanceof' && tree.field(node) === 'right'
        ? 'type'
        : 'read';
  }
  return 'read';
}
