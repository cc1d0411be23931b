import type { Node } from 'web-tree-sitter';
import type { ImportReference, OutlineSymbol } from '../adapter.ts';
import { type OutlineRules, type Place, type Rule, walkOutline } from '../outline-walk.ts';
import {
  anonymousClass,
  anonymousFunction,
  basesIn,
  childOfType,
  modifiersOf,
  named,
  parameters,
  rowPast,
} from '../rules.ts';
import type { SourceText } from '../source-text.ts';

export function symbols(root: Node, source: SourceText): OutlineSymbol[] {
  const clause = root.namedChildren.find(({ type: child }) => child === 'package_declaration');
  const name = clause?.namedChildren.find(({ type: child }) => /identifier$/.test(child));
  return walkOutline(root, source, rules, name ? source.of(name) : null);
}

export function imports(root: Node, source: SourceText): ImportReference[] {
  return root.descendantsOfType('import_declaration').map((node) => {
    const statement = source.of(node);
    const specifier = statement.replace(/^import\s+(?:static\s+)?|[\s;]/g, '');
    return { specifier, line: node.startPosition.row + 1, kind: 'import' as const };
  });
}

const ANNOTATIONS = ['marker_annotation', 'annotation'];
const bases = basesIn(['superclass', 'super_interfaces', 'extends_interfaces'], /^(?:extends|implements)\s+/);
const type = (kind: string) => named({ kind, opens: 'class', signature: bases, decorations: ANNOTATIONS });
const callable = (kind: string, signature = parameters) =>
  named({ kind, opens: 'function', signature, decorations: ANNOTATIONS });

/** Fields are listed when they are constants for others. */
const constant: Rule = (node, place) => {
  const isConstant = node.type === 'constant_declaration' || isPublicConstant(node, place);
  const name = node.childForFieldName('declarator')?.childForFieldName('name');
  const of = node.childForFieldName('type');
  if (!isConstant || !name) return undefined;
  return {
    kind: 'constant',
    name: place.source.of(name),
    signature: of === null ? '' : `: ${place.source.oneLine(of)}`,
    startRow: rowPast(node, ANNOTATIONS),
    docRow: node.startPosition.row,
  };
};

function isPublicConstant(node: Node, { source }: Place): boolean {
  const modifiers = modifiersOf(node, source);
  return /\bpublic\b/.test(modifiers) && /\bstatic\b/.test(modifiers) && /\bfinal\b/.test(modifiers);
}

const rules: OutlineRules = {
  declarations: {
    class_declaration: type('class'),
    interface_declaration: type('interface'),
    enum_declaration: type('enum'),
    record_declaration: named({
      kind: 'record',
      opens: 'class',
      signature: parameters,
      decorations: ANNOTATIONS,
    }),
    annotation_type_declaration: type('annotation'),
    method_declaration: callable('method'),
    annotation_type_element_declaration: callable('method', () => '()'),
    constructor_declaration: callable('constructor'),
    compact_constructor_declaration: callable('constructor', () => '()'),
    object_creation_expression: (node, place) =>
      childOfType(node, 'class_body') ? anonymousClass(node, place) : undefined,
    enum_constant: named({
      kind: (node) => (node.childForFieldName('body') === null ? undefined : 'constant'),
      opens: 'class',
    }),
    lambda_expression: anonymousFunction,
    static_initializer: anonymousFunction,
    field_declaration: constant,
    constant_declaration: constant,
  },
  controls: {
    if_statement: 'if',
    for_statement: 'for',
    enhanced_for_statement: 'for',
    while_statement: 'while',
    do_statement: 'do',
    switch_expression: 'switch',
    try_statement: 'try',
    try_with_resources_statement: 'try',
    synchronized_statement: 'synchronized',
  },
  doc: { blocks: [{ open: '/**', close: '*/' }] },
};
