/** Python: the values of expressions and what types mean. */
import { NONE } from '../../../languages/index.ts';
import type { FactsBuilder, Read } from '../../builder.ts';
import { applied, eitherType, elementOf, innerValue } from '../common.ts';

/** Of a tuple; nobody names more at once. */
const MOST_PARTS = 8;
const TRANSPARENT = /(?:^|\.)(?:Optional|Annotated|Final|ClassVar|Required|NotRequired|ReadOnly)$/;
const OF_A_TUPLE = /(?:^|\.)[Tt]uple$/;
const OF_A_CLASS = /(?:^|\.)[Tt]ype$/;

export const values: Readonly<Record<string, Read>> = {
  call(node, facts) {
    const { tree } = facts;
    const callee = tree.child(node, 'function');
    if (tree.of(callee) === 'super') {
      const around = facts.classAround(node);
      return around < 0 ? -1 : facts.expression('super', around);
    }
    const of = facts.value(callee);
    return of < 0 ? -1 : facts.expression('call', of);
  },
  attribute(node, facts) {
    const { tree } = facts;
    const object = tree.child(node, 'object');
    const name = tree.of(tree.child(node, 'attribute'));
    const around = name === '__class__' && tree.of(object) === 'self' ? facts.classAround(node) : -1;
    if (around >= 0) return facts.expression('declaration', around);
    const of = facts.value(object);
    return of < 0 ? -1 : facts.member(of, name);
  },
  subscript(node, facts) {
    return elementOf(facts, facts.value(facts.tree.child(node, 'value')));
  },
  parenthesized_expression: innerValue,
  await(node, facts) {
    const of = facts.value(facts.tree.firstNamed(node));
    return of < 0 ? -1 : facts.expression('awaited', of);
  },
  conditional_expression(node, facts) {
    const [yes = NONE, , no = NONE] = facts.tree.namedChildren(node);
    return facts.either(facts.value(yes), facts.value(no));
  },
  boolean_operator(node, facts) {
    const { tree } = facts;
    return facts.either(facts.value(tree.child(node, 'left')), facts.value(tree.child(node, 'right')));
  },
  named_expression: (node, facts) => facts.value(facts.tree.child(node, 'value')),
  string: (_, facts) => facts.builtin('str'),
  concatenated_string: (_, facts) => facts.builtin('str'),
  integer: (_, facts) => facts.builtin('int'),
  float: (_, facts) => facts.builtin('float'),
  true: (_, facts) => facts.builtin('bool'),
  false: (_, facts) => facts.builtin('bool'),
  none: () => -1,
  list(node, facts) {
    const first = facts.value(facts.tree.firstNamed(node));
    return listOf(facts, first);
  },
  tuple: tupleOf,
  expression_list: tupleOf,
  set: (_, facts) => facts.builtin('set'),
  dictionary: (_, facts) => facts.builtin('dict'),
  list_comprehension: (node, facts) => listOf(facts, facts.value(facts.tree.child(node, 'body'))),
  dictionary_comprehension: (_, facts) => facts.builtin('dict'),
  comparison_operator: (_, facts) => facts.builtin('bool'),
  not_operator: (_, facts) => facts.builtin('bool'),
};

export const types: Readonly<Record<string, Read>> = {
  type: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
  identifier: namedType,
  attribute: (node, facts) => (/\.Any$/.test(facts.tree.of(node)) ? -1 : facts.value(node)),
  generic_type(node, facts) {
    const { tree } = facts;
    const base = facts.typeOf(tree.firstNamed(node));
    const args = tree.namedChildren(tree.childOf(node, 'type_parameter'));
    return appliedType(facts, base, tree.of(tree.firstNamed(node)), args);
  },
  subscript(node, facts) {
    const { tree } = facts;
    const base = tree.child(node, 'value');
    return appliedType(facts, facts.typeOf(base), tree.of(base), tree.childrenBy(node, 'subscript'));
  },
  union_type: eitherType,
  binary_operator: eitherType,
  string: quotedType,
  none: () => -1,
  call: (node, facts) => facts.value(node),
  parenthesized_expression: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
};

function tupleOf(node: number, facts: FactsBuilder): number {
  const parts = facts.tree.namedChildren(node).slice(0, MOST_PARTS);
  return parts
    .map((each) => facts.value(each))
    .reduceRight((rest, each) => facts.expression('tuple', each, rest), -1);
}

function listOf(facts: FactsBuilder, element: number): number {
  return applied(facts, facts.builtin('list'), element);
}

function appliedType(facts: FactsBuilder, base: number, name: string, args: readonly number[]): number {
  const { tree } = facts;
  const inner = args.flatMap((each) =>
    /tuple|expression_list/.test(tree.type(each)) ? tree.namedChildren(each) : [each],
  );
  const all = inner.slice(0, MOST_PARTS).map((each) => facts.typeOf(each));
  if (OF_A_TUPLE.test(name) && tree.of(inner.at(-1) ?? NONE) !== '...')
    return all.reduceRight((rest, each) => facts.expression('tuple', facts.instance(each), rest), -1);
  const types = all.filter((each) => each >= 0);
  if (/(?:^|\.)Union$/.test(name)) return types.reduce((a, b) => facts.either(a, b), -1);
  if (TRANSPARENT.test(name)) return types[0] ?? -1;
  if (OF_A_CLASS.test(name)) return base;
  const last = types.at(-1) ?? -1;
  return last < 0 || base < 0 ? base : facts.expression('applied', base, facts.instance(last));
}

/** `Any` and `object` say nothing; `Self` is the class around. */
function namedType(node: number, facts: FactsBuilder): number {
  const name = facts.tree.of(node);
  if (name === 'Any' || name === 'object') return -1;
  const around = name === 'Self' ? facts.classAround(node) : -1;
  return around < 0 ? facts.lookup(name, node) : facts.expression('declaration', around);
}

/** `'Foo'` as an annotation. */
function quotedType(node: number, facts: FactsBuilder): number {
  const [, dotted] = /^["']([A-Za-z_][\w.]*)["']$/.exec(facts.tree.of(node)) ?? [];
  if (dotted === undefined) return -1;
  const [first = '', ...rest] = dotted.split('.');
  return rest.reduce((of, name) => facts.member(of, name), facts.lookup(first, node));
}
