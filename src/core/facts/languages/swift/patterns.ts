/** Names that patterns, conditions and closures of Swift bind. */
import { NONE } from '../../../languages/index.ts';
import type { FactsBuilder } from '../../builder.ts';
import { elementGiven, typeIn } from './nodes.ts';

/** The names that a pattern binds. */
export function namesIn(facts: FactsBuilder, pattern: number): number[] {
  const { tree } = facts;
  if (pattern < 0) return [];
  const found: number[] = [];
  const end = tree.nexts[pattern] as number;
  for (let at = pattern + 1; at < end; at++) {
    if (tree.type(at) !== 'simple_identifier') continue;
    const parent = tree.parent(at);
    // In `.some(each)` the first is the name of a case.
    const isCase = tree.childOf(parent, '.') >= 0 && tree.field(at) !== 'bound_identifier';
    if (tree.type(parent) === 'pattern' && !isCase) found.push(at);
  }
  return found;
}

/** `if let a = b, let c { … }`: seen inside; those of `guard` after it. */
export function conditions(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  if (tree.type(node) !== 'guard_statement') facts.open(node, 'block');
  const parts = tree.namedChildren(node);
  for (const [place, name] of parts.entries()) {
    if (tree.field(name) !== 'bound_identifier') continue;
    const next = parts[place + 1] ?? NONE;
    const isGiven = tree.field(next) === 'condition' && tree.type(next) !== 'value_binding_pattern';
    facts.declare(name, {
      kind: 'variable',
      node: name,
      after: isGiven ? next : name,
      ...(isGiven ? { value: next } : { expression: () => facts.lookup(tree.of(name), name) }),
    });
    if (!isGiven) facts.markAlso(name, 'read', () => facts.lookup(tree.of(name), name));
  }
}

export function lambda(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const around = facts.attached(node);
  facts.open(node, 'function', around);
  const list = tree.childOf(tree.childOf(node, 'lambda_function_type'), 'lambda_function_type_parameters');
  const parameters = tree.childrenOf(list, 'lambda_parameter');
  for (const each of parameters) {
    const name = tree.childrenOf(each, 'simple_identifier').at(-1) ?? NONE;
    const type = typeIn(facts, each);
    const given = parameters.length === 1 ? { expression: () => elementGiven(facts, node) } : {};
    if (name >= 0) facts.declare(name, { kind: 'parameter', node: each, ...(type >= 0 ? { type } : given) });
  }
}
