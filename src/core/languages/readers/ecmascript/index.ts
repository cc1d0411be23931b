/** JavaScript and TypeScript. Their grammars differ, the rules are the same: `outline.ts` has the declarations, this file the imports. */
import type { Node } from 'web-tree-sitter';
import type { ImportReference } from '../../adapter.ts';
import { unquoted } from '../../rules.ts';
import type { SourceText } from '../../source-text.ts';

export { symbols } from './outline.ts';

/** Static imports, re-exports, and `require` and `import()` with a literal path. */
export function imports(root: Node, source: SourceText): ImportReference[] {
  return root
    .descendantsOfType(['import_statement', 'export_statement', 'call_expression'])
    .flatMap((node) => {
      const line = node.startPosition.row + 1;
      if (node.type === 'call_expression') return called(node, line);
      const from = node.childForFieldName('source') ?? requireSource(node);
      if (from === null || from === undefined) return [];
      const specifier = unquoted(text(from));
      const isImport = node.type === 'import_statement';
      const names = isImport ? importedNames(node) : exportedNames(node);
      return [{ specifier, line, kind: isImport ? ('import' as const) : ('export-from' as const), ...names }];
    });

  function text(node: Node): string {
    return source.of(node);
  }

  /** `import x = require('y')` */
  function requireSource(node: Node): Node | null | undefined {
    return node.namedChildren
      .find(({ type }) => type === 'import_require_clause')
      ?.childForFieldName('source');
  }

  function called(node: Node, line: number): ImportReference[] {
    const callee = node.childForFieldName('function');
    const name = callee === null ? '' : text(callee);
    if (name !== 'require' && name !== 'require.resolve' && name !== 'import') return [];
    const argument = node.childForFieldName('arguments')?.namedChild(0);
    if (argument?.type !== 'string') return [];
    return [{ specifier: unquoted(text(argument)), line, kind: name === 'import' ? 'dynamic' : 'require' }];
  }

  function importedNames(node: Node): { names?: string[] } {
    const clause = node.namedChildren.find(({ type }) => type === 'import_clause');
    if (clause === undefined) return {};
    const names = clause.namedChildren.flatMap((part) => {
      if (part.type === 'identifier') return ['default'];
      if (part.type === 'namespace_import') return ['*'];
      return specifierNames(part);
    });
    return { names };
  }

  function exportedNames(node: Node): { names?: string[] } {
    const clause = node.namedChildren.find(({ type }) => type === 'export_clause');
    return { names: clause === undefined ? ['*'] : specifierNames(clause) };
  }

  function specifierNames(list: Node): string[] {
    return list.namedChildren.flatMap((specifier) => {
      const name = specifier.childForFieldName('name');
      return name === null ? [] : [unquoted(text(name))];
    });
  }
}
