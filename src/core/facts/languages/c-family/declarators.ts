/** C and C++: the name inside of a declarator. */
import { NONE } from '../../../languages/index.ts';
import type { FactsBuilder } from '../../builder.ts';

interface Declared {
  name: number;
  /** The parameters, where the declarator is that of a function and not of a pointer to one. */
  parameters: number;
  /** What comes before `::`, outermost first. */
  scopes: number[];
}

/** A declarator is a name wrapped in pointers, arrays, parentheses and parameter lists. */
export function declared(facts: FactsBuilder, declarator: number): Declared {
  const { tree } = facts;
  let parameters = NONE;
  const scopes: number[] = [];
  let at = declarator;
  for (let steps = 0; at >= 0 && steps < 30 && !facts.isName(at); steps++) {
    const type = tree.type(at);
    if (type === 'function_declarator') parameters = tree.child(at, 'parameters');
    else if (type === 'parenthesized_declarator') parameters = NONE;
    if (type === 'qualified_identifier') {
      scopes.push(tree.child(at, 'scope'));
      at = tree.child(at, 'name');
    } else if (type === 'destructor_name' || type === 'operator_name' || type === 'operator_cast')
      return { name: at, parameters, scopes };
    else {
      const next = tree.child(at, 'declarator');
      at = next >= 0 ? next : lastNamed(facts, at);
    }
  }
  return { name: at, parameters, scopes };
}

function lastNamed(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  const found = tree
    .namedChildren(node)
    .filter((each) => !/qualifier|modifier|specifier/.test(tree.type(each)));
  return found.at(-1) ?? NONE;
}

/** `TEST_F(Fixture, Name) { … }` is a method of a class of its own, which extends the fixture. */
export function isTest(facts: FactsBuilder, name: number): boolean {
  return /^(?:TYPED_)?TEST(?:_[FP])?$/.test(facts.tree.of(name));
}
