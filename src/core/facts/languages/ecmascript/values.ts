/** JavaScript and TypeScript: the values of expressions and what types mean. */
import { NONE } from '../../../languages/index.ts';
import type { FactRules, FactsBuilder } from '../../builder.ts';
import { applied, eitherType, elementOf, innerValue } from '../common.ts';
import { FUNCTIONS, requiredModule, unquoted, unwrapped } from './nodes.ts';

const TRANSPARENT =
  /^(?:Readonly|Partial|Required|NonNullable|Awaited|DeepReadonly|DeepPartial|Omit|Pick|Mutable|Writable|ReadonlyDeep)$/;

/** The value of an expression node. */
export const values: FactRules['values'] = {
  member_expression(node, facts) {
    const { tree } = facts;
    const object = tree.child(node, 'object');
    const name = tree.of(tree.child(node, 'property'));
    if (/^(?:module\.)?exports$/.test(tree.of(object))) return ownExport(facts, name, node);
    const of = facts.value(object);
    return of < 0 ? -1 : facts.member(of, name);
  },
  nested_identifier: nested,
  call_expression(node, facts) {
    const { tree } = facts;
    const callee = tree.child(node, 'function');
    if (requiredModule(facts, node) !== undefined) return facts.expression('import', facts.attached(node));
    if (tree.type(callee) === 'super') return -1;
    const component = unwrapped(facts, node);
    if (component !== node) return facts.value(component);
    const of = facts.value(callee);
    return of < 0 ? -1 : facts.expression('call', of);
  },
  new_expression(node, facts) {
    const { tree } = facts;
    const type = facts.value(tree.child(node, 'constructor'));
    const args = tree.child(node, 'type_arguments');
    return facts.instance(appliedType(facts, type, tree.namedChildren(args)));
  },
  await_expression(node, facts) {
    const of = facts.value(facts.tree.firstNamed(node));
    return of < 0 ? -1 : facts.expression('awaited', of);
  },
  this: (node, facts) => thisValue(facts, node),
  super(node, facts) {
    const around = facts.classAround(node);
    return around < 0 ? -1 : facts.expression('super', around);
  },
  as_expression: (node, facts) => cast(facts, node),
  type_assertion: (node, facts) => cast(facts, node),
  satisfies_expression: (node, facts) => cast(facts, node),
  non_null_expression: innerValue,
  parenthesized_expression: innerValue,
  ternary_expression(node, facts) {
    const { tree } = facts;
    return facts.either(
      facts.value(tree.child(node, 'consequence')),
      facts.value(tree.child(node, 'alternative')),
    );
  },
  binary_expression(node, facts) {
    const { tree } = facts;
    if (!['||', '??', '&&'].includes(tree.of(tree.child(node, 'operator')))) return facts.builtin('number');
    return facts.either(facts.value(tree.child(node, 'left')), facts.value(tree.child(node, 'right')));
  },
  assignment_expression: (node, facts) => facts.value(facts.tree.child(node, 'right')),
  subscript_expression(node, facts) {
    const { tree } = facts;
    return elementOf(facts, facts.value(tree.child(node, 'object')));
  },
  array(node, facts) {
    const first = facts.value(facts.tree.firstNamed(node));
    return applied(facts, facts.builtin('Array'), first);
  },
  object: declared,
  arrow_function: declared,
  function_expression: declared,
  class: declared,
  string: (_, facts) => facts.builtin('String'),
  template_string: (_, facts) => facts.builtin('String'),
  number: (_, facts) => facts.builtin('Number'),
  true: (_, facts) => facts.builtin('Boolean'),
  false: (_, facts) => facts.builtin('Boolean'),
  regex: (_, facts) => facts.builtin('RegExp'),
};

