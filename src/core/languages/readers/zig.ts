import type { Node } from 'web-tree-sitter';
import type { ImportReference, OutlineSymbol } from '../adapter.ts';
import { type OutlineRules, type Rule, walkOutline } from '../outline-walk.ts';
import { childOfType, hasToken, named, unquoted } from '../rules.ts';
import type { SourceText } from '../source-text.ts';

export function symbols(root: Node, source: SourceText): OutlineSymbol[] {
  return walkOutline(root, source, rules);
}

export function imports(root: Node, source: SourceText): ImportReference[] {
  return root.descendantsOfType('builtin_function').flatMap((node): ImportReference[] => {
    const [, word, path] = /^@(import|embedFile|cInclude)\(\s*("[^"]*")/.exec(source.of(node)) ?? [];
    if (word === undefined || path === undefined) return [];
    return [
      {
        specifier: unquoted(path),
        line: node.startPosition.row + 1,
        kind: word === 'import' ? 'import' : 'include',
      },
    ];
  });
}

const CONTAINERS: Readonly<Record<string, string>> = {
  struct_declaration: 'struct',
  enum_declaration: 'enum',
  union_declaration: 'union',
  opaque_declaration: 'struct',
  error_set_declaration: 'error',
};

/** Types are constants that hold one; other constants are listed when they are public. */
const variable: Rule = (node, { source, scopeKind }) => {
  const name = childOfType(node, 'identifier');
  const value = node.namedChildren.find(({ type }) => type in CONTAINERS);
  if (name === undefined) return undefined;
  const kind = value && CONTAINERS[value.type];
  if (kind !== undefined) return { kind, name: source.of(name), signature: '()', opens: 'class' };
  if (scopeKind === 'function' || !hasToken(node, 'pub')) return undefined;
  const type = node.childForFieldName('type');
  return {
    kind: 'constant',
    name: source.of(name),
    signature: type === null ? '' : `: ${source.oneLine(type)}`,
  };
};

const functionRule = named({
  kind: (_node, { scopeKind }) => (scopeKind === 'class' ? 'method' : 'function'),
  opens: 'function',
  signature: (node, { source }) => {
    const list = childOfType(node, 'parameters');
    return list === undefined ? '()' : source.oneLine(list);
  },
});

const test: Rule = (node, { source }) => {
  const name = childOfType(node, 'string', 'identifier');
  return name && { kind: 'test', name: unquoted(source.of(name)), opens: 'function' };
};

const anonymousContainer: Rule = () => ({ kind: 'struct', name: '', opens: 'class' });

const rules: OutlineRules = {
  declarations: {
    variable_declaration: variable,
    function_declaration: functionRule,
    test_declaration: test,
    struct_declaration: anonymousContainer,
    enum_declaration: anonymousContainer,
    union_declaration: anonymousContainer,
  },
  controls: {
    if_statement: 'if',
    if_expression: 'if',
    for_statement: 'for',
    while_statement: 'while',
    switch_expression: 'switch',
  },
  doc: { lines: ['///'] },
};
