import type { Node } from 'web-tree-sitter';
import type { ImportReference, OutlineSymbol } from '../adapter.ts';
import { type OutlineRules, type Place, type Rule, walkOutline } from '../outline-walk.ts';
import { anonymousFunction, basesIn, childOfType, named, parameters, rowPast } from '../rules.ts';
import type { SourceText } from '../source-text.ts';

export function symbols(root: Node, source: SourceText): OutlineSymbol[] {
  const clause = childOfType(root, 'file_scoped_namespace_declaration')?.childForFieldName('name');
  return walkOutline(root, source, rules, clause ? source.of(clause) : null);
}

export function imports(root: Node, source: SourceText): ImportReference[] {
  return root.descendantsOfType('using_directive').flatMap((node) => {
    const target = node.namedChildren.findLast(({ type: child }) => /name|identifier/.test(child));
    if (target === undefined) return [];
    return [{ specifier: source.of(target), line: node.startPosition.row + 1, kind: 'use' as const }];
  });
}

const ATTRIBUTES = ['attribute_list'];
const bases = basesIn(['base_list'], /^:\s*/);
const modifiers = (node: Node, source: SourceText): string[] =>
  node.namedChildren.filter(({ type }) => type === 'modifier').map((modifier) => source.of(modifier));

const type = (kind: string) => named({ kind, opens: 'class', signature: bases, decorations: ATTRIBUTES });
const callable = (kind: string) =>
  named({
    kind: (node, { source }) => (modifiers(node, source).includes('async') ? `async_${kind}` : kind),
    opens: 'function',
    signature: parameters,
    decorations: ATTRIBUTES,
  });

/** Records take parameters like a constructor. */
const record = named({
  kind: 'record',
  opens: 'class',
  decorations: ATTRIBUTES,
  signature: (node, place) => {
    const list = childOfType(node, 'parameter_list');
    return list === undefined ? bases(node, place) : place.source.oneLine(list);
  },
});

const unnamed = (kind: string, name: (node: Node, source: SourceText) => string): Rule => {
  return (node, { source }) => ({
    kind,
    name: name(node, source),
    signature: source.oneLine(node.childForFieldName('parameters') ?? node),
    opens: 'function',
    startRow: rowPast(node, ATTRIBUTES),
    docRow: node.startPosition.row,
  });
};

const constant: Rule = (node, { source }) => {
  const words = modifiers(node, source);
  const isConstant = words.includes('const') || (words.includes('static') && words.includes('readonly'));
  const list = childOfType(node, 'variable_declaration');
  const name = list && childOfType(list, 'variable_declarator')?.childForFieldName('name');
  if (!words.includes('public') || !isConstant || !name) return undefined;
  const of = list.childForFieldName('type');
  return {
    kind: 'constant',
    name: source.of(name),
    signature: of === null ? '' : `: ${source.oneLine(of)}`,
    startRow: rowPast(node, ATTRIBUTES),
    docRow: node.startPosition.row,
  };
};

const property = named({
  kind: 'property',
  opens: 'function',
  decorations: ATTRIBUTES,
  signature: (node, { source }: Place) => {
    const of = node.childForFieldName('type');
    return of === null ? '' : `: ${source.oneLine(of)}`;
  },
});

const rules: OutlineRules = {
  declarations: {
    namespace_declaration: named({ kind: 'namespace', opens: 'module' }),
    class_declaration: type('class'),
    struct_declaration: type('struct'),
    interface_declaration: type('interface'),
    enum_declaration: type('enum'),
    record_declaration: record,
    delegate_declaration: named({ kind: 'delegate', signature: parameters, decorations: ATTRIBUTES }),
    method_declaration: callable('method'),
    constructor_declaration: callable('constructor'),
    destructor_declaration: unnamed(
      'destructor',
      (node, source) => `~${source.of(node.childForFieldName('name') ?? node)}`,
    ),
    local_function_statement: callable('function'),
    operator_declaration: unnamed(
      'operator',
      (node, source) => /\boperator\s*([^\s(]+)/.exec(source.of(node))?.[1] ?? 'operator',
    ),
    indexer_declaration: unnamed('indexer', () => 'this'),
    property_declaration: property,
    field_declaration: constant,
    lambda_expression: anonymousFunction,
    anonymous_method_expression: anonymousFunction,
  },
  controls: {
    if_statement: 'if',
    for_statement: 'for',
    foreach_statement: 'for',
    while_statement: 'while',
    do_statement: 'do',
    switch_statement: 'switch',
    try_statement: 'try',
    using_statement: 'using',
    lock_statement: 'lock',
    preproc_if: '#if',
  },
  doc: { lines: ['///'], blocks: [{ open: '/**', close: '*/' }] },
};
