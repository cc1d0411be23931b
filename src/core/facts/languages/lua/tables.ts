/** Tables of Lua: which declaration holds the members, also of what a metatable gives. */
import { NONE } from '../../../languages/index.ts';
import type { FactsBuilder } from '../../builder.ts';

/** What is known of the tables of a text during the first pass. */
interface Tables {
  /** Tables that functions are written into: `T` of `function T.f()`. */
  withFunctions: Set<string>;
  /** Declaration of a table and name to the member's declaration. */
  members: Map<string, number>;
  /** Variables that hold `setmetatable({}, T)`, and the declaration of `T`. */
  instances: Map<number, number>;
}

const TABLES = new WeakMap<FactsBuilder, Tables>();

export function tablesOf(facts: FactsBuilder): Tables {
  let tables = TABLES.get(facts);
  if (tables === undefined) {
    const { tree } = facts;
    tables = { withFunctions: new Set(), members: new Map(), instances: new Map() };
    for (let node = 0; node < tree.count; node++)
      if (tree.type(node) === 'function_declaration')
        tables.withFunctions.add(tree.of(tree.child(tree.child(node, 'name'), 'table')));
    TABLES.set(facts, tables);
  }
  return tables;
}

export function holdsTable(facts: FactsBuilder, value: number): boolean {
  const { tree } = facts;
  if (tree.type(value) === 'table_constructor') return true;
  // `A = A or {}`.
  return (
    tree.type(value) === 'binary_expression' &&
    tree.type(tree.namedChildren(value)[1] ?? NONE) === 'table_constructor'
  );
}

/** The token of the last name of `a.b.c` or `a.b:c`. */
export function nameIn({ tree }: FactsBuilder, path: number): number {
  const field = tree.child(path, 'field');
  return field >= 0 ? field : tree.child(path, 'method');
}

/** The declaration of this text whose members are those of the table, or -1. */
export function tableOf(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  let found = -1;
  if (tree.type(node) === 'identifier') {
    found = facts.bound(tree.of(node));
    const method = found < 0 && tree.of(node) === 'self' ? methodAround(facts, node) : NONE;
    if (method >= 0) return tableOf(facts, tree.child(tree.child(method, 'name'), 'table'));
  } else if (tree.type(node) === 'dot_index_expression') {
    const outer = tableOf(facts, tree.child(node, 'table'));
    found = tablesOf(facts).members.get(`${outer} ${tree.of(tree.child(node, 'field'))}`) ?? -1;
  }
  const of = tablesOf(facts).instances.get(found);
  if (of !== undefined) return of;
  return facts.declarationAt(found)?.kind === 'object' ? found : -1;
}

/** The innermost `function a:b()` around a node, or NONE. */
export function methodAround({ tree }: FactsBuilder, node: number): number {
  let at = tree.above(node, 'function_declaration');
  while (at >= 0 && tree.type(tree.child(at, 'name')) !== 'method_index_expression')
    at = tree.above(at, 'function_declaration');
  return at;
}

/** Where a metatable looks for members: itself, by custom, or what its `__index` says. */
export function metaOf({ tree }: FactsBuilder, meta: number): number {
  if (tree.type(meta) !== 'table_constructor')
    return /^(?:identifier|dot_index_expression)$/.test(tree.type(meta)) ? meta : NONE;
  const index = tree
    .childrenOf(meta, 'field')
    .find((each) => tree.of(tree.child(each, 'name')) === '__index');
  const value = index === undefined ? NONE : tree.child(index, 'value');
  return /^(?:identifier|dot_index_expression)$/.test(tree.type(value)) ? value : NONE;
}

export const isCallOf = ({ tree }: FactsBuilder, node: number, name: string) =>
  tree.type(node) === 'function_call' && tree.of(tree.child(node, 'name')) === name;

export const argumentsOf = ({ tree }: FactsBuilder, call: number) =>
  tree.namedChildren(tree.child(call, 'arguments'));
