/** C and C++, by the same rules: nodes that C lacks never occur in its trees. */
import type { Node } from 'web-tree-sitter';
import type { ImportReference, OutlineSymbol } from '../adapter.ts';
import { type Declaration, type OutlineRules, type Place, type Rule, walkOutline } from '../outline-walk.ts';
import { aliasOf, anonymousFunction, childOfType, field, named, unquoted } from '../rules.ts';
import type { SourceText } from '../source-text.ts';

/** `Shop<T>::open` belongs to `Shop`, wherever that was declared. */
const functionRule: Rule = (node, place) => {
  const { source } = place;
  const found = declaredBy(node.childForFieldName('declarator'));
  if (found?.parameters == null) return undefined;
  const path = scopePath(found.name, source);
  const own = path.at(-1) ?? '';
  if (own === '') return undefined;
  const owner = path.slice(0, -1);
  const type = owner.at(-1) ?? (place.scopeKind === 'class' ? place.parentName : null);
  const declaration: Declaration = {
    kind: type === null ? 'function' : methodKind(own, type),
    name: own,
    signature: source.oneLine(found.parameters),
    opens: 'function',
  };
  return owner.length === 0 ? declaration : { ...declaration, owner: owner.join('.'), scopeKind: 'class' };
};

function methodKind(name: string, type: string): string {
  if (name.startsWith('~')) return 'destructor';
  return name === type ? 'constructor' : 'method';
}

/** The parts between `::`, without template arguments. */
function scopePath(name: Node, source: SourceText): string[] {
  const whole = source.of(name);
  const text = name.type === 'operator_cast' ? whole.replace(/\(.*$/s, '') : whole;
  const operator = /(?:^|::)\s*(operator\b.*)$/s.exec(text);
  const path = operator ? text.slice(0, operator.index) : text;
  const parts = withoutArguments(path)
    .split('::')
    .filter((part) => part.trim() !== '');
  return [...parts, ...(operator?.[1] ? [operator[1]] : [])].map((part) => part.replace(/\s+/g, ' ').trim());
}

function withoutArguments(text: string): string {
  let rest = text;
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(/<[^<>]*>/g, '');
  }
  return rest;
}

/** Prototypes are listed, variables are not. */
const prototype: Rule = (node, place) =>
  place.scopeKind === 'function' ? undefined : functionRule(node, place);

/** Only with members: `struct shop *x` declares no struct. */
const type = (kind: string, signature: (node: Node, place: Place) => string = () => '') =>
  named({
    kind: (node) => (node.childForFieldName('body') === null ? undefined : kind),
    opens: 'class',
    signature,
  });

const bases = (node: Node, { source }: Place) => {
  const clause = childOfType(node, 'base_class_clause');
  return clause === undefined ? '()' : source.collapse(`(${source.of(clause).replace(/^:\s*/, '')})`);
};

const TAGGED: Readonly<Record<string, string>> = {
  struct_specifier: 'struct',
  union_specifier: 'union',
  enum_specifier: 'enum',
};

/** A struct without a name gets the name of its typedef. */
const typedef: Rule = (node, { source }) => {
  const type = node.childForFieldName('type');
  const found = declaredBy(node.childForFieldName('declarator'));
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

const namespace: Rule = (node, { source }) => {
  const name = node.childForFieldName('name');
  if (name === null) return { kind: 'namespace', name: '', opens: 'module' };
  return { kind: 'namespace', name: source.of(name).replace(/\s*::\s*/g, '.'), opens: 'module' };
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

const rules: OutlineRules = {
  declarations: {
    function_definition: functionRule,
    declaration: prototype,
    field_declaration: prototype,
    class_specifier: type('class', bases),
    struct_specifier: type('struct', bases),
    union_specifier: type('union'),
    enum_specifier: type('enum'),
    type_definition: typedef,
    namespace_definition: namespace,
    alias_declaration: named({ kind: 'type_alias', signature: aliasOf('type') }),
    concept_definition: named({ kind: 'concept' }),
    lambda_expression: anonymousFunction,
    preproc_def: named({
      // A guard against double inclusion has no value.
      kind: (node) => (node.childForFieldName('value') === null ? undefined : 'macro'),
    }),
    preproc_function_def: named({ kind: 'macro', signature: field('parameters') }),
  },
  controls: {
    if_statement: 'if',
    for_statement: 'for',
    for_range_loop: 'for',
    while_statement: 'while',
    do_statement: 'do',
    switch_statement: 'switch',
    try_statement: 'try',
    preproc_if: '#if',
    preproc_ifdef: (node, source) => (isGuard(node, source) ? undefined : '#if'),
  },
  doc: {
    lines: ['///', '//!', '//'],
    blocks: [{ open: '/*', close: '*/' }],
    between: /^\s*(?:template\s*<.*>|\[\[.*\]\])\s*$/,
  },
};

export function symbols(root: Node, source: SourceText): OutlineSymbol[] {
  return withoutNamespaceMethods(walkOutline(root, source, rules));
}

/** In `a::b()` the rules take `a` for a class; corrected where the file declares a namespace `a`. */
function withoutNamespaceMethods(found: OutlineSymbol[]): OutlineSymbol[] {
  const namespaces = new Set(found.filter(({ kind }) => kind === 'namespace').map(({ name }) => name));
  return found.map((symbol) => {
    const { kind, parentSymbol } = symbol;
    if (kind !== 'method' || parentSymbol === null || !namespaces.has(parentSymbol)) return symbol;
    return { ...symbol, kind: 'function', scopeKind: 'module' };
  });
}

/** `#include` */
export function imports(root: Node, source: SourceText): ImportReference[] {
  return root.descendantsOfType('preproc_include').flatMap((node) => {
    const path = node.childForFieldName('path');
    if (path === null) return [];
    const specifier = unquoted(source.of(path));
    return [{ specifier, line: node.startPosition.row + 1, kind: 'include' as const }];
  });
}

const NAMES = new Set([
  'identifier',
  'field_identifier',
  'type_identifier',
  'qualified_identifier',
  'destructor_name',
  'operator_name',
  'operator_cast',
  'template_function',
]);

interface Declared {
  name: Node;
  /** The parameters, where the declarator is that of a function and not of a pointer to one. */
  parameters: Node | null;
}

/** A declarator is a name wrapped in pointers, arrays, parentheses and parameter lists. */
function declaredBy(declarator: Node | null): Declared | undefined {
  let node = declarator;
  let parameters: Node | null = null;
  while (node !== null && !NAMES.has(node.type)) {
    if (node.type === 'function_declarator') parameters = node.childForFieldName('parameters');
    // In `(*name)(int)` the parameters are those of what the pointer points to.
    if (node.type === 'parenthesized_declarator') parameters = null;
    node = node.childForFieldName('declarator') ?? innerDeclarator(node);
  }
  if (node === null) return undefined;
  if (node.type === 'operator_cast')
    return {
      name: node,
      parameters: node.childForFieldName('declarator')?.childForFieldName('parameters') ?? null,
    };
  return { name: node, parameters };
}

function innerDeclarator(node: Node): Node | null {
  return node.namedChildren.find(({ type }) => NAMES.has(type) || type.endsWith('_declarator')) ?? null;
}
