import type { Node } from 'web-tree-sitter';
import type { ImportReference, OutlineSymbol } from '../adapter.ts';
import { type OutlineRules, type Place, type Rule, walkOutline } from '../outline-walk.ts';
import {
  anonymousClass,
  anonymousFunction,
  basesIn,
  childOfType,
  named,
  parameters,
  unquoted,
} from '../rules.ts';
import type { SourceText } from '../source-text.ts';

export function symbols(root: Node, source: SourceText): OutlineSymbol[] {
  const clause = root.namedChildren.find(isWholeFile)?.childForFieldName('name');
  return walkOutline(root, source, rules, clause ? dotted(source.of(clause)) : null);
}

const ATTRIBUTES = ['attribute_list'];
const bases = basesIn(['base_clause', 'class_interface_clause'], /^(?:extends|implements)\s+/);
const type = (kind: string) => named({ kind, opens: 'class', signature: bases, decorations: ATTRIBUTES });

const method = named({
  kind: (node, { source }: Place) =>
    source.of(node.childForFieldName('name') ?? node) === '__construct' ? 'constructor' : 'method',
  opens: 'function',
  signature: parameters,
  decorations: ATTRIBUTES,
});

/** Constants that are not private. */
const constant: Rule = (node, { source, scopeKind }) => {
  const visibility = childOfType(node, 'visibility_modifier');
  const element = childOfType(node, 'const_element');
  const name = element && childOfType(element, 'name');
  if (!name || scopeKind === 'function' || (visibility && source.of(visibility) !== 'public'))
    return undefined;
  return { kind: 'constant', name: source.of(name) };
};

/** `namespace A\B { … }`; without braces it applies to the whole file. */
const namespace: Rule = (node, { source }) => {
  const name = node.childForFieldName('name');
  if (name === null || node.childForFieldName('body') === null) return undefined;
  return { kind: 'namespace', name: dotted(source.of(name)), opens: 'module' };
};

const dotted = (name: string) => name.replace(/\s*\\\s*/g, '.');

const rules: OutlineRules = {
  declarations: {
    namespace_definition: namespace,
    class_declaration: type('class'),
    interface_declaration: type('interface'),
    trait_declaration: type('trait'),
    enum_declaration: type('enum'),
    function_definition: named({
      kind: 'function',
      opens: 'function',
      signature: parameters,
      decorations: ATTRIBUTES,
    }),
    method_declaration: method,
    const_declaration: constant,
    anonymous_class: anonymousClass,
    anonymous_function: anonymousFunction,
    anonymous_function_creation_expression: anonymousFunction,
    arrow_function: anonymousFunction,
  },
  controls: {
    if_statement: 'if',
    for_statement: 'for',
    foreach_statement: 'for',
    while_statement: 'while',
    do_statement: 'do',
    switch_statement: 'switch',
    try_statement: 'try',
  },
  doc: { blocks: [{ open: '/**', close: '*/' }] },
};

function isWholeFile(node: Node): boolean {
  return node.type === 'namespace_definition' && node.childForFieldName('body') === null;
}

const INCLUDES = [
  'require_expression',
  'require_once_expression',
  'include_expression',
  'include_once_expression',
];

/** `use` of names, and `require` and `include` of files with a literal path. */
export function imports(root: Node, source: SourceText): ImportReference[] {
  return root
    .descendantsOfType(['namespace_use_declaration', ...INCLUDES])
    .flatMap((node): ImportReference[] => {
      const line = node.startPosition.row + 1;
      if (node.type !== 'namespace_use_declaration') {
        // `__DIR__ . '/x.php'` counts by its string alone.
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
