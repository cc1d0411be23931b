import type { Node } from 'web-tree-sitter';
import type { ImportReference, OutlineSymbol } from '../adapter.ts';
import { type OutlineRules, walkOutline } from '../outline-walk.ts';
import { named, unquoted } from '../rules.ts';
import type { SourceText } from '../source-text.ts';

export function symbols(root: Node, source: SourceText): OutlineSymbol[] {
  return walkOutline(root, source, rules);
}

export function imports(root: Node, source: SourceText): ImportReference[] {
  return root.descendantsOfType('command').flatMap((node): ImportReference[] => {
    const name = node.childForFieldName('name');
    const path = node.childForFieldName('argument');
    if (name === null || path === null || !/^(?:source|\.)$/.test(source.of(name))) return [];
    // `"$(dirname "$0")/x.sh"` and `"$HERE/x.sh"`: the folder is not known, the rest is.
    const specifier = unquoted(source.of(path)).replace(/^\$(?:\(.*\)|\{[^}]*\}|\w+)\//, './');
    return specifier.includes('$') ? [] : [{ specifier, line: node.startPosition.row + 1, kind: 'include' }];
  });
}

const rules: OutlineRules = {
  declarations: {
    function_definition: named({ kind: 'function', opens: 'function', signature: () => '()' }),
  },
  controls: {
    if_statement: 'if',
    for_statement: 'for',
    c_style_for_statement: 'for',
    while_statement: 'while',
    case_statement: 'case',
  },
  doc: { lines: ['#'] },
};
