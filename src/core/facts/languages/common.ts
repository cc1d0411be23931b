/** What the rules of several languages have alike. */
import type { FactsBuilder } from '../builder.ts';

export function openBlock(node: number, facts: FactsBuilder): void {
  facts.open(node, 'block');
}

/** The value of what is in parentheses and the like. */
export function innerValue(node: number, facts: FactsBuilder): number {
  return facts.value(facts.tree.firstNamed(node));
}

/** One of the types that a node lists: `A | B`. */
export function eitherType(node: number, facts: FactsBuilder): number {
  return facts.tree
    .namedChildren(node)
    .map((each) => facts.typeOf(each))
    .reduce((a, b) => facts.either(a, b), -1);
}

/** A type with what its instances hold; the type alone where that is not known. */
export function applied(facts: FactsBuilder, base: number, held: number): number {
  return base < 0 || held < 0 ? base : facts.expression('applied', base, held);
}

/** What a collection holds. */
export function elementOf(facts: FactsBuilder, of: number): number {
  return facts.element(of);
}
