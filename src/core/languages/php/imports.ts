/** `use` of names, `require` and `include` of files with a literal path. */
import type { Node } from 'web-tree-sitter';
import type { SourceText } from '../source-text.ts';
import type { ImportReference } from '../symbol.ts';
import { childOfType, unquoted } from '../tree.ts';

const INCLUDES = [
  'require_expression',
  'require_once_expression',
  'include_expression',
  'include_once_expression',
];

export function phpImports(root: Node, source: SourceText): ImportReference[] {
  return root
    .descendantsOfType(['namespace_use_declaration', ...INCLUDES])
    .flatMap((node): ImportReference[] => {
      const line = node.startPosition.row + 1;
      if (node.type !== 'namespace_use_declaration') {
        // `__DIR__ . '/x.php'` is told by its string alone.
        const paths = node.descendantsOfType('string');
        const [path] = paths;
        return path && paths.length === 1
          ? [{ specifier: unquoted(source.of(path)), line, kind: 'include' }]
          : [];
      }
      const group = childOfType(node, 'namespace_use_group');
      const prefix = childOfType(node, 'namespace_name');
      const clauses = (group ?? node).namedChildren.filter(({ type }) => type.startsWith('namespace_use_'));
      const names = clauses
        .flatMap((clause) => clause.namedChild(0) ?? [])
        .map((name) => source.of(name).replace(/^\\/, ''));
      if (group !== undefined && prefix !== undefined)
        return [{ specifier: source.of(prefix), line, kind: 'use', names }];
      return names.map((specifier) => ({ specifier, line, kind: 'use' }));
    });
}
