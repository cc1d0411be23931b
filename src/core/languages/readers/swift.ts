import type { Node } from 'web-tree-sitter';
import type { ImportReference, OutlineSymbol } from '../adapter.ts';
import { type OutlineRules, type Place, type Rule, walkOutline } from '../outline-walk.ts';
import {
  anonymousFunction,
  asMethod,
  basesIn,
  childOfType,
  hasToken,
  modifiersOf,
  named,
  rowPast,
} from '../rules.ts';
import type { SourceText } from '../source-text.ts';

/**
 * The grammar does not know compiler directives, conditions on versions and macros. They are overwritten
 * with as many characters, so that all others keep their place.
 */
const DIRECTIVE = /^[ \t]*#(?:if|elseif|else|endif|warning|error|sourceLocation)\b.*$/gm;
const AVAILABLE = /#(?:un)?available\s*\([^()]*\)/g;
const MACRO = /#(?=[a-z_]\w)/gi;

export function prepare(text: string): string {
  if (!text.includes('#')) return text;
  return text
    .replace(DIRECTIVE, (line) => ' '.repeat(line.length))
    .replace(AVAILABLE, (condition) => 'true'.padEnd(condition.length))
    .replace(MACRO, '_');
}

interface Region {
  startLine: number;
  endLine: number;
}

/** The lines between each `#if` and its `#endif`. */
function conditionalRegions(text: string): Region[] {
  const regions: Region[] = [];
  const open: number[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*#if\b/.test(line)) open.push(index + 1);
    else if (/^\s*#endif\b/.test(line)) {
      const startLine = open.pop();
      if (startLine !== undefined) regions.push({ startLine, endLine: index + 1 });
    }
  }
  return regions;
}

export function symbols(root: Node, source: SourceText): OutlineSymbol[] {
  const regions = conditionalRegions(source.text);
  return walkOutline(root, source, rules).map((symbol) => conditional(symbol, regions));
}

export function imports(root: Node, source: SourceText): ImportReference[] {
  return root.descendantsOfType('import_declaration').flatMap((node) => {
    const name = childOfType(node, 'identifier');
    if (name === undefined) return [];
    return [{ specifier: source.of(name), line: node.startPosition.row + 1, kind: 'import' as const }];
  });
}

const ATTRIBUTES = ['attribute'];
const bases = basesIn(['inheritance_specifier'], /^:\s*/);
const KINDS = ['struct', 'enum', 'actor', 'extension', 'class'] as const;

/** The grammar has one node for all of them. */
const type = named({
  kind: (node) => KINDS.find((kind) => hasToken(node, kind)) ?? 'class',
  opens: 'class',
  signature: bases,
  decorations: ATTRIBUTES,
});

/** Parameters have no list of their own: from the first bracket after the name to the one that closes it. */
const parameters = (node: Node, { source }: Place) => {
  const open = node.children.find(({ type: token }) => token === '(');
  const close = node.children.findLast(({ type: token }) => token === ')');
  if (open === undefined || close === undefined) return '()';
  return source.collapse(source.text.slice(open.startIndex, close.endIndex));
};

const callable = (kind: string, name: (node: Node, place: Place) => string): Rule => {
  return (node, place) => ({
    kind: kind === 'function' ? asMethod(node, place) : kind,
    name: name(node, place),
    signature: parameters(node, place),
    opens: 'function',
    startRow: rowPast(node, ATTRIBUTES),
    docRow: node.startPosition.row,
  });
};

/** Operators have their sign for a name. */
const functionName = (node: Node, { source }: Place) => {
  const name = node.childForFieldName('name');
  if (name?.type === 'simple_identifier') return source.of(name);
  return /\bfunc\s+([^\s(<]+|<+=?)/.exec(source.of(node))?.[1] ?? '';
};

/** Constants that other modules see, and static ones. */
const property: Rule = (node, { source, scopeKind }) => {
  const words = modifiersOf(node, source);
  const isShared = /\b(?:public|open)\b/.test(words) && (scopeKind === 'module' || /\bstatic\b/.test(words));
  const name = node.childForFieldName('name');
  const binding = childOfType(node, 'value_binding_pattern');
  if (!isShared || name === null || binding === undefined || source.of(binding) !== 'let') return undefined;
  return {
    kind: 'constant',
    name: source.of(name),
    startRow: rowPast(node, ATTRIBUTES),
    docRow: node.startPosition.row,
  };
};

const rules: OutlineRules = {
  declarations: {
    class_declaration: type,
    protocol_declaration: named({
      kind: 'protocol',
      opens: 'class',
      signature: bases,
      decorations: ATTRIBUTES,
    }),
    function_declaration: callable('function', functionName),
    protocol_function_declaration: callable('function', functionName),
    init_declaration: callable('constructor', () => 'init'),
    deinit_declaration: callable('destructor', () => 'deinit'),
    subscript_declaration: callable('subscript', () => 'subscript'),
    typealias_declaration: named({ kind: 'type_alias' }),
    associatedtype_declaration: named({ kind: 'type_alias' }),
    property_declaration: property,
    lambda_literal: anonymousFunction,
    computed_property: anonymousFunction,
  },
  controls: {
    if_statement: 'if',
    guard_statement: 'guard',
    for_statement: 'for',
    while_statement: 'while',
    repeat_while_statement: 'repeat',
    switch_statement: 'switch',
    do_statement: 'do',
  },
  doc: { lines: ['///'], blocks: [{ open: '/**', close: '*/' }] },
};

/** Directives are no nodes: what lies between `#if` and `#endif` is found by its lines. */
function conditional(symbol: OutlineSymbol, regions: readonly Region[]): OutlineSymbol {
  const around = regions.filter(
    ({ startLine, endLine }) => startLine < symbol.startLine && symbol.endLine < endLine,
  );
  if (around.length === 0) return symbol;
  const labels = [...around.map(() => '#if'), ...(symbol.declContext === null ? [] : [symbol.declContext])];
  return { ...symbol, isConditional: true, declContext: labels.join('>') };
}
