/** Java: the values of expressions and what types mean. */
import { NONE } from '../../../languages/index.ts';
import type { FactRules, FactsBuilder, Read } from '../../builder.ts';
import { methodName } from '../../facts.ts';
import { applied, eitherType, elementOf, innerValue } from '../common.ts';
import { arrayOf, isTypeNode } from './nodes.ts';

/** Methods of collections and streams whose function gets an element. */
const TAKES_ELEMENT =
  /^(?:forEach|forEachOrdered|filter|map|mapToInt|mapToLong|mapToObj|flatMap|anyMatch|allMatch|noneMatch|peek|removeIf|ifPresent|ifPresentOrElse|takeWhile|dropWhile|thenApply|thenAccept)$/;
const BUILTIN_TYPES = ['integral_type', 'floating_point_type', 'boolean_type', 'void_type'] as const;

export const values: Readonly<Record<string, Read>> = {
  method_invocation(node, facts) {
    const of = callee(facts, node);
    const { tree } = facts;
    return of < 0
      ? -1
      : facts.expression('call', of, tree.namedChildren(tree.child(node, 'arguments')).length);
  },
  field_access(node, facts) {
    const { tree } = facts;
    const field = tree.child(node, 'field');
    const object = tree.child(node, 'object');
    // `Outer.this`
    if (tree.type(field) === 'this') return facts.instance(facts.value(object));
    return qualified(facts, node) ?? memberOf(facts, facts.value(object), tree.of(field));
  },
  scoped_identifier: (node, facts) => facts.typeOf(node),
  object_creation_expression(node, facts) {
    return facts.instance(createdType(facts, node));
  },
  cast_expression: (node, facts) => facts.instance(facts.typeOf(facts.tree.child(node, 'type'))),
  parenthesized_expression: innerValue,
  ternary_expression(node, facts) {
    const { tree } = facts;
    return facts.either(
      facts.value(tree.child(node, 'consequence')),
      facts.value(tree.child(node, 'alternative')),
    );
  },
  assignment_expression: (node, facts) => facts.value(facts.tree.child(node, 'right')),
  array_access(node, facts) {
    return elementOf(facts, facts.value(facts.tree.child(node, 'array')));
  },
  array_creation_expression: (node, facts) => arrayOf(facts, facts.typeOf(facts.tree.child(node, 'type'))),
  this(node, facts) {
    const around = facts.classAround(node);
    return around < 0 ? -1 : facts.expression('self', around);
  },
  super(node, facts) {
    const around = facts.classAround(node);
    return around < 0 ? -1 : facts.expression('super', around);
  },
  string_literal: (_, facts) => facts.builtin('String'),
  character_literal: (_, facts) => facts.builtin('char'),
  decimal_integer_literal: (_, facts) => facts.builtin('int'),
  hex_integer_literal: (_, facts) => facts.builtin('int'),
  decimal_floating_point_literal: (_, facts) => facts.builtin('double'),
  true: (_, facts) => facts.builtin('boolean'),
  false: (_, facts) => facts.builtin('boolean'),
  instanceof_expression: (_, facts) => facts.builtin('boolean'),
  binary_expression: (_, facts) => facts.builtin('value'),
  class_literal: (_, facts) => facts.builtin('Class'),
  ...builtinTypes(),
  // Types where an expression may be: `List<String>::size`.
  type_identifier: typeName,
  generic_type: (node, facts) => facts.typeOf(node),
  array_type: (node, facts) => facts.typeOf(node),
};

export const types: Readonly<Record<string, Read>> = {
  type_identifier: typeName,
  scoped_type_identifier: scopedType,
  scoped_identifier: scopedType,
  field_access: (node, facts) => facts.value(node),
  generic_type(node, facts) {
    const { tree } = facts;
    const base = facts.typeOf(tree.firstNamed(node));
    const last = tree.namedChildren(tree.childOf(node, 'type_arguments')).at(-1) ?? NONE;
    const argument = facts.instance(facts.typeOf(last));
    return applied(facts, base, argument);
  },
  array_type(node, facts) {
    const element = facts.instance(facts.typeOf(facts.tree.child(node, 'element')));
    return applied(facts, facts.builtin('Array'), element);
  },
  wildcard: (node, facts) =>
    facts.typeOf(facts.tree.namedChildren(node).find((each) => isTypeNode(facts, each)) ?? NONE),
  annotated_type: (node, facts) => facts.typeOf(facts.tree.namedChildren(node).at(-1) ?? NONE),
  catch_type: eitherType,
  ...builtinTypes(),
};

function builtinTypes(): FactRules['values'] {
  return Object.fromEntries(
    BUILTIN_TYPES.map((type) => [
      type,
      (node: number, facts: FactsBuilder) => facts.builtin(facts.tree.of(node)),
    ]),
  );
}

function typeName(node: number, facts: FactsBuilder): number {
  const name = facts.tree.of(node);
  return name === 'var' ? -1 : facts.lookup(name, node);
}

export function memberOf(facts: FactsBuilder, of: number, name: string): number {
  return of < 0 ? -1 : facts.member(of, name);
}

export function scopedType(node: number, facts: FactsBuilder): number {
  const { tree } = facts;
  const parts = tree.namedChildren(node);
  return (
    qualified(facts, node) ?? memberOf(facts, facts.typeOf(parts[0] ?? NONE), tree.of(parts.at(-1) ?? NONE))
  );
}

/** A type with its package in front, `a.b.Type`, whose first name nothing else has. */
function qualified(facts: FactsBuilder, node: number): number | undefined {
  const text = facts.tree.of(node).replace(/\s/g, '');
  const [, first = '', type = ''] = /^([a-z]\w*)(?:\.[a-z]\w*)*\.(\p{Lu}\w*)$/u.exec(text) ?? [];
  if (type === '' || !facts.isFree(facts.lookup(first, node))) return undefined;
  return facts.expression('import', facts.importOnce({ specifier: text, imported: type }));
}

export function createdType(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  const type = tree.child(node, 'type');
  const outer = tree.firstNamed(node);
  // `outer.new Inner()`
  if (outer !== type && tree.isNamed(outer) && tree.type(type) === 'type_identifier' && outer < type) {
    const of = /annotation|type_arguments/.test(tree.type(outer)) ? -1 : facts.value(outer);
    if (of >= 0) return facts.member(of, tree.of(type));
  }
  return facts.typeOf(type);
}

/** What a call calls. */
export function callee(facts: FactsBuilder, call: number): number {
  const { tree } = facts;
  const name = methodName(tree.of(tree.child(call, 'name')));
  const object = tree.child(call, 'object');
  if (object < 0) return facts.lookup(name, call);
  // `Type.super.method()`
  const above = tree.childOf(call, 'super');
  if (above >= 0 && above !== object) return memberOf(facts, facts.instance(facts.value(object)), name);
  return memberOf(facts, facts.value(object), name);
}

/** In `list.forEach(each -> …)` the parameter is an element of the list. */
export function elementGiven(facts: FactsBuilder, lambda: number): number {
  const { tree } = facts;
  const call = tree.parent(tree.parent(lambda));
  if (tree.type(call) !== 'method_invocation' || !TAKES_ELEMENT.test(tree.of(tree.child(call, 'name'))))
    return -1;
  return elementOf(facts, facts.value(tree.child(call, 'object')));
}
