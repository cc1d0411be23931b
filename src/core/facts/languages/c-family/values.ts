/** C and C++: the values of expressions and what types mean. */
import { NONE } from '../../../languages/index.ts';
import type { FactsBuilder, Read } from '../../builder.ts';
import { applied, innerValue } from '../common.ts';
import { declared, isTest } from './declarators.ts';
import { tagType } from './tags.ts';

/** Types that are used like what they hold. */
const TRANSPARENT = /^(?:unique_ptr|shared_ptr|weak_ptr|scoped_ptr|atomic|optional|reference_wrapper)$/;
const CASTS = /^(?:static_cast|dynamic_cast|reinterpret_cast|const_cast|down_cast)$/;
/** Namespaces of libraries. */
export const FAR = /^(?:std|testing|boost|absl|fmt)$/;
const argument = (node: number, facts: FactsBuilder) => facts.value(facts.tree.child(node, 'argument'));
const primitive = (node: number, facts: FactsBuilder) => facts.builtin(facts.tree.of(node));
export const ofType = (node: number, facts: FactsBuilder) => facts.typeOf(facts.tree.child(node, 'type'));

export const values: Readonly<Record<string, Read>> = {
  identifier: named,
  type_identifier: named,
  this: (node, facts) => selfValue(facts, node),
  qualified_identifier: qualified,
  template_function: (node, facts) => facts.value(facts.tree.child(node, 'name')),
  template_type: (node, facts) => facts.typeOf(node),
  field_expression(node, facts) {
    const { tree } = facts;
    const of = argument(node, facts);
    return of < 0 ? -1 : facts.member(of, tree.of(tree.child(node, 'field')));
  },
  pointer_expression: argument,
  update_expression: argument,
  parenthesized_expression: innerValue,
  // An array is used like what is in it; something with `operator[]` gives what it holds.
  subscript_expression(node, facts) {
    const of = argument(node, facts);
    return of < 0 ? -1 : facts.either(of, facts.element(of));
  },
  call_expression(node, facts) {
    const { tree } = facts;
    const callee = tree.child(node, 'function');
    if (tree.type(callee) === 'template_function') {
      const type = tree.firstNamed(tree.child(callee, 'arguments'));
      if (CASTS.test(tree.of(tree.child(callee, 'name')))) return facts.instance(facts.typeOf(type));
    }
    if (/(?:^|::)(?:move|forward)$/.test(tree.of(callee)))
      return facts.value(tree.firstNamed(tree.child(node, 'arguments')));
    const of = facts.value(callee);
    return of < 0 ? -1 : facts.expression('call', of);
  },
  new_expression: (node, facts) => facts.instance(ofType(node, facts)),
  cast_expression: (node, facts) => facts.instance(ofType(node, facts)),
  compound_literal_expression: (node, facts) => facts.instance(ofType(node, facts)),
  assignment_expression: (node, facts) => facts.value(facts.tree.child(node, 'right')),
  conditional_expression(node, facts) {
    const { tree } = facts;
    const yes = facts.value(tree.child(node, 'consequence'));
    return facts.either(yes, facts.value(tree.child(node, 'alternative')));
  },
  string_literal: (_, facts) => facts.builtin('char'),
  number_literal: (_, facts) => facts.builtin('int'),
};

export const types: Readonly<Record<string, Read>> = {
  identifier: named,
  type_identifier: named,
  namespace_identifier: named,
  primitive_type: primitive,
  sized_type_specifier: primitive,
  auto: () => -1,
  type_descriptor: ofType,
  dependent_type: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
  qualified_identifier: qualified,
  struct_specifier: tagType,
  union_specifier: tagType,
  enum_specifier: tagType,
  class_specifier: tagType,
  template_type(node, facts) {
    const { tree } = facts;
    const name = tree.child(node, 'name');
    const args = tree.namedChildren(tree.child(node, 'arguments'));
    if (TRANSPARENT.test(tree.of(name))) return facts.typeOf(args[0] ?? NONE);
    const of = facts.typeOf(name);
    const held = facts.instance(facts.typeOf(args.at(-1) ?? NONE));
    return applied(facts, of, held);
  },
};

/** The type whose method a node is in, where the method is written outside of it. */
function outsideOwner(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  const around = tree.above(node, 'function_definition');
  if (around < 0) return -1;
  const { name, parameters, scopes } = declared(facts, tree.child(around, 'declarator'));
  if (isTest(facts, name)) return facts.typeOf(tree.child(tree.firstNamed(parameters), 'type'));
  const owner = scopes.findLast((each) => !/^[a-z]/.test(tree.of(each))) ?? NONE;
  return owner < 0 ? -1 : facts.typeOf(owner);
}

export function selfValue(facts: FactsBuilder, node: number): number {
  const owner = outsideOwner(facts, node);
  if (owner >= 0) return facts.instance(owner);
  const around = facts.classAround(node);
  return around < 0 ? -1 : facts.expression('self', around);
}

/** A name; inside of a method that is written outside of its class, a member comes before what is outside. */
export function named(node: number, facts: FactsBuilder): number {
  const name = facts.tree.of(node);
  const found = facts.lookup(name, node);
  if (!facts.isFree(found)) return found;
  const owner = outsideOwner(facts, node);
  return owner < 0 || owner === found
    ? found
    : facts.expression('unless', found, facts.member(facts.instance(owner), name));
}

export function qualified(node: number, facts: FactsBuilder): number {
  const { tree } = facts;
  const scope = tree.child(node, 'scope');
  const last = tree.child(node, 'name');
  const space = tree.of(scope);
  if (FAR.test(space)) {
    const held = tree.type(last) === 'template_type' ? last : NONE;
    const of = facts.builtin(
      `${space}.${tree.of(tree.child(held, 'name') >= 0 ? tree.child(held, 'name') : last)}`,
    );
    if (held < 0) return of;
    const args = tree.namedChildren(tree.child(held, 'arguments'));
    if (TRANSPARENT.test(tree.of(tree.child(held, 'name')))) return facts.typeOf(args[0] ?? NONE);
    const argumentType = facts.instance(facts.typeOf(args.at(-1) ?? NONE));
    return argumentType < 0 ? of : facts.expression('applied', of, argumentType);
  }
  if (scope < 0 || (tree.type(scope) === 'namespace_identifier' && /^[a-z]/.test(space)))
    return facts.typeOf(last);
  const of = facts.typeOf(scope);
  return of < 0 ? -1 : memberPath(facts, of, last);
}

export function memberPath(facts: FactsBuilder, of: number, node: number): number {
  const { tree } = facts;
  switch (tree.type(node)) {
    case 'qualified_identifier':
      return memberPath(facts, memberPath(facts, of, tree.child(node, 'scope')), tree.child(node, 'name'));
    case 'template_type':
    case 'template_function':
      return facts.member(of, tree.of(tree.child(node, 'name')));
  }
  return facts.member(of, tree.of(node));
}
