import type { Node } from 'web-tree-sitter';
import type { TreeReader } from '../adapter.ts';
import { declared } from '../c/declarator.ts';
import { cImports, cRules, type as typeRule } from '../c/rules.ts';
import { type Declaration, type OutlineRules, type Place, type Rule, walkOutline } from '../outline-walk.ts';
import { aliasOf, anonymousFunction, named } from '../rules.ts';
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
    ...templateStart(node, place),
  };
  return owner.length === 0 ? declaration : { ...declaration, owner: owner.join('.'), scopeKind: 'class' };
};

function methodKind(name: string, type: string): string {
  if (name.startsWith('~')) return 'destructor';
  return name === type ? 'constructor' : 'method';
}

/** The parts between `::`, without template arguments. */
function scopePath(name: Node, { of }: { of(node: Node): string }): string[] {
  const text = name.type === 'operator_cast' ? of(name).replace(/\(.*$/s, '') : of(name);
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

/** The declaration begins with its own line; `template <…>` above it counts like a decorator. */
function templateStart(node: Node, { ancestors }: Place): Partial<Declaration> {
  return ancestors.at(-1) === 'template_declaration' ? { docRow: node.startPosition.row } : {};
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
  skip: [
    ...cRules.skip.filter((type) => type !== 'argument_list'),
    'template_parameter_list',
    'template_argument_list',
  ],
};

/** C and C++ share one reader: what C lacks, its grammar never gives. */
export const cFamilyReader: TreeReader = {
  symbols: (root, source) => walkOutline(root, source, rules),
  imports: cImports,
};
