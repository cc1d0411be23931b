/** C#: the values of expressions and what types mean. */
import { NONE } from '../../../languages/index.ts';
import type { Read } from '../../builder.ts';
import { applied, elementOf, innerValue } from '../common.ts';
import { memberOf, nameOf } from './nodes.ts';

export const values: Readonly<Record<string, Read>> = {
  invocation_expression(node, facts) {
    const { tree } = facts;
    const of = facts.value(tree.child(node, 'function'));
    if (of < 0) return -1;
    return facts.expression('call', of, tree.childrenOf(tree.child(node, 'arguments'), 'argument').length);
  },
  member_access_expression(node, facts) {
    const { tree } = facts;
    return memberOf(
      facts,
      facts.value(tree.child(node, 'expression')),
      nameOf(facts, tree.child(node, 'name')),
    );
  },
  conditional_access_expression: (node, facts) => facts.value(facts.tree.namedChildren(node).at(-1) ?? NONE),
  member_binding_expression(node, facts) {
    const { tree } = facts;
    const around = tree.above(node, 'conditional_access_expression');
    const of = facts.value(tree.child(around, 'condition'));
    return memberOf(facts, of, nameOf(facts, tree.child(node, 'name')));
  },
  object_creation_expression: (node, facts) => facts.instance(facts.typeOf(facts.tree.child(node, 'type'))),
  cast_expression: (node, facts) => facts.instance(facts.typeOf(facts.tree.child(node, 'type'))),
  as_expression: (node, facts) => facts.instance(facts.typeOf(facts.tree.child(node, 'right'))),
  default_expression: (node, facts) => facts.instance(facts.typeOf(facts.tree.child(node, 'type'))),
  parenthesized_expression: innerValue,
  postfix_unary_expression: innerValue,
  checked_expression: innerValue,
  await_expression(node, facts) {
    const of = innerValue(node, facts);
    return of < 0 ? -1 : facts.expression('awaited', of);
  },
  conditional_expression(node, facts) {
    const { tree } = facts;
    return facts.either(
      facts.value(tree.child(node, 'consequence')),
      facts.value(tree.child(node, 'alternative')),
    );
  },
  binary_expression(node, facts) {
    const { tree } = facts;
    if (tree.of(tree.child(node, 'operator')) !== '??') return facts.builtin('value');
    return facts.either(facts.value(tree.child(node, 'left')), facts.value(tree.child(node, 'right')));
  },
  assignment_expression: (node, facts) => facts.value(facts.tree.child(node, 'right')),
  element_access_expression(node, facts) {
    return elementOf(facts, facts.value(facts.tree.child(node, 'expression')));
  },
  array_creation_expression: (node, facts) => facts.instance(facts.typeOf(facts.tree.child(node, 'type'))),
  generic_name: innerValue,
  qualified_name: (node, facts) => facts.typeOf(node),
  alias_qualified_name: (node, facts) => facts.typeOf(node),
  this(node, facts) {
    const around = facts.classAround(node);
    return around < 0 ? -1 : facts.expression('self', around);
  },
  base(node, facts) {
    const around = facts.classAround(node);
    return around < 0 ? -1 : facts.expression('super', around);
  },
  predefined_type: (node, facts) => facts.builtin(facts.tree.of(node)),
  string_literal: (_, facts) => facts.builtin('string'),
  verbatim_string_literal: (_, facts) => facts.builtin('string'),
  raw_string_literal: (_, facts) => facts.builtin('string'),
  interpolated_string_expression: (_, facts) => facts.builtin('string'),
  integer_literal: (_, facts) => facts.builtin('int'),
  real_literal: (_, facts) => facts.builtin('double'),
  boolean_literal: (_, facts) => facts.builtin('bool'),
  typeof_expression: (_, facts) => facts.builtin('Type'),
};

export const types: Readonly<Record<string, Read>> = {
  predefined_type: (node, facts) => facts.builtin(facts.tree.of(node)),
  generic_name(node, facts) {
    const { tree } = facts;
    const base = facts.typeOf(tree.firstNamed(node));
    const last = tree.namedChildren(tree.childOf(node, 'type_argument_list')).at(-1) ?? NONE;
    const argument = facts.instance(facts.typeOf(last));
    return applied(facts, base, argument);
  },
  qualified_name(node, facts) {
    const { tree } = facts;
    const of = facts.typeOf(tree.child(node, 'qualifier'));
    return memberOf(facts, of, nameOf(facts, tree.child(node, 'name')));
  },
  member_access_expression: (node, facts) => facts.value(node),
  nullable_type: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
  ref_type: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
  array_type(node, facts) {
    const element = facts.instance(facts.typeOf(facts.tree.child(node, 'type')));
    return applied(facts, facts.builtin('Array'), element);
  },
  primary_constructor_base_type: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
  implicit_type: () => -1,
};
