/** Rust: `mod` and `use`. */
import type { FactsBuilder } from '../../builder.ts';
import { attributesOf } from './nodes.ts';
import { modulesAround, pathOf, seenFromFile } from './paths.ts';

const PATH_ROOT = /^(?:crate|self|super)$/;

export function moduleItem(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  if (tree.child(node, 'body') < 0) {
    declaredModule(facts, name, modulesAround(facts, name));
    return;
  }
  const first = attributesOf(facts, node);
  const index = facts.declare(name, { kind: 'module', node, first });
  facts.open(node, 'module', index);
}

/** `mod a;` is the file a.rs, which others reach through this one. */
export function declaredModule(facts: FactsBuilder, name: number, around: readonly string[]): void {
  const own = facts.tree.of(name);
  facts.import(
    {
      specifier: [...around, own].join('::'),
      kind: 'mod',
      local: own,
      exportedAs: around.length === 0 ? own : '',
    },
    { nameNode: name },
  );
}

export function useTree(facts: FactsBuilder, node: number, prefix: readonly string[], isPub: boolean): void {
  const { tree } = facts;
  switch (tree.type(node)) {
    case 'identifier':
      importName(facts, prefix, node, node, isPub);
      return;
    case 'self': {
      // `use a::{self}`: the token says the name of the module before it.
      const names = seenFromFile(facts, node, prefix);
      const own = names.at(-1) ?? '';
      if (prefix.length > 0) addImport(facts, names.slice(0, -1), own, own, isPub, node);
      return;
    }
    case 'scoped_identifier': {
      const before = [...prefix, ...markPath(facts, tree.child(node, 'path'), prefix)];
      importName(facts, before, tree.child(node, 'name'), tree.child(node, 'name'), isPub);
      return;
    }
    case 'use_as_clause': {
      const target = tree.child(node, 'path');
      const alias = tree.child(node, 'alias');
      const isScoped = tree.type(target) === 'scoped_identifier';
      const before = isScoped ? [...prefix, ...markPath(facts, tree.child(target, 'path'), prefix)] : prefix;
      importName(facts, before, isScoped ? tree.child(target, 'name') : target, alias, isPub);
      return;
    }
    case 'use_list':
      for (const each of tree.namedChildren(node)) useTree(facts, each, prefix, isPub);
      return;
    case 'scoped_use_list': {
      const before = tree.child(node, 'path');
      const names = [...prefix, ...markPath(facts, before, prefix)];
      useTree(facts, tree.child(node, 'list'), names, isPub);
      return;
    }
    case 'use_wildcard': {
      const names = [...prefix, ...markPath(facts, tree.firstNamed(node), prefix)];
      const line = facts.lineOf(tree.start(node));
      const specifier = seenFromFile(facts, node, names).join('::');
      const exportedAs = isOfFile(facts, node) ? '*' : '';
      facts.import({ specifier, kind: 'use', isStar: true, exportedAs, line });
    }
  }
}

export function importName(
  facts: FactsBuilder,
  prefix: readonly string[],
  imported: number,
  bound: number,
  isPub: boolean,
): void {
  const { tree } = facts;
  const names = seenFromFile(facts, imported, [...prefix, tree.of(imported)]);
  const own = tree.of(bound) === '_' || PATH_ROOT.test(tree.of(bound)) ? '' : tree.of(bound);
  const index = addImport(facts, names.slice(0, -1), names.at(-1) ?? '', own, isPub, bound);
  const ref = facts.expression('import', index);
  for (const node of [imported, bound]) facts.mark(node, isPub ? 're-export' : 'import', ref);
}

function addImport(
  facts: FactsBuilder,
  before: readonly string[],
  imported: string,
  own: string,
  isPub: boolean,
  node: number,
): number {
  const isRoot = before.length === 0;
  return facts.import({
    specifier: isRoot ? imported : before.join('::'),
    imported: isRoot ? '*' : imported,
    kind: 'use',
    local: own,
    // A name that a file uses is seen by the modules below it even if it is not public.
    exportedAs: isPub || isOfFile(facts, node) ? own : '',
    line: facts.lineOf(facts.tree.start(node)),
  });
}

/** True in the file's own module, not in a function or in `mod a { }`. */
export function isOfFile(facts: FactsBuilder, node: number): boolean {
  return facts.tree.above(node, 'mod_item', 'block') < 0;
}

/** The names of a path, each marked as a part of it. */
function markPath(facts: FactsBuilder, node: number, prefix: readonly string[]): string[] {
  const { tree } = facts;
  const isScoped = tree.type(node) === 'scoped_identifier';
  const before = isScoped ? markPath(facts, tree.child(node, 'path'), prefix) : [];
  const name = isScoped ? tree.child(node, 'name') : node;
  if (name < 0) return before;
  const names = [...before, tree.of(name)];
  if (facts.isName(name))
    facts.mark(name, 'import', () => pathOf(facts, seenFromFile(facts, name, [...prefix, ...names])));
  return names;
}

export function isPublic(facts: FactsBuilder, node: number): boolean {
  return facts.tree.childOf(node, 'visibility_modifier') >= 0;
}
