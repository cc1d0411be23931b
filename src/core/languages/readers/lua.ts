import type { Node } from 'web-tree-sitter';
import type { ImportReference, OutlineSymbol } from '../adapter.ts';
import { type Declaration, type OutlineRules, type Place, type Rule, walkOutline } from '../outline-walk.ts';
import { anonymousFunction, childOfType, parameters, unquoted } from '../rules.ts';
import type { SourceText } from '../source-text.ts';

export function symbols(root: Node, source: SourceText): OutlineSymbol[] {
  return walkOutline(root, source, rules);
}

export function imports(root: Node, source: SourceText): ImportReference[] {
  return root.descendantsOfType('function_call').flatMap((node) => {
    const name = node.childForFieldName('name');
    const path = node.childForFieldName('arguments')?.namedChild(0);
    if (
      name === null ||
      !path ||
      path.type !== 'string' ||
      !/^(?:require|dofile|loadfile)$/.test(source.of(name))
    )
      return [];
    const specifier = unquoted(source.of(path)).replace(/^\[=*\[|\]=*\]$/g, '');
    return [{ specifier, line: node.startPosition.row + 1, kind: 'require' as const }];
  });
}

/** `M.Shop:open` is the method `open` of `M.Shop`. */
function path(node: Node, place: Place, signature: string): Declaration | undefined {
  const text = place.source.of(node).replace(/\s+/g, '');
  if (!/^[\w.:]+$/.test(text)) return undefined;
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(':'));
  const kind = text[at] === ':' ? 'method' : 'function';
  const own = { kind, name: text.slice(at + 1), signature, opens: 'function' as const };
  return at === -1 ? own : { ...own, owner: text.slice(0, at), scopeKind: 'class' };
}

const declaration: Rule = (node, place) => {
  const name = node.childForFieldName('name');
  return name === null ? undefined : path(name, place, parameters(node, place));
};

/** `name = function …`, and tables whose fields are functions. */
const assignment: Rule = (node, place) => {
  const name = childOfType(node, 'variable_list')?.namedChild(0);
  const value = childOfType(node, 'expression_list')?.namedChild(0);
  if (!name || !value) return undefined;
  if (value.type === 'function_definition') return path(name, place, parameters(value, place));
  if (value.type !== 'table_constructor' || place.scopeKind !== 'module') return undefined;
  const table = path(name, place, '');
  return table && { ...table, kind: 'table', opens: 'class', hidden: 'group' };
};

const field: Rule = (node, place) => {
  const name = node.childForFieldName('name');
  const value = node.childForFieldName('value');
  if (name === null || value?.type !== 'function_definition' || place.parentKind !== 'table')
    return undefined;
  return {
    kind: 'function',
    name: unquoted(place.source.of(name)),
    signature: parameters(value, place),
    opens: 'function',
  };
};

const rules: OutlineRules = {
  declarations: {
    function_declaration: declaration,
    assignment_statement: assignment,
    field,
    function_definition: anonymousFunction,
  },
  controls: {
    if_statement: 'if',
    for_statement: 'for',
    while_statement: 'while',
    repeat_statement: 'repeat',
  },
  doc: { lines: ['---', '--'] },
};
