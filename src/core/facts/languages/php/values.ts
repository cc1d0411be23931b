/** What expressions and types of PHP mean. */
import { NONE } from '../../../languages/index.ts';
import type { FactsBuilder, Read } from '../../builder.ts';
import { methodName } from '../../facts.ts';
import { listOf, named, typeNamed } from './names.ts';

export const variableKey = (name: string) => `$${name}`;

export const values: Readonly<Record<string, Read>> = {
  name: (node, facts) => typeNamed(facts, facts.tree.of(node), node),
  qualified_name: (node, facts) => named(facts, facts.tree.of(node), node),
  relative_name: (node, facts) => named(facts, facts.tree.of(node), node),
  relative_scope: scopeWord,
  variable_name(node, facts) {
    const name = facts.tree.of(node).slice(1);
    if (name !== 'this') return facts.lookup(variableKey(name), node);
    const around = facts.classAround(node);
    return around < 0 ? -1 : facts.expression('self', around);
  },
  member_access_expression: field,
  nullsafe_member_access_expression: field,
  member_call_expression: call,
  nullsafe_member_call_expression: call,
  scoped_call_expression: call,
  function_call_expression: call,
  scoped_property_access_expression: (node, facts) => staticField(facts, node),
  class_constant_access_expression(node, facts) {
    const [scope = NONE, name = NONE] = facts.tree.namedChildren(node);
    if (facts.tree.of(name) === 'class') return facts.builtin('string');
    const of = facts.value(scope);
    return of < 0 ? -1 : facts.member(of, facts.tree.of(name));
  },
  object_creation_expression(node, facts) {
    const { tree } = facts;
    const made = tree.childOf(node, 'name', 'qualified_name', 'relative_name');
    return made < 0 ? -1 : facts.instance(facts.value(made));
  },
  subscript_expression(node, facts) {
    const of = facts.value(facts.tree.firstNamed(node));
    return facts.element(of);
  },
  assignment_expression: (node, facts) => facts.value(facts.tree.child(node, 'right')),
  parenthesized_expression: (node, facts) => facts.value(facts.tree.firstNamed(node)),
  clone_expression: (node, facts) => facts.value(facts.tree.firstNamed(node)),
  conditional_expression(node, facts) {
    const { tree } = facts;
    const yes = tree.child(node, 'body');
    return facts.either(
      facts.value(yes >= 0 ? yes : tree.child(node, 'condition')),
      facts.value(tree.child(node, 'alternative')),
    );
  },
  binary_expression(node, facts) {
    const { tree } = facts;
    const operator = tree.child(node, 'operator');
    if (tree.of(operator) !== '??') return facts.builtin('mixed');
    return facts.either(facts.value(tree.child(node, 'left')), facts.value(tree.child(node, 'right')));
  },
  string: (_, facts) => facts.builtin('string'),
  encapsed_string: (_, facts) => facts.builtin('string'),
  integer: (_, facts) => facts.builtin('int'),
  float: (_, facts) => facts.builtin('float'),
  boolean: (_, facts) => facts.builtin('bool'),
  null: () => -1,
  array_creation_expression(node, facts) {
    const { tree } = facts;
    const first = tree.namedChildren(tree.childOf(node, 'array_element_initializer')).at(-1) ?? NONE;
    return listOf(facts, facts.value(first));
  },
};

export const types: Readonly<Record<string, Read>> = {
  name: (node, facts) => typeNamed(facts, facts.tree.of(node), node),
  qualified_name: (node, facts) => facts.value(node),
  relative_name: (node, facts) => facts.value(node),
  relative_scope: scopeWord,
  named_type: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
  optional_type: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
  primitive_type: (node, facts) => (facts.tree.of(node) === 'null' ? -1 : facts.builtin(facts.tree.of(node))),
  union_type: anyOf,
  intersection_type: anyOf,
  disjunctive_normal_form_type: anyOf,
  type_list: anyOf,
};

function anyOf(node: number, facts: FactsBuilder): number {
  return facts.tree
    .namedChildren(node)
    .map((each) => facts.typeOf(each))
    .reduce((a, b) => facts.either(a, b), -1);
}

function scopeWord(node: number, facts: FactsBuilder): number {
  const around = facts.classAround(node);
  if (around < 0) return -1;
  return facts.expression(facts.tree.of(node) === 'parent' ? 'super' : 'declaration', around);
}

function field(node: number, facts: FactsBuilder): number {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  const of = tree.type(name) === 'name' ? facts.value(tree.child(node, 'object')) : -1;
  return of < 0 ? -1 : facts.member(of, tree.of(name));
}

export function staticField(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  const of = tree.type(name) === 'variable_name' ? facts.value(tree.child(node, 'scope')) : -1;
  return of < 0 ? -1 : facts.member(of, tree.of(name).slice(1));
}

function call(node: number, facts: FactsBuilder): number {
  const of = callee(facts, node);
  return of < 0 ? -1 : facts.expression('call', of);
}

/** The function or method that a call means. */
export function callee(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  const called = tree.child(node, 'function');
  if (called >= 0)
    return /^(?:name|qualified_name|relative_name)$/.test(tree.type(called))
      ? named(facts, tree.of(called), called, true)
      : facts.value(called);
  const name = tree.child(node, 'name');
  if (tree.type(name) !== 'name') return -1;
  const object = tree.child(node, 'object');
  const of = facts.value(object >= 0 ? object : tree.child(node, 'scope'));
  return of < 0 ? -1 : facts.member(of, methodName(tree.of(name)));
}
