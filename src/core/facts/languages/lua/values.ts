/** What expressions of Lua give. */
import { NONE } from '../../../languages/index.ts';
import type { FactsBuilder } from '../../builder.ts';
import { requiredBy } from './modules.ts';
import { argumentsOf, isCallOf, metaOf, methodAround, nameIn } from './tables.ts';

export function named(node: number, facts: FactsBuilder): number {
  const { tree } = facts;
  const found = facts.lookup(tree.of(node), node);
  if (tree.of(node) !== 'self' || !facts.isFree(found)) return found;
  const method = methodAround(facts, node);
  return method < 0 ? -1 : facts.instance(facts.value(tree.child(tree.child(method, 'name'), 'table')));
}

export function member(node: number, facts: FactsBuilder): number {
  const of = facts.value(facts.tree.child(node, 'table'));
  return of < 0 ? -1 : facts.member(of, facts.tree.of(nameIn(facts, node)));
}

export function called(node: number, facts: FactsBuilder): number {
  const specifier = requiredBy(facts, node);
  if (specifier !== undefined) {
    const line = facts.lineOf(facts.tree.start(node));
    return facts.expression('import', facts.importOnce({ specifier, kind: 'require', imported: '*', line }));
  }
  if (isCallOf(facts, node, 'setmetatable')) {
    const [, meta = NONE] = argumentsOf(facts, node);
    return facts.instance(facts.value(metaOf(facts, meta)));
  }
  const of = facts.value(facts.tree.child(node, 'name'));
  return of < 0 ? -1 : facts.expression('call', of);
}

const MOST_RETURNS = 3;

/** What the first few `return` statements of a function give. */
export function returned(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  let value = -1;
  let seen = 0;
  const body = tree.child(node, 'body');
  const end = body < 0 ? -1 : (tree.nexts[body] as number);
  for (let at = body; at < end && seen < MOST_RETURNS; at++) {
    const type = tree.type(at);
    if (type === 'function_declaration' || type === 'function_definition')
      at = (tree.nexts[at] as number) - 1;
    else if (type === 'return_statement') {
      value = facts.either(value, facts.value(tree.firstNamed(tree.firstNamed(at))));
      seen++;
    }
  }
  return value;
}
