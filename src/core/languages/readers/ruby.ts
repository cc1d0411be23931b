import type { Node } from 'web-tree-sitter';
import type { ImportReference, OutlineSymbol } from '../adapter.ts';
import { type OutlineRules, type Place, type Rule, walkOutline } from '../outline-walk.ts';
import { anonymousFunction, named, unquoted } from '../rules.ts';
import type { SourceText } from '../source-text.ts';

export function symbols(root: Node, source: SourceText): OutlineSymbol[] {
  return walkOutline(root, source, rules);
}

export function imports(root: Node, source: SourceText): ImportReference[] {
  return root.descendantsOfType('call').flatMap((node): ImportReference[] => {
    const name = node.childForFieldName('method');
    const prefix = name === null || node.childForFieldName('receiver') ? undefined : LOADERS[source.of(name)];
    const path = node.childForFieldName('arguments')?.namedChildren.findLast(({ type }) => type === 'string');
    if (
      prefix === undefined ||
      path === undefined ||
      path.namedChildren.some(({ type }) => type === 'interpolation')
    )
      return [];
    const specifier = unquoted(source.of(path));
    // A relative one that climbs says so by itself.
    const relative = prefix !== '' && specifier.startsWith('.') ? '' : prefix;
    return [{ specifier: relative + specifier, line: node.startPosition.row + 1, kind: 'require' }];
  });
}

/** `A::B` is written `A.B`, like every qualified name. */
const dotted =
  (rule: Rule): Rule =>
  (node, place) => {
    const declaration = rule(node, place);
    return declaration && { ...declaration, name: declaration.name.replace(/^::/, '').replaceAll('::', '.') };
  };

const superclass = (node: Node, { source }: Place) => {
  const base = node.childForFieldName('superclass');
  return base === null ? '()' : source.collapse(`(${source.of(base).replace(/^<\s*/, '')})`);
};

const method = named({
  kind: (_node, { scopeKind, parentKind }) =>
    scopeKind === 'class' || parentKind === 'module' ? 'method' : 'function',
  opens: 'function',
  signature: (node, { source }) => {
    const list = node.childForFieldName('parameters');
    if (list === null) return '()';
    const text = source.oneLine(list);
    return text.startsWith('(') ? text : `(${text})`;
  },
});

/** Constants, and classes made by `Struct.new` and the like. */
const assignment: Rule = (node, { source, scopeKind }) => {
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  if (left?.type !== 'constant' || scopeKind === 'function') return undefined;
  const receiver = right?.type === 'call' ? right.childForFieldName('receiver') : null;
  const isClass = receiver != null && /^(?:Struct|Class|Data|Module)$/.test(source.of(receiver));
  return isClass
    ? { kind: 'class', name: source.of(left), signature: '()', opens: 'class' }
    : { kind: 'constant', name: source.of(left) };
};

const rules: OutlineRules = {
  declarations: {
    module: dotted(named({ kind: 'module', opens: 'module' })),
    class: dotted(named({ kind: 'class', opens: 'class', signature: superclass })),
    singleton_class: () => ({ kind: 'class', name: '', opens: 'class' }),
    method,
    singleton_method: method,
    assignment,
    lambda: anonymousFunction,
  },
  controls: {
    if: 'if',
    unless: 'unless',
    case: 'case',
    while: 'while',
    until: 'until',
    for: 'for',
    begin: 'begin',
    if_modifier: 'if',
    unless_modifier: 'unless',
  },
  doc: { lines: ['#'], between: /^\s*#\s*(?:frozen_string_literal|rubocop|typed):/ },
};

const LOADERS: Readonly<Record<string, string>> = {
  require: '',
  require_relative: './',
  load: '',
  autoload: '',
};
