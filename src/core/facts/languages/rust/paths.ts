/** Rust: paths through the tree of modules, and what `self`, `Self`, `crate` and `super` are. */
import type { FactsBuilder } from '../../builder.ts';

/** Names of the modules with a body around a node, outer ones first. */
export function modulesAround(facts: FactsBuilder, node: number): string[] {
  const { tree } = facts;
  const names: string[] = [];
  for (let at = tree.above(node, 'mod_item'); at >= 0; at = tree.above(at, 'mod_item'))
    if (tree.child(at, 'body') >= 0 && tree.child(at, 'name') !== node)
      names.unshift(tree.of(tree.child(at, 'name')));
  return names;
}

/** A path as it is seen from the file: inside of `mod a { }`, `super` is the file itself. */
export function seenFromFile(facts: FactsBuilder, node: number, names: readonly string[]): string[] {
  const around = modulesAround(facts, node);
  if (around.length === 0 || !/^(?:self|super)$/.test(names[0] ?? '')) return [...names];
  const rest = names[0] === 'self' ? names.slice(1) : [...names];
  while (rest[0] === 'super' && around.length > 0) {
    around.pop();
    rest.shift();
  }
  return rest[0] === 'super' ? rest : ['self', ...around, ...rest];
}

/** A path from its root on, as one import of the root and members of it. */
export function pathOf(facts: FactsBuilder, names: readonly string[]): number {
  const [first = '', ...rest] = names;
  const ups = rest.findIndex((name) => name !== 'super');
  const count = first === 'super' ? (ups === -1 ? rest.length : ups) : 0;
  const root = rootImport(facts, [first, ...rest.slice(0, count)].join('::'));
  return rest.slice(count).reduce((of, name) => facts.member(of, name), root);
}

const roots = new WeakMap<FactsBuilder, Map<string, number>>();

export function rootImport(facts: FactsBuilder, specifier: string): number {
  const known = roots.get(facts) ?? new Map<string, number>();
  roots.set(facts, known);
  const found = known.get(specifier);
  if (found !== undefined) return found;
  const made = facts.expression('import', facts.import({ specifier, kind: 'use' }));
  known.set(specifier, made);
  return made;
}

export function pathRoot(facts: FactsBuilder, node: number): number {
  return pathOf(facts, seenFromFile(facts, node, [facts.tree.of(node)]));
}

/** The type that `Self` is. */
export function selfType(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  const around = tree.above(node, 'impl_item', 'trait_item', 'struct_item', 'enum_item');
  if (tree.type(around) === 'impl_item') return facts.typeOf(tree.child(around, 'type'));
  const own = facts.declarationOf(tree.child(around, 'name'));
  return own < 0 ? -1 : facts.expression('declaration', own);
}

/** `self` is an instance, unless a path begins with it. */
export function selfValue(facts: FactsBuilder, node: number): number {
  const parent = facts.tree.type(facts.tree.parent(node));
  return parent === 'scoped_identifier' || parent === 'scoped_type_identifier'
    ? pathRoot(facts, node)
    : facts.instance(selfType(facts, node));
}

export function named(node: number, facts: FactsBuilder): number {
  const name = facts.tree.of(node);
  return name === 'Self' ? selfType(facts, node) : facts.lookup(name, node);
}

export function path(node: number, facts: FactsBuilder): number {
  const { tree } = facts;
  const before = tree.child(node, 'path');
  const name = tree.of(tree.child(node, 'name'));
  // `super::super::a`, where each part is a path of its own.
  if (/^(?:self::)?super(?:::super)*$/.test(tree.of(node)))
    return pathOf(facts, seenFromFile(facts, node, tree.of(node).split('::')));
  if (before < 0) return rootImport(facts, name);
  const of = qualifier(facts, before);
  return of < 0 ? -1 : facts.member(of, name);
}

/** What comes before `::`; a name that nothing here binds is a crate. */
export function qualifier(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  const of = facts.typeOf(node);
  const name = tree.of(node);
  return tree.type(node) === 'identifier' && facts.isFree(of) && /^[a-z_]/.test(name)
    ? rootImport(facts, name)
    : of;
}
