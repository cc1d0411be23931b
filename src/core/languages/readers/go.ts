import type { Node } from 'web-tree-sitter';
import type { ImportReference, OutlineSymbol } from '../adapter.ts';
import { type OutlineRules, type Rule, walkOutline } from '../outline-walk.ts';
import { aliasOf, anonymousFunction, named, parameters, unquoted } from '../rules.ts';
import type { SourceText } from '../source-text.ts';

export function symbols(root: Node, source: SourceText): OutlineSymbol[] {
  const clause = root.namedChildren.find(({ type }) => type === 'package_clause')?.namedChild(0);
  return walkOutline(root, source, rules, clause ? source.of(clause) : null);
}

export function imports(root: Node, source: SourceText): ImportReference[] {
  return root.descendantsOfType('import_spec').flatMap((node) => {
    const path = node.childForFieldName('path');
    if (path === null) return [];
    const specifier = unquoted(source.of(path));
    return [{ specifier, line: node.startPosition.row + 1, kind: 'import' as const }];
  });
}

const TYPE_KINDS: Readonly<Record<string, string>> = { struct_type: 'struct', interface_type: 'interface' };

/** `(s *Shop[T])` → `Shop` */
const method: Rule = (node, place) => {
  const receiver = node.childForFieldName('receiver');
  const type =
    receiver && /([\p{L}_][\p{L}\p{N}_]*)\s*(?:\[[^\]]*\]\s*)?\)$/u.exec(place.source.of(receiver))?.[1];
  const declaration = named({ kind: 'method', opens: 'function', signature: parameters })(node, place);
  return declaration && (type ? { ...declaration, owner: type, scopeKind: 'class' } : declaration);
};

const typeSpec: Rule = (node, place) => {
  const type = node.childForFieldName('type');
  const kind = TYPE_KINDS[type?.type ?? ''] ?? 'type';
  const signature = kind === 'type' ? aliasOf('type')(node, place) : '()';
  const declaration = named({ kind, opens: 'class' })(node, place);
  return declaration && { ...declaration, signature };
};

const isExported = (name: string) => /^\p{Lu}/u.test(name);

function value(kind: string): Rule {
  return (node, place) => {
    const name = node.childForFieldName('name');
    if (name === null || place.scopeKind !== 'module' || !isExported(place.source.of(name))) return undefined;
    const type = node.childForFieldName('type');
    const signature = type === null ? '' : `: ${place.source.oneLine(type)}`;
    return { kind, name: place.source.of(name), signature };
  };
}

const rules: OutlineRules = {
  declarations: {
    function_declaration: named({ kind: 'function', opens: 'function', signature: parameters }),
    method_declaration: method,
    func_literal: anonymousFunction,
    type_spec: typeSpec,
    type_alias: named({ kind: 'type_alias', signature: aliasOf('type') }),
    method_elem: named({ kind: 'method', signature: parameters }),
    const_spec: value('constant'),
    var_spec: value('variable'),
  },
  controls: {
    if_statement: 'if',
    for_statement: 'for',
    expression_switch_statement: 'switch',
    type_switch_statement: 'switch',
    select_statement: 'select',
  },
  doc: { lines: ['//'], blocks: [{ open: '/*', close: '*/' }] },
};
