/** What the rules of Java ask of nodes. */
import { NONE } from '../../../languages/index.ts';
import type { FactsBuilder } from '../../builder.ts';

export function isVar(facts: FactsBuilder, type: number): boolean {
  return facts.tree.of(type) === 'var';
}

/** What is declared with a type, or with `var` and a value. */
export function typed(facts: FactsBuilder, type: number, value = NONE): { type?: number; value?: number } {
  if (type >= 0 && !isVar(facts, type)) return { type };
  return value >= 0 ? { value } : {};
}

export function isTypeNode(facts: FactsBuilder, node: number): boolean {
  return /type/.test(facts.tree.type(node));
}

export function arrayOf(facts: FactsBuilder, element: number): number {
  const array = facts.builtin('Array');
  return element < 0 ? array : facts.expression('applied', array, facts.instance(element));
}
