import type { TreeReader } from '../adapter.ts';
import { type OutlineRules, walkOutline } from '../outline-walk.ts';
import { named } from '../rules.ts';
import type { ImportReference } from '../symbol.ts';
import { unquoted } from '../tree.ts';

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

export const bashReader: TreeReader = {
  symbols: (root, source) => walkOutline(root, source, rules),
  imports(root, source) {
    return root.descendantsOfType('command').flatMap((node): ImportReference[] => {
      const name = node.childForFieldName('name');
      const path = node.childForFieldName('argument');
      if (name === null || path === null || !/^(?:source|\.)$/.test(source.of(name))) return [];
      // `"$(dirname "$0")/x.sh"` and `"$HERE/x.sh"`: the folder is not known, the rest is.
      const specifier = unquoted(source.of(path)).replace(/^\$(?:\(.*\)|\{[^}]*\}|\w+)\//, './');
      return specifier.includes('$')
        ? []
        : [{ specifier, line: node.startPosition.row + 1, kind: 'include' }];
    });
  },
};
