/** `use`, `mod name;` and `extern crate`. A list in braces gives one reference a path. */
import type { Node } from 'web-tree-sitter';
import type { SourceText } from '../source-text.ts';
import type { ImportReference } from '../symbol.ts';

export function rustImports(root: Node, source: SourceText): ImportReference[] {
  const text = (node: Node) => source.of(node).replace(/\s+/g, '');
  return root
    .descendantsOfType(['use_declaration', 'mod_item', 'extern_crate_declaration'])
    .flatMap((node): ImportReference[] => {
      const line = node.startPosition.row + 1;
      if (node.type === 'use_declaration') {
        const argument = node.childForFieldName('argument');
        return argument === null ? [] : expand(argument, '').map((path) => reference(path, line));
      }
      const name = node.childForFieldName('name');
      if (name === null || node.childForFieldName('body') !== null) return [];
      return [{ specifier: text(name), line, kind: node.type === 'mod_item' ? 'mod' : 'use' }];
    });

  function expand(node: Node, prefix: string): string[] {
    const joined = (path: string) => (prefix === '' ? path : `${prefix}::${path}`);
    switch (node.type) {
      case 'use_as_clause': {
        const path = node.childForFieldName('path');
        return path === null ? [] : [joined(text(path))];
      }
      case 'use_list':
        return node.namedChildren.flatMap((child) => expand(child, prefix));
      case 'scoped_use_list': {
        const path = node.childForFieldName('path');
        const list = node.childForFieldName('list');
        return list === null ? [] : expand(list, path === null ? prefix : joined(text(path)));
      }
      case 'line_comment':
      case 'block_comment':
        return [];
      default:
        return [joined(text(node))];
    }
  }
}

/** `a::b::C` takes `C` from `a::b`; whether the last part is a module is not known here, so the path stays whole. */
function reference(path: string, line: number): ImportReference {
  return { specifier: path, line, kind: 'use', names: [path.slice(path.lastIndexOf(':') + 1)] };
}
