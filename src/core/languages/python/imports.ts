/** `import` statements wherever they stand; a broken file gives those that can be read. */
import type { Node } from 'web-tree-sitter';
import type { ImportReference } from '../symbol.ts';
import { significantChildren } from './nodes.ts';

const STATEMENTS = ['import_statement', 'import_from_statement', 'future_import_statement'];

export function pythonImports(root: Node, source: string): ImportReference[] {
  return root.descendantsOfType(STATEMENTS).flatMap((node) => {
    const line = node.startPosition.row + 1;
    const names = significantChildren(node).filter(
      ({ type }) => type === 'dotted_name' || type === 'aliased_import' || type === 'wildcard_import',
    );
    if (node.type === 'import_statement')
      return names.map((name): ImportReference => ({ specifier: original(name), line, kind: 'import' }));
    const module = node.childForFieldName('module_name');
    const specifier = module === null ? '__future__' : compact(module);
    const taken = names.filter((name) => name.startIndex !== module?.startIndex).map(original);
    return [{ specifier, line, kind: 'import', names: taken }];
  });

  function original(node: Node): string {
    return compact(node.childForFieldName('name') ?? node);
  }

  function compact(node: Node): string {
    return source.slice(node.startIndex, node.endIndex).replace(/\\\r?\n|\s/g, '');
  }
}
