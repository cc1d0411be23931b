import type { Node } from 'web-tree-sitter';
import type { ImportReference, OutlineSymbol } from '../adapter.ts';
import { type OutlineRules, type Place, type Rule, walkOutline } from '../outline-walk.ts';
import { aliasOf, anonymousFunction, childOfType, named, parameters } from '../rules.ts';
import type { SourceText } from '../source-text.ts';

export function symbols(root: Node, source: SourceText): OutlineSymbol[] {
  return walkOutline(root, source, rules);
}

const isPublic = (node: Node) => childOfType(node, 'visibility_modifier') !== undefined;

function functionKind(node: Node, { scopeKind, source }: Place): string {
  const modifiers = childOfType(node, 'function_modifiers');
  const isAsync = modifiers !== undefined && /\basync\b/.test(source.of(modifiers));
  return (isAsync ? 'async_' : '') + (scopeKind === 'class' ? 'method' : 'function');
}

/** Methods of an `impl` belong to the type, wherever it was declared. */
const implementation: Rule = (node, { source }) => {
  const type = node.childForFieldName('type');
  if (type === null) return undefined;
  const base = type.type === 'generic_type' ? (type.childForFieldName('type') ?? type) : type;
  const name = source.oneLine(base).replaceAll('::', '.');
  return { kind: 'impl', name, opens: 'class', hidden: 'reopened' };
};

/** Constants are listed when others can use them: public ones, and those of traits. */
const value = (kind: string) =>
  named({
    kind: (node, { scopeKind, parentKind }) =>
      (scopeKind === 'module' && isPublic(node)) ||
      parentKind === 'trait' ||
      (parentKind === 'impl' && isPublic(node))
        ? kind
        : undefined,
    signature: (node, { source }) => {
      const type = node.childForFieldName('type');
      return type === null ? '' : `: ${source.oneLine(type)}`;
    },
  });

const bounds: (node: Node, place: Place) => string = (node, { source }) => {
  const list = node.childForFieldName('bounds');
  return list === null ? '()' : source.collapse(`(${source.of(list).replace(/^:\s*/, '')})`);
};
const structBody: (node: Node, place: Place) => string = (node, { source }) => {
  const body = node.childForFieldName('body');
  return body?.type === 'ordered_field_declaration_list' ? source.oneLine(body) : '()';
};

const rules: OutlineRules = {
  declarations: {
    function_item: named({ kind: functionKind, opens: 'function', signature: parameters }),
    function_signature_item: named({ kind: functionKind, signature: parameters }),
    closure_expression: anonymousFunction,
    struct_item: named({ kind: 'struct', opens: 'class', signature: structBody }),
    enum_item: named({ kind: 'enum', opens: 'class' }),
    union_item: named({ kind: 'union', opens: 'class' }),
    trait_item: named({ kind: 'trait', opens: 'class', signature: bounds }),
    type_item: named({
      kind: (_node, { parentKind }) => (parentKind === 'impl' ? undefined : 'type_alias'),
      signature: aliasOf('type'),
    }),
    associated_type: named({ kind: 'type_alias' }),
    mod_item: named({
      kind: (node) => (node.childForFieldName('body') === null ? undefined : 'module'),
      opens: 'module',
    }),
    macro_definition: named({ kind: 'macro', opens: 'function' }),
    const_item: value('constant'),
    static_item: value('static'),
    impl_item: implementation,
  },
  controls: {
    if_expression: 'if',
    for_expression: 'for',
    while_expression: 'while',
    loop_expression: 'loop',
    match_expression: 'match',
  },
  doc: {
    lines: ['///'],
    blocks: [{ open: '/**', close: '*/' }],
    // Attributes, also over several lines: those end in a bracket.
    between: /^\s*(?:#!?\[|[)\]}\w",=\s]*\]\s*$|[\w ]+ = .*,\s*$)/,
  },
};

/** `use`, `mod name;` and `extern crate`. A list in braces gives one reference for each path. */
export function imports(root: Node, source: SourceText): ImportReference[] {
  const text = (node: Node) => source.of(node).replace(/\s+/g, '');
  return root
    .descendantsOfType(['use_declaration', 'mod_item', 'extern_crate_declaration'])
    .flatMap((node): ImportReference[] => {
      const line = node.startPosition.row + 1;
      if (node.type === 'use_declaration') {
        const argument = node.childForFieldName('argument');
        return argument === null ? [] : expand(argument, '').map((path) => reference(path, line));
      }
      const name = node.childForFieldName('name');
      if (name === null || node.childForFieldName('body') !== null) return [];
      return [{ specifier: text(name), line, kind: node.type === 'mod_item' ? 'mod' : 'use' }];
    });

  function expand(node: Node, prefix: string): string[] {
    const joined = (path: string) => (prefix === '' ? path : `${prefix}::${path}`);
    switch (node.type) {
      case 'use_as_clause': {
        const path = node.childForFieldName('path');
        return path === null ? [] : [joined(text(path))];
      }
      case 'use_list':
        return node.namedChildren.flatMap((child) => expand(child, prefix));
      case 'scoped_use_list': {
        const path = node.childForFieldName('path');
        const list = node.childForFieldName('list');
        return list === null ? [] : expand(list, path === null ? prefix : joined(text(path)));
      }
      case 'line_comment':
      case 'block_comment':
        return [];
      default:
        return [joined(text(node))];
    }
  }
}

/** `a::b::C` takes `C` from `a::b`; whether the last part is a module is not known here, so the path stays whole. */
function reference(path: string, line: number): ImportReference {
  return { specifier: path, line, kind: 'use', names: [path.slice(path.lastIndexOf(':') + 1)] };
}
