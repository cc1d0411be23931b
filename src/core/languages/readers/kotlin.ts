import type { Node } from 'web-tree-sitter';
import type { ImportReference, OutlineSymbol } from '../adapter.ts';
import { type OutlineRules, type Place, type Rule, walkOutline } from '../outline-walk.ts';
import {
  anonymousFunction,
  asMethod,
  childOfType,
  hasToken,
  listed,
  modifiersOf,
  named,
  rowPast,
} from '../rules.ts';
import type { SourceText } from '../source-text.ts';

/**
 * The grammar wants a line break or a semicolon before the brace that closes a class or a block; Kotlin does
 * not. The blank before such a brace is made a semicolon, which moves nothing.
 */
const TOKEN =
  /"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\/[^\n]*|\/\*[\s\S]*?\*\/|(?<=[^\s{;,(]) +\}/g;

export function prepare(text: string): string {
  return text.replace(TOKEN, (token) => (token.startsWith(' ') ? `;${token.slice(1)}` : token));
}

export function symbols(root: Node, source: SourceText): OutlineSymbol[] {
  const clause = childOfType(root, 'package_header')?.namedChild(0);
  return walkOutline(root, source, rules, clause ? source.of(clause) : null);
}

export function imports(root: Node, source: SourceText): ImportReference[] {
  return root.descendantsOfType('import').flatMap((node) => {
    const specifier = /^import\s+([\w`]+(?:\.[\w`]+)*(?:\.\*)?)/.exec(source.of(node))?.[1];
    return specifier === undefined
      ? []
      : [{ specifier, line: node.startPosition.row + 1, kind: 'import' as const }];
  });
}

const ANNOTATIONS = ['annotation'];

const parameters = (node: Node, { source }: Place) => {
  const list = childOfType(node, 'function_value_parameters');
  return list === undefined ? '()' : source.oneLine(list);
};

/** The parameters of the primary constructor; the bases of a class that has none. */
const classSignature = (node: Node, { source }: Place) => {
  const own = childOfType(node, 'primary_constructor');
  const list = own && childOfType(own, 'class_parameters');
  if (list) return source.oneLine(list);
  return listed(source, [childOfType(node, 'delegation_specifiers')], /^:\s*/);
};

function classKind(node: Node, { source }: Place): string {
  if (hasToken(node, 'interface')) return 'interface';
  return /\benum\b/.test(modifiersOf(node, source)) ? 'enum' : 'class';
}

const declares = (kind: (node: Node, place: Place) => string) =>
  named({ kind, opens: 'class', signature: classSignature, decorations: ANNOTATIONS });

const companion: Rule = (node, { source }) => {
  const name = node.childForFieldName('name') ?? childOfType(node, 'identifier');
  return { kind: 'object', name: name ? source.of(name) : 'Companion', opens: 'class' };
};

/** Constants, and properties of a file or an object that are not private. */
const property: Rule = (node, { source, scopeKind, parentKind }) => {
  const words = modifiersOf(node, source);
  const isConstant = /\bconst\b/.test(words);
  const isShared =
    (scopeKind === 'module' || parentKind === 'object') && !/\b(?:private|internal)\b/.test(words);
  const variable = childOfType(node, 'variable_declaration');
  const name = variable && childOfType(variable, 'identifier', 'simple_identifier');
  if (!name || /\bprivate\b/.test(words) || !(isConstant || isShared)) return undefined;
  const type = variable.namedChildren.find(({ startIndex }) => startIndex > name.endIndex);
  return {
    kind: isConstant ? 'constant' : 'property',
    name: source.of(name),
    signature: type ? `: ${source.oneLine(type)}` : '',
    startRow: rowPast(node, ANNOTATIONS),
    docRow: node.startPosition.row,
  };
};

const alias: Rule = (node, { source }) => {
  const [name] = node.namedChildren.filter(({ type }) => type.includes('identifier'));
  const value = node.lastNamedChild;
  if (name === undefined || value === null) return undefined;
  return { kind: 'type_alias', name: source.of(name), signature: source.collapse(`= ${source.of(value)}`) };
};

const rules: OutlineRules = {
  declarations: {
    class_declaration: declares(classKind),
    object_declaration: declares(() => 'object'),
    companion_object: companion,
    function_declaration: named({
      kind: asMethod,
      opens: 'function',
      signature: parameters,
      decorations: ANNOTATIONS,
    }),
    secondary_constructor: (node, place) => ({
      kind: 'constructor',
      name: 'constructor',
      signature: parameters(node, place),
      opens: 'function',
    }),
    property_declaration: property,
    type_alias: alias,
    anonymous_initializer: anonymousFunction,
    lambda_literal: anonymousFunction,
    getter: anonymousFunction,
    setter: anonymousFunction,
    object_literal: () => ({ kind: 'class', name: '', opens: 'class' }),
  },
  controls: {
    if_expression: 'if',
    for_statement: 'for',
    while_statement: 'while',
    do_while_statement: 'do',
    when_expression: 'when',
    try_expression: 'try',
  },
  doc: { blocks: [{ open: '/**', close: '*/' }] },
};