/** The type that a type node means. */
export const types: NonNullable<FactRules['types']> = {
  type_annotation: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
  parenthesized_type: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
  readonly_type: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
  predefined_type(node, facts) {
    const name = facts.tree.of(node);
    return /^(?:any|unknown|object)$/.test(name) ? -1 : facts.builtin(name);
  },
  literal_type: () => -1,
  nested_type_identifier: nested,
  nested_identifier: nested,
  member_expression: (node, facts) => facts.value(node),
  call_expression: (node, facts) => facts.value(node),
  generic_type(node, facts) {
    const { tree } = facts;
    const name = tree.child(node, 'name');
    const args = tree.namedChildren(tree.child(node, 'type_arguments'));
    if (tree.of(name) === 'ReturnType') {
      const called = facts.typeOf(args[0] ?? NONE);
      return called < 0 ? -1 : facts.expression('call', called);
    }
    if (TRANSPARENT.test(tree.of(name))) return facts.typeOf(args[0] ?? NONE);
    return appliedType(facts, facts.typeOf(name), args);
  },
  array_type: (node, facts) =>
    facts.expression(
      'applied',
      facts.builtin('Array'),
      facts.instance(facts.typeOf(facts.tree.firstNamed(node))),
    ),
  tuple_type: (node, facts) =>
    applied(facts, facts.builtin('Array'), facts.instance(eitherType(node, facts))),
  optional_type: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
  rest_type: (node, facts) => elementOf(facts, facts.instance(facts.typeOf(facts.tree.firstNamed(node)))),
  union_type: eitherType,
  intersection_type: eitherType,
  this_type(node, facts) {
    const around = facts.classAround(node);
    return around < 0 ? -1 : facts.expression('declaration', around);
  },
  object_type: declared,
  function_type: declared,
  lookup_type(node, facts) {
    const { tree } = facts;
    const [of = NONE, key = NONE] = tree.namedChildren(node);
    const whole = facts.instance(facts.typeOf(of));
    const isText = tree.type(tree.firstNamed(key)) === 'string';
    return whole < 0 || !isText ? -1 : facts.member(whole, unquoted(tree.of(key)));
  },
  type_predicate: (_, facts) => facts.builtin('boolean'),
  type_query: innerValue,
};

/** The class that `this` is of: the class around, or the function whose prototype the method belongs to. */
export function thisOwner(facts: FactsBuilder, node: number): number {
  const around = facts.classAround(node);
  if (around >= 0) return around;
  const { tree } = facts;
  for (let at = tree.parent(node); at >= 0; at = tree.parent(at)) {
    const type = tree.type(at);
    if (!FUNCTIONS.has(type) || type === 'arrow_function') continue;
    const index =
      type === 'function_declaration' ? facts.declarationOf(tree.child(at, 'name')) : facts.attached(at);
    const declaration = facts.declarationAt(index);
    if (declaration === undefined) return -1;
    if (declaration.kind === 'method') return declaration.parent;
    return /^[A-Z]/.test(declaration.name) ? index : -1;
  }
  return -1;
}

function thisValue(facts: FactsBuilder, node: number): number {
  const owner = thisOwner(facts, node);
  return owner < 0 ? -1 : facts.expression('self', owner);
}

function cast(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  const [first = NONE, second = NONE] = tree.namedChildren(node);
  const isAs = tree.type(node) !== 'type_assertion';
  const type = isAs ? second : first;
  const value = isAs ? first : second;
  if (tree.of(type) === 'const' || second < 0) return facts.value(value);
  return facts.instance(facts.typeOf(tree.type(type) === 'type_arguments' ? tree.firstNamed(type) : type));
}

/** `exports.a` is what this file exports under that name. */
function ownExport(facts: FactsBuilder, name: string, node: number): number {
  return facts.bound(name) < 0 ? -1 : facts.lookup(name, node);
}

export function nested(node: number, facts: FactsBuilder): number {
  const { tree } = facts;
  const [module = NONE, name = NONE] = tree.namedChildren(node);
  const of = facts.value(module);
  return of < 0 ? -1 : facts.member(of, tree.of(name));
}

/** What the node declares under a name. */
export function declared(node: number, facts: FactsBuilder): number {
  const declaration = facts.attached(node);
  return declaration < 0 ? -1 : facts.expression('declaration', declaration);
}

function appliedType(facts: FactsBuilder, base: number, args: readonly number[]): number {
  const last = args.at(-1);
  const argument = last === undefined ? -1 : facts.instance(facts.typeOf(last));
  return applied(facts, base, argument);
}
