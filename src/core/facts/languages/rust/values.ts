/** Rust: the values of expressions and what types mean. */
import { NONE } from '../../../languages/index.ts';
import type { FactsBuilder, Read } from '../../builder.ts';
import { applied, elementOf, innerValue } from '../common.ts';
import { nameOfType } from './nodes.ts';
import { named, path, pathRoot, selfValue } from './paths.ts';

/** Types that are used like what they hold. */
const TRANSPARENT =
  /^(?:Box|Rc|Arc|Pin|Cow|Ref|RefMut|MutexGuard|RwLockReadGuard|RwLockWriteGuard|ManuallyDrop)$/;
/** Methods that give what an Option, a Result, a collection or a lock holds. */
const GIVES_INSIDE =
  /^(?:unwrap|expect|unwrap_or|unwrap_or_else|unwrap_or_default|unwrap_unchecked|ok_or|get_or_insert_with|next|first|last|pop)$/;
/** Methods that give the same thing, or a view of it. */
const GIVES_ITSELF =
  /^(?:clone|as_ref|as_mut|as_deref|as_deref_mut|to_owned|borrow|borrow_mut|by_ref|iter|iter_mut|into_iter|take|lock|read|write|rev|ok|cloned|copied|as_slice)$/;

export const values: Readonly<Record<string, Read>> = {
  self: (node, facts) => selfValue(facts, node),
  crate: (node, facts) => pathRoot(facts, node),
  super: (node, facts) => pathRoot(facts, node),
  identifier: named,
  type_identifier: named,
  scoped_identifier: path,
  scoped_type_identifier: path,
  generic_type: (node, facts) => facts.typeOf(node),
  bracketed_type: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
  field_expression(node, facts) {
    const { tree } = facts;
    const name = tree.child(node, 'field');
    const of = facts.value(tree.child(node, 'value'));
    return of < 0 || tree.type(name) !== 'field_identifier' ? -1 : facts.member(of, tree.of(name));
  },
  generic_function: (node, facts) => facts.value(facts.tree.child(node, 'function')),
  call_expression: call,
  struct_expression: (node, facts) => facts.instance(facts.typeOf(facts.tree.child(node, 'name'))),
  reference_expression: (node, facts) => facts.value(facts.tree.child(node, 'value')),
  unary_expression(node, facts) {
    const { tree } = facts;
    return tree.of(node).startsWith('*') ? facts.value(tree.firstNamed(node)) : -1;
  },
  parenthesized_expression: innerValue,
  await_expression: innerValue,
  try_expression: (node, facts) => elementOf(facts, facts.value(facts.tree.firstNamed(node))),
  index_expression: (node, facts) => elementOf(facts, facts.value(facts.tree.firstNamed(node))),
  type_cast_expression: (node, facts) => facts.instance(facts.typeOf(facts.tree.child(node, 'type'))),
  block: lastOf,
  unsafe_block: innerValue,
  if_expression(node, facts) {
    const { tree } = facts;
    const other = tree.firstNamed(tree.child(node, 'alternative'));
    return facts.either(facts.value(tree.child(node, 'consequence')), facts.value(other));
  },
  match_expression(node, facts) {
    const { tree } = facts;
    const arms = tree.childrenOf(tree.child(node, 'body'), 'match_arm').slice(0, 3);
    return arms.reduce((of, arm) => facts.either(of, facts.value(tree.child(arm, 'value'))), -1);
  },
  string_literal: (_, facts) => facts.builtin('str'),
  integer_literal: (_, facts) => facts.builtin('i32'),
  float_literal: (_, facts) => facts.builtin('f64'),
  boolean_literal: (_, facts) => facts.builtin('bool'),
  array_expression(node, facts) {
    const first = facts.value(facts.tree.firstNamed(node));
    return first < 0 ? -1 : facts.expression('applied', facts.builtin('array'), first);
  },
};

