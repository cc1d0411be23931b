import type { Node } from 'web-tree-sitter';
import type { TreeReader } from '../adapter.ts';
import { declared } from '../c/declarator.ts';
import { cImports, cRules, type as typeRule } from '../c/rules.ts';
import { type Declaration, type OutlineRules, type Place, type Rule, walkOutline } from '../outline-walk.ts';
import { aliasOf, anonymousFunction, named } from '../rules.ts';
import type { SourceText } from '../source-text.ts';
import type { OutlineSymbol } from '../symbol.ts';
import { childOfType } from '../tree.ts';

/** `Shop<T>::open` belongs to `Shop`, wherever that was declared. */
const functionRule: Rule = (node, place) => {
  const { source } = place;
  const found = declared(node.childForFieldName('declarator'));
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

const prototype: Rule = (node, place) =>
  place.scopeKind === 'function' ? undefined : functionRule(node, place);

const bases = (node: Node, { source }: Place) => {
  const clause = childOfType(node, 'base_class_clause');
  return clause === undefined ? '()' : source.collapse(`(${source.of(clause).replace(/^:\s*/, '')})`);
};
const classRule = (kind: string) =>
  named({
    kind: (node) => (node.childForFieldName('body') === null ? undefined : kind),
    opens: 'class',
    signature: bases,
  });

const namespace: Rule = (node, { source }) => {
  const name = node.childForFieldName('name');
  if (name === null) return { kind: 'namespace', name: '', opens: 'module' };
  return { kind: 'namespace', name: source.of(name).replace(/\s*::\s*/g, '.'), opens: 'module' };
};

const rules: OutlineRules = {
  ...cRules,
  declarations: {
    ...cRules.declarations,
    function_definition: functionRule,
    declaration: prototype,
    field_declaration: prototype,
    class_specifier: classRule('class'),
    struct_specifier: classRule('struct'),
    enum_specifier: typeRule('enum'),
    namespace_definition: namespace,
    alias_declaration: named({ kind: 'type_alias', signature: aliasOf('type') }),
    concept_definition: named({ kind: 'concept' }),
    lambda_expression: anonymousFunction,
  },
  controls: { ...cRules.controls, for_range_loop: 'for', try_statement: 'try' },
};

/** In `a::b()` the `a` was taken for a class; where the file says that it is a namespace, it is one. */
function withoutNamespaceMethods(symbols: OutlineSymbol[]): OutlineSymbol[] {
  const namespaces = new Set(symbols.filter(({ kind }) => kind === 'namespace').map(({ name }) => name));
  return symbols.map((symbol) => {
    const { kind, parentSymbol } = symbol;
    if (kind !== 'method' || parentSymbol === null || !namespaces.has(parentSymbol)) return symbol;
    return { ...symbol, kind: 'function', scopeKind: 'module' };
  });
}

/** C and C++ share one reader: what C lacks, its grammar never gives. */
export const cFamilyReader: TreeReader = {
  symbols: (root, source) => withoutNamespaceMethods(walkOutline(root, source, rules)),
  imports: cImports,
};
