/** What C declares, and C++ with it. */
import type { Node } from 'web-tree-sitter';
import type { OutlineRules, Rule } from '../outline-walk.ts';
import { field, named } from '../rules.ts';
import type { SourceText } from '../source-text.ts';
import type { ImportReference } from '../symbol.ts';
import { unquoted } from '../tree.ts';
import { declared } from './declarator.ts';

const functionRule: Rule = (node, { source }) => {
  const found = declared(node.childForFieldName('declarator'));
  if (found?.parameters == null) return undefined;
  return {
    kind: 'function',
    name: source.of(found.name),
    signature: source.oneLine(found.parameters),
    opens: 'function',
  };
};

/** Prototypes are listed, variables are not. */
const prototype: Rule = (node, place) =>
  place.scopeKind === 'function' ? undefined : functionRule(node, place);

/** Only where the members are given: `struct shop *x` declares no struct. */
export const type = (kind: string, signature: (node: Node) => string = () => '') =>
  named({
    kind: (node) => (node.childForFieldName('body') === null ? undefined : kind),
    opens: 'class',
    signature,
  });

const TAGGED: Readonly<Record<string, string>> = {
  struct_specifier: 'struct',
  union_specifier: 'union',
  enum_specifier: 'enum',
};

/** A nameless struct gets the name of its typedef. */
export const typedef: Rule = (node, { source }) => {
  const type = node.childForFieldName('type');
  const found = declared(node.childForFieldName('declarator'));
  if (type === null || found === undefined) return undefined;
  const kind = TAGGED[type.type];
  const name = source.of(found.name);
  if (kind !== undefined && type.childForFieldName('name') === null) return { kind, name, opens: 'class' };
  return {
    kind: 'type_alias',
    name,
    signature: kind === undefined ? source.collapse(`= ${source.of(type)}`) : '',
  };
};

/** `#ifndef NAME` followed by `#define NAME` keeps a header from being read twice; it is no condition. */
function isGuard(node: Node, source: SourceText): boolean {
  const name = node.childForFieldName('name');
  const define = node.namedChildren.find(({ type }) => type === 'preproc_def');
  const guarded = define?.childForFieldName('name');
  return (
    name !== null &&
    guarded != null &&
    define?.childForFieldName('value') === null &&
    source.of(name) === source.of(guarded)
  );
}

export const cRules: OutlineRules = {
  declarations: {
    function_definition: functionRule,
    declaration: prototype,
    struct_specifier: type('struct'),
    union_specifier: type('union'),
    enum_specifier: type('enum'),
    type_definition: typedef,
    preproc_def: named({
      // A guard against double inclusion has no value.
      kind: (node) => (node.childForFieldName('value') === null ? undefined : 'macro'),
    }),
    preproc_function_def: named({ kind: 'macro', signature: field('parameters') }),
  },
  controls: {
    if_statement: 'if',
    for_statement: 'for',
    while_statement: 'while',
    do_statement: 'do',
    switch_statement: 'switch',
    preproc_if: '#if',
    preproc_ifdef: (node, source) => (isGuard(node, source) ? undefined : '#if'),
  },
  doc: {
    lines: ['///', '//!', '//'],
    blocks: [{ open: '/*', close: '*/' }],
    between: /^\s*(?:template\s*<.*>|\[\[.*\]\])\s*$/,
  },
};

export function cImports(root: Node, source: SourceText): ImportReference[] {
  return root.descendantsOfType('preproc_include').flatMap((node) => {
    const path = node.childForFieldName('path');
    if (path === null) return [];
    const specifier = unquoted(source.of(path));
    return [{ specifier, line: node.startPosition.row + 1, kind: 'include' as const }];
  });
}