export const types: Readonly<Record<string, Read>> = {
  identifier: named,
  type_identifier: named,
  crate: (node, facts) => pathRoot(facts, node),
  self: (node, facts) => pathRoot(facts, node),
  super: (node, facts) => pathRoot(facts, node),
  scoped_type_identifier: path,
  scoped_identifier: path,
  generic_type(node, facts) {
    const { tree } = facts;
    const base = tree.child(node, 'type');
    const args = tree
      .namedChildren(tree.child(node, 'type_arguments'))
      .filter((each) => tree.type(each) !== 'lifetime');
    const name = tree.of(nameOfType(facts, base));
    if (TRANSPARENT.test(name)) return facts.typeOf(args[0] ?? NONE);
    const output = args.find((each) => tree.type(each) === 'type_binding') ?? NONE;
    if (name === 'Future') return facts.typeOf(tree.child(output, 'type'));
    // The first argument is what is inside of a Result, the last one that of a map.
    const held =
      output >= 0 ? tree.child(output, 'type') : ((/Map$/.test(name) ? args.at(-1) : args[0]) ?? NONE);
    const of = facts.typeOf(base);
    const argument = facts.instance(facts.typeOf(held));
    return applied(facts, of, argument);
  },
  generic_type_with_turbofish: (node, facts) => facts.typeOf(facts.tree.child(node, 'type')),
  reference_type: (node, facts) => facts.typeOf(facts.tree.child(node, 'type')),
  pointer_type: (node, facts) => facts.typeOf(facts.tree.child(node, 'type')),
  dynamic_type: (node, facts) => facts.typeOf(facts.tree.child(node, 'trait')),
  abstract_type: (node, facts) => facts.typeOf(facts.tree.child(node, 'trait')),
  bounded_type: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
  higher_ranked_trait_bound: (node, facts) => facts.typeOf(facts.tree.child(node, 'type')),
  bracketed_type: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
  qualified_type: (node, facts) => facts.typeOf(facts.tree.child(node, 'type')),
  array_type(node, facts) {
    const element = facts.instance(facts.typeOf(facts.tree.child(node, 'element')));
    return applied(facts, facts.builtin('array'), element);
  },
  primitive_type: (node, facts) => facts.builtin(facts.tree.of(node)),
  tuple_type: (_, facts) => facts.builtin('tuple'),
  unit_type: (_, facts) => facts.builtin('unit'),
  never_type: (_, facts) => facts.builtin('never'),
  function_type: (_, facts) => facts.builtin('fn'),
  macro_invocation: (_, facts) => facts.builtin('macro'),
};

function call(node: number, facts: FactsBuilder): number {
  const { tree } = facts;
  const callee = tree.child(node, 'function');
  if (tree.type(callee) === 'field_expression') {
    const name = tree.of(tree.child(callee, 'field'));
    const receiver = tree.child(callee, 'value');
    if (GIVES_ITSELF.test(name)) return facts.value(receiver);
    if (GIVES_INSIDE.test(name)) return elementOf(facts, facts.value(receiver));
  }
  const first = tree.firstNamed(tree.child(node, 'arguments'));
  const name = tree.of(callee);
  // `Some(x)` holds x; `Arc::new(x)` is used like x.
  if (/^(?:Some|Ok)$/.test(name)) {
    const held = facts.value(first);
    return held < 0 ? -1 : facts.expression('applied', facts.builtin('Option'), held);
  }
  if (/^(?:\w+::)*(?:Box|Rc|Arc|Pin)::(?:new|pin|clone|from)$/.test(name)) return facts.value(first);
  const of = facts.value(callee);
  return of < 0 ? -1 : facts.expression('call', of);
}

/** A block has the value of its last expression. */
function lastOf(node: number, facts: FactsBuilder): number {
  const last = facts.tree.namedChildren(node).at(-1) ?? NONE;
  return facts.value(last);
}
