/** Python: both kinds of `import`. */
import { NONE } from '../../../languages/index.ts';
import type { FactsBuilder } from '../../builder.ts';

/** `import a.b` binds `a`; `import a.b as c` binds the module itself. */
export function importModules(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  for (const part of tree.namedChildren(node)) {
    if (tree.type(part) === 'aliased_import') {
      const alias = tree.child(part, 'alias');
      facts.import(
        { specifier: tree.of(tree.child(part, 'name')), local: tree.of(alias) },
        { nameNode: alias },
      );
    } else if (tree.type(part) === 'dotted_name') {
      const first = tree.firstNamed(part);
      facts.import({ specifier: tree.of(first), local: tree.of(first) }, { nameNode: first });
      let module = facts.expression('import', facts.importCount - 1);
      for (const name of tree.namedChildren(part).slice(1)) {
        module = facts.member(module, tree.of(name));
        facts.mark(name, 'import', module);
      }
    }
  }
}

export function importNames(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const specifier = tree.of(tree.child(node, 'module_name')).replace(/\s/g, '');
  if (tree.childOf(node, 'wildcard_import') >= 0)
    facts.import({ specifier, isStar: true, line: facts.lineOf(tree.start(node)) });
  for (const part of tree.childrenBy(node, 'name')) {
    const isAliased = tree.type(part) === 'aliased_import';
    const imported = tree.firstNamed(isAliased ? tree.child(part, 'name') : part);
    const alias = isAliased ? tree.child(part, 'alias') : NONE;
    facts.import(
      { specifier, imported: tree.of(imported), local: tree.of(alias >= 0 ? alias : imported) },
      { nameNode: alias >= 0 ? alias : imported, importedNode: imported },
    );
  }
}
