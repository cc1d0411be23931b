import type { Node } from 'web-tree-sitter';
import type { ImportReference, OutlineSymbol } from '../adapter.ts';
import { type Declaration, type OutlineRules, type Place, type Rule, walkOutline } from '../outline-walk.ts';
import { childOfType, hasToken } from '../rules.ts';
import type { SourceText } from '../source-text.ts';

export function symbols(root: Node, source: SourceText): OutlineSymbol[] {
  return walkOutline(root, source, rules).map((symbol) => {
    const doc = symbol.doc ?? docAttribute(source, symbol.startLine - 1);
    return doc === undefined ? symbol : { ...symbol, doc };
  });
}

export function imports(root: Node, source: SourceText): ImportReference[] {
  return root.descendantsOfType('call').flatMap((node): ImportReference[] => {
    const kind = USES[target(node, source)];
    const argument = childOfType(node, 'arguments')?.namedChild(0);
    if (kind === undefined || !argument) return [];
    const [, specifier, group] = /^([A-Z][\w.]*?)(?:\.\{([^}]*)\})?$/.exec(source.of(argument)) ?? [];
    if (specifier === undefined) return [];
    const names = group?.split(',').map((name) => name.trim());
    return [{ specifier, line: node.startPosition.row + 1, kind, ...(names ? { names } : {}) }];
  });
}

/** In Elixir everything is a call: these ones declare. */
const MODULES: Readonly<Record<string, string>> = {
  defmodule: 'module',
  defprotocol: 'protocol',
  defimpl: 'impl',
};
const FUNCTIONS: Readonly<Record<string, string>> = {
  def: 'function',
  defp: 'function',
  defmacro: 'macro',
  defmacrop: 'macro',
  defguard: 'guard',
  defguardp: 'guard',
  defdelegate: 'function',
};
const CONTROLS = new Set(['if', 'unless', 'case', 'cond', 'for', 'try', 'with']);

function target(node: Node, source: SourceText): string {
  const name = node.childForFieldName('target');
  return name?.type === 'identifier' ? source.of(name) : '';
}

const call: Rule = (node, place) => {
  const word = target(node, place.source);
  const argument = childOfType(node, 'arguments')?.namedChild(0);
  if (!argument) return undefined;
  const module = MODULES[word];
  if (module !== undefined) return moduleDeclaration(node, module, argument, place);
  const kind = FUNCTIONS[word];
  return kind === undefined ? undefined : functionDeclaration(kind, argument, place);
};

function moduleDeclaration(node: Node, kind: string, name: Node, { source }: Place): Declaration {
  const doc = moduleDoc(node, source);
  const target =
    kind === 'impl'
      ? /\bfor:\s*([\w.]+)/.exec(source.of(childOfType(node, 'arguments') ?? node))?.[1]
      : undefined;
  return {
    kind,
    // The compiler makes this module of it.
    name: target === undefined ? source.of(name) : `${source.of(name)}.${target}`,
    opens: 'module',
    ...(doc === undefined ? {} : { doc }),
  };
}

/** `name(args) when guard`, `name`, `a + b` */
function functionDeclaration(kind: string, head: Node, { source }: Place): Declaration | undefined {
  const isGuarded = head.type === 'binary_operator' && hasToken(head, 'when');
  const plain = isGuarded ? (head.childForFieldName('left') ?? head) : head;
  if (plain.type === 'binary_operator') {
    const operator = plain.childForFieldName('operator');
    return operator === null
      ? undefined
      : { kind, name: source.of(operator), signature: `(${source.oneLine(plain)})`, opens: 'function' };
  }
  const name = plain.type === 'call' ? plain.childForFieldName('target') : plain;
  const list = plain.type === 'call' ? childOfType(plain, 'arguments') : undefined;
  if (name?.type !== 'identifier') return undefined;
  const text = list === undefined ? '()' : source.oneLine(list);
  return {
    kind,
    name: source.of(name),
    signature: text.startsWith('(') ? text : `(${text})`,
    opens: 'function',
  };
}

function moduleDoc(node: Node, source: SourceText): string | undefined {
  const block = childOfType(node, 'do_block');
  const first = block?.namedChildren.find(({ type }) => type === 'unary_operator');
  const text = first && /^@moduledoc\s+(?:~[sS])?("""|")\s*([^\n"]+)/.exec(source.of(first))?.[2];
  return text?.trim();
}

const rules: OutlineRules = {
  declarations: { call },
  controls: {
    call: (node, source) => {
      const word = target(node, source);
      return CONTROLS.has(word) ? word : undefined;
    },
  },
  doc: {},
};

/** The string of the `@doc` above a line; other attributes may stand between. */
function docAttribute(source: SourceText, row: number): string | undefined {
  let at = row - 1;
  while (at >= 0 && /^\s*@(?:spec|impl|deprecated|since|typedoc)\b/.test(source.line(at))) at--;
  const line = source.line(at);
  const inline = /^\s*@doc\s+(?:~[sS])?"([^"]+)"\s*$/.exec(line)?.[1];
  if (inline !== undefined) return inline;
  if (!/^\s*"""\s*$/.test(line)) return undefined;
  let top = at - 1;
  while (top >= 0 && !/"""/.test(source.line(top))) top--;
  if (!/^\s*@doc\b/.test(source.line(top))) return undefined;
  for (let next = top + 1; next < at; next++)
    if (source.line(next).trim() !== '') return source.line(next).trim();
  return undefined;
}

const USES: Readonly<Record<string, ImportReference['kind']>> = {
  use: 'use',
  import: 'import',
  alias: 'use',
  require: 'require',
};
