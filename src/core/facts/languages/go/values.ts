/** Go: the values of expressions and what types mean. */
import { NONE } from '../../../languages/index.ts';
import type { FactsBuilder, Read } from '../../builder.ts';
import { elementOf, innerValue } from '../common.ts';

/** Names of the language that packages do not declare themselves; `min`, `max` and `any` they do. */
const BUILTINS = new Set(
  `bool byte complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32
   uint64 uintptr append cap close copy delete len make new panic print println recover nil true false iota _`.split(
    /\s+/,
  ),
);
/** What calls of built-in functions give. */
const GIVES_FIRST_TYPE = new Set(['make', 'new']);

export const values: Readonly<Record<string, Read>> = {
  identifier: named,
  selector_expression(node, facts) {
    const { tree } = facts;
    const of = facts.value(tree.child(node, 'operand'));
    return of < 0 ? -1 : facts.member(of, tree.of(tree.child(node, 'field')));
  },
  call_expression: called,
  type_conversion_expression(node, facts) {
    const { tree } = facts;
    const type = tree.child(node, 'type');
    // `F[int](x)` may be a call of a function.
    if (tree.type(type) !== 'generic_type') return facts.instance(facts.typeOf(type));
    const of = facts.typeOf(type);
    return of < 0 ? -1 : facts.expression('call', of);
  },
  type_assertion_expression: (node, facts) => facts.instance(facts.typeOf(facts.tree.child(node, 'type'))),
  index_expression: (node, facts) => elementOf(facts, facts.value(facts.tree.child(node, 'operand'))),
  slice_expression: (node, facts) => facts.value(facts.tree.child(node, 'operand')),
  parenthesized_expression: innerValue,
  unary_expression(node, facts) {
    const { tree } = facts;
    const operator = tree.of(tree.child(node, 'operator'));
    const of = facts.value(tree.child(node, 'operand'));
    return operator === '<-' ? elementOf(facts, of) : operator === '!' ? facts.builtin('bool') : of;
  },
  binary_expression(node, facts) {
    const { tree } = facts;
    if (/^(?:[=!<>]=?|==|&&|\|\|)$/.test(tree.of(tree.child(node, 'operator')))) return facts.builtin('bool');
    return -1;
  },
  composite_literal: (node, facts) => facts.instance(facts.typeOf(facts.tree.child(node, 'type'))),
  func_literal: functionType,
  int_literal: (_, facts) => facts.builtin('int'),
  float_literal: (_, facts) => facts.builtin('float64'),
  interpreted_string_literal: (_, facts) => facts.builtin('string'),
  raw_string_literal: (_, facts) => facts.builtin('string'),
  rune_literal: (_, facts) => facts.builtin('rune'),
  true: (_, facts) => facts.builtin('bool'),
  false: (_, facts) => facts.builtin('bool'),
};

export const types: Readonly<Record<string, Read>> = {
  type_identifier: named,
  identifier: named,
  qualified_type(node, facts) {
    const { tree } = facts;
    const module = tree.child(node, 'package');
    return facts.member(facts.lookup(tree.of(module), module), tree.of(tree.child(node, 'name')));
  },
  pointer_type: inner,
  parenthesized_type: inner,
  negated_type: inner,
  type_elem: inner,
  type_constraint: inner,
  generic_type: (node, facts) => facts.typeOf(facts.tree.child(node, 'type')),
  slice_type: listType,
  array_type: listType,
  implicit_length_array_type: listType,
  map_type(node, facts) {
    const { tree } = facts;
    const key = facts.instance(facts.typeOf(tree.child(node, 'key')));
    return collectionType(facts, facts.expression('tuple', key), tree.child(node, 'value'));
  },
  channel_type(node, facts) {
    const value = facts.tree.child(node, 'value');
    return collectionType(facts, facts.expression('tuple', facts.instance(facts.typeOf(value))), value);
  },
  function_type: functionType,
  struct_type: declared,
  interface_type: declared,
};

/** One of the values of `a, b = f()` or `a, b = x, y`. */
export function assigned(
  facts: FactsBuilder,
  values: readonly number[],
  index: number,
  count: number,
): number {
  const [first = NONE] = values;
  if (values.length === count) return facts.value(values[index] ?? NONE);
  if (values.length !== 1) return -1;
  if (/^(?:call|type_conversion)_expression$/.test(facts.tree.type(first)))
    return part(facts, facts.value(first), index);
  // `v, ok := m[k]`, `x.(T)`, `<-c`
  return index === 0 ? facts.value(first) : facts.builtin('bool');
}

export function part(facts: FactsBuilder, of: number, index: number): number {
  return of < 0 ? -1 : facts.expression('part', of, index);
}

export function named(node: number, facts: FactsBuilder): number {
  const name = facts.tree.of(node);
  const found = facts.lookup(name, node);
  return BUILTINS.has(name) && facts.isFree(found) ? facts.builtin(name) : found;
}

function inner(node: number, facts: FactsBuilder): number {
  return facts.typeOf(facts.tree.firstNamed(node));
}

function declared(node: number, facts: FactsBuilder): number {
  const declaration = facts.attached(node);
  return declaration < 0 ? -1 : facts.expression('declaration', declaration);
}

function listType(node: number, facts: FactsBuilder): number {
  return collectionType(facts, indexed(facts), facts.tree.child(node, 'element'));
}

/** Ranging over a list gives its indices first. */
export function indexed(facts: FactsBuilder): number {
  return facts.expression('tuple', facts.builtin('int'));
}

export function collectionType(facts: FactsBuilder, base: number, element: number): number {
  return facts.expression('applied', base, facts.instance(facts.typeOf(element)));
}

function functionType(node: number, facts: FactsBuilder): number {
  return facts.expression('applied', facts.builtin('func'), resultOf(facts, node));
}

/** What a call of the function gives: several values as a tuple. */
export function resultOf(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  const result = tree.child(node, 'result');
  if (tree.type(result) !== 'parameter_list') return facts.instance(facts.typeOf(result));
  const types = tree.childrenOf(result, 'parameter_declaration').flatMap((each) => {
    const type = facts.instance(facts.typeOf(tree.child(each, 'type')));
    return Array.from({ length: Math.max(1, tree.childrenBy(each, 'name').length) }, () => type);
  });
  if (types.length === 1) return types[0] ?? -1;
  return types.reduceRight((rest, type) => facts.expression('tuple', type, rest), -1);
}

function called(node: number, facts: FactsBuilder): number {
  const { tree } = facts;
  const callee = tree.child(node, 'function');
  const of = facts.value(callee);
  if (of < 0) return -1;
  const name = tree.type(callee) === 'identifier' ? tree.of(callee) : '';
  if (BUILTINS.has(name) && of === facts.builtin(name)) {
    const first = tree.firstNamed(tree.child(node, 'arguments'));
    if (GIVES_FIRST_TYPE.has(name)) return facts.instance(facts.typeOf(first));
    return name === 'append' ? facts.value(first) : of;
  }
  return facts.expression('call', of);
}
