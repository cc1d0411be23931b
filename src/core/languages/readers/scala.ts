import type { Node } from 'web-tree-sitter';
import type { ImportReference, OutlineSymbol } from '../adapter.ts';
import { type OutlineRules, type Place, type Rule, walkOutline } from '../outline-walk.ts';
import { aliasOf, anonymousFunction, asMethod, listed, modifiersOf, named, rowPast } from '../rules.ts';
import type { SourceText } from '../source-text.ts';

export function symbols(root: Node, source: SourceText): OutlineSymbol[] {
  const clauses = root.namedChildren.filter(({ type: child }) => child === 'package_clause');
  const names = clauses.flatMap((clause) => clause.childForFieldName('name') ?? []);
  return walkOutline(
    root,
    source,
    rules,
    names.length > 0 ? names.map((name) => source.of(name)).join('.') : null,
  );
}

export function imports(root: Node, source: SourceText): ImportReference[] {
  return root.descendantsOfType('import_declaration').flatMap((node): ImportReference[] => {
    const line = node.startPosition.row + 1;
    const [, path, group] =
      /^import\s+([\w.`]+?)(?:\.(\{[^}]*\}|\*|_|given))?\s*$/.exec(source.of(node)) ?? [];
    if (path === undefined) return [];
    if (group === undefined) return [{ specifier: path, line, kind: 'import' }];
    if (!group.startsWith('{')) return [{ specifier: `${path}.*`, line, kind: 'import' }];
    const names = group
      .slice(1, -1)
      .split(',')
      .map((name) => name.replace(/(?:=>|\bas\b).*/s, '').trim());
    return [{ specifier: path, line, kind: 'import', names }];
  });
}

const ANNOTATIONS = ['annotation'];

/** Scala has several lists of parameters in a row. */
const lists =
  (field: string, fallback: string) =>
  (node: Node, { source }: Place) => {
    const found = node.childrenForFieldName(field);
    return found.length === 0 ? fallback : source.collapse(found.map((list) => source.of(list)).join(''));
  };

const classSignature = (node: Node, place: Place) => {
  const own = lists('class_parameters', '')(node, place);
  if (own !== '') return own;
  const clause = node.childForFieldName('extend');
  return listed(place.source, [clause], /^extends\s+/).replaceAll(' with ', ', ');
};
const type = (kind: string) =>
  named({ kind, opens: 'class', signature: classSignature, decorations: ANNOTATIONS });

const callable: Rule = (node, place) => {
  const rule = named({
    kind: asMethod,
    opens: 'function',
    signature: lists('parameters', ''),
    decorations: ANNOTATIONS,
  });
  const declaration = rule(node, place);
  return declaration?.name === 'this' ? { ...declaration, kind: 'constructor' } : declaration;
};

/** Values of a file or an object are for everyone, unless they are private. */
const value: Rule = (node, { source, scopeKind, parentKind }) => {
  const name = node.childForFieldName('pattern');
  const isShared =
    (scopeKind === 'module' || parentKind === 'object') && !/\bprivate\b/.test(modifiersOf(node, source));
  if (name?.type !== 'identifier' || !isShared) return undefined;
  const of = node.childForFieldName('type');
  return {
    kind: 'constant',
    name: source.of(name),
    signature: of === null ? '' : `: ${source.oneLine(of)}`,
    startRow: rowPast(node, ANNOTATIONS),
    docRow: node.startPosition.row,
  };
};

const rules: OutlineRules = {
  declarations: {
    class_definition: type('class'),
    object_definition: type('object'),
    trait_definition: type('trait'),
    enum_definition: type('enum'),
    function_definition: callable,
    function_declaration: callable,
    type_definition: named({ kind: 'type_alias', signature: aliasOf('type') }),
    given_definition: named({ kind: 'given', opens: 'class' }),
    val_definition: value,
    lambda_expression: anonymousFunction,
  },
  controls: {
    if_expression: 'if',
    for_expression: 'for',
    while_expression: 'while',
    match_expression: 'match',
    try_expression: 'try',
  },
  doc: { blocks: [{ open: '/**', close: '*/' }] },
};
