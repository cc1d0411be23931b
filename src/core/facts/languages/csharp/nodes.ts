/** What the rules of C# ask of nodes. */
import type { FactsBuilder } from '../../builder.ts';
import { elementOf } from '../common.ts';

/** Methods of sequences whose function gets an element. */
const TAKES_ELEMENT =
  /^(?:Select|SelectMany|Where|Any|All|First|FirstOrDefault|Single|SingleOrDefault|Last|LastOrDefault|Count|ForEach|OrderBy|OrderByDescending|ThenBy|GroupBy|ToDictionary|ToLookup|TakeWhile|SkipWhile|Find|FindAll|Exists|RemoveAll|Sum|Max|Min)$/;

export function isImplicit(facts: FactsBuilder, type: number): boolean {
  return type < 0 || facts.tree.type(type) === 'implicit_type' || facts.tree.of(type) === 'var';
}

export function memberOf(facts: FactsBuilder, of: number, name: string): number {
  return of < 0 || name === '' ? -1 : facts.member(of, name);
}

/** The name without type arguments. */
export function nameOf(facts: FactsBuilder, node: number): string {
  const { tree } = facts;
  return tree.of(tree.type(node) === 'generic_name' ? tree.firstNamed(node) : node);
}

/** In `list.Where(each => …)` the parameter is an element of the list. */
export function elementGiven(facts: FactsBuilder, lambda: number): number {
  const { tree } = facts;
  const call = tree.above(lambda, 'invocation_expression');
  const callee = tree.child(call, 'function');
  if (tree.parent(tree.parent(tree.parent(lambda))) !== call) return -1;
  if (tree.type(callee) !== 'member_access_expression') return -1;
  if (!TAKES_ELEMENT.test(nameOf(facts, tree.child(callee, 'name')))) return -1;
  return elementOf(facts, facts.value(tree.child(callee, 'expression')));
}
