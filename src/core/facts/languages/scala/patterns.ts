/** Names that patterns and functions without a name bind in Scala. */
import { NONE } from '../../../languages/index.ts';
import type { Declare, FactsBuilder } from '../../builder.ts';

const TAKES_ELEMENT =
  /^(?:foreach|map|flatMap|filter|filterNot|withFilter|exists|forall|find|count|sortBy|groupBy|collect|takeWhile|dropWhile|partition|maxBy|minBy)$/;

/** Names in a pattern with a small first letter are new ones; the others name what is compared with. */
export function declarePattern(
  facts: FactsBuilder,
  pattern: number,
  what: Declare,
  given: Pick<Declare, 'type' | 'value' | 'elementOf'> = {},
): void {
  const { tree } = facts;
  if (pattern < 0) return;
  if (tree.type(pattern) === 'identifier') {
    // `val Limit = 1` is a name, `case Limit` is a comparison.
    const isNew = /^[\p{Ll}_]/u.test(tree.of(pattern)) || /^va[lr]_/.test(tree.type(tree.parent(pattern)));
    if (isNew) facts.declare(pattern, { ...what, ...given });
    return;
  }
  const end = tree.nexts[pattern] as number;
  for (let at = pattern; at < end; at++) {
    if (/^(?:stable_|generic_|type_arguments|interpolated)/.test(tree.type(at))) {
      at = (tree.nexts[at] as number) - 1;
      continue;
    }
    const field = tree.field(at);
    if (tree.type(at) !== 'identifier' || field === 'operator' || field === 'type') continue;
    if (!/^[\p{Ll}_]/u.test(tree.of(at))) continue;
    const parent = tree.parent(at);
    const type = tree.type(parent) === 'typed_pattern' ? tree.child(parent, 'type') : NONE;
    facts.declare(at, { ...what, node: at, ...(type >= 0 ? { type } : {}) });
  }
}

/** In `list.foreach(each => …)` the parameter is an element of the list. */
export function elementGiven(facts: FactsBuilder, lambda: number): number {
  const { tree } = facts;
  const callee = tree.child(tree.above(lambda, 'call_expression'), 'function');
  if (tree.type(callee) !== 'field_expression' || callee > lambda) return -1;
  if (!TAKES_ELEMENT.test(tree.of(tree.child(callee, 'field')))) return -1;
  const of = facts.value(tree.child(callee, 'value'));
  return facts.element(of);
}
