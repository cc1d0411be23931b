/** Imports of Scala, with renames and wildcards. */
import type { FactsBuilder } from '../../builder.ts';

export function importNames(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const line = facts.lineOf(tree.start(node));
  const path = tree.childrenOf(node, 'identifier');
  const written = path.map((each) => tree.of(each));
  const selectors = tree.childOf(node, 'namespace_selectors');
  const bring = (imported: number, alias = imported) =>
    facts.import(
      {
        specifier: [...written, ...(path.includes(imported) ? [] : [tree.of(imported)])].join('.'),
        imported: tree.of(imported),
        local: tree.of(alias),
        line,
      },
      { nameNode: alias, importedNode: imported },
    );
  const isStar = tree.childOf(selectors >= 0 ? selectors : node, 'namespace_wildcard') >= 0;
  if (isStar) facts.import({ specifier: `${written.join('.')}._`, isStar: true, line });
  const last = path.at(-1);
  if (selectors < 0 && !isStar && last !== undefined) bring(last);
  for (const each of tree.namedChildren(selectors)) {
    if (tree.type(each) === 'identifier') bring(each);
    const [imported, alias] = [tree.child(each, 'name'), tree.child(each, 'alias')];
    if (imported >= 0 && tree.type(alias) === 'identifier') bring(imported, alias);
  }
}
