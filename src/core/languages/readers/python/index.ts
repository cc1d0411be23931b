/** Python, read as CPython reads it. */
import type { Node } from 'web-tree-sitter';
import type { SourceText } from '../../source-text.ts';
import type { ImportReference, OutlineSymbol } from '../../symbol.ts';
import { declaredSymbols } from './outline.ts';
import { significantChildren } from './syntax-tree.ts';

export { withoutHanging as prepare } from './logical-lines.ts';

export function symbols(root: Node, { text }: SourceText): OutlineSymbol[] {
  return declaredSymbols(root, text);
}

const STATEMENTS = ['import_statement', 'import_from_statement', 'future_import_statement'];

/** `import` statements wherever they stand; a broken file gives those that can be read. */
export function imports(root: Node, { text: source }: SourceText): ImportReference[] {
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
