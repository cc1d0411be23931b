/** Which declarations of a file others can use, by the rules of its language, and what their kinds mean. */

import type { OutlineSymbol } from '../../../core/languages/index.ts';
import { folded } from '../../../core/text/index.ts';

/** Kinds that only contain others; their declarations count as top level. */
const CONTAINERS = new Set(['module', 'namespace', 'package', 'impl']);
/** Listed with their container, not as exports. */
const MEMBERS = new Set([
  'method',
  'async_method',
  'constructor',
  'getter',
  'setter',
  'property',
  'field',
  'variant',
  'enum_member',
  'section',
  'impl',
  'import',
  'namespace',
  'package',
]);
/** Excludes operators and specialised templates: nobody searches for them by name. */
const NAME = /^[\p{L}_$][\p{L}\p{N}_$!?'-]*$/u;

/** The outline's names for things without a name. */
const NAMELESS = new Set(['default', 'exports']);

export function isNameless(name: string): boolean {
  return NAMELESS.has(name);
}

type Rule = (symbol: OutlineSymbol, line: string, exported: ReadonlySet<string>) => boolean;

const byName: Rule = ({ name }) => !own(name).startsWith('_');
const byKeyword =
  (keyword: RegExp): Rule =>
  (_, line) =>
    keyword.test(line);
const unless =
  (keyword: RegExp): Rule =>
  (symbol, line, exported) =>
    !keyword.test(line) && byName(symbol, line, exported);
const ecmascript: Rule = ({ name }, line, exported) =>
  /^\s*export\b/.test(line) || exported.has(own(name)) || /^\s*(?:module\.)?exports\b/.test(line);

const KOTLIN_KEYWORD = /\b(?:class|interface|object|fun|va[lr]|typealias)\b.*$/;

const RULES: Readonly<Record<string, Rule>> = {
  typescript: ecmascript,
  tsx: ecmascript,
  javascript: ecmascript,
  jsx: ecmascript,
  vue: ecmascript,
  svelte: ecmascript,
  python: byName,
  go: ({ name }) => /^\p{Lu}/u.test(own(name)),
  rust: byKeyword(/\bpub\b(?!\s*\(\s*(?:crate|super|self))/),
  zig: byKeyword(/\bpub\b/),
  java: byKeyword(/\bpublic\b/),
  csharp: byKeyword(/\bpublic\b/),
  kotlin: (symbol, line, exported) =>
    // `class Path internal constructor` is open to all.
    unless(/\b(?:private|internal|protected)\b/)(symbol, line.replace(KOTLIN_KEYWORD, ''), exported),
  scala: unless(/\b(?:private|protected)\b/),
  swift: unless(/\b(?:private|fileprivate)\b/),
  elixir: unless(/\bdefp|defmacrop\b/),
  c: unless(/^\s*static\b/),
  cpp: unless(/^\s*static\b/),
  lua: unless(/^\s*local\b/),
};

export interface PublicSymbol extends OutlineSymbol {
  /** The name without its containers. */
  ownName: string;
}

export function publicSymbols(
  language: string,
  lines: readonly string[],
  text: string,
  symbols: readonly OutlineSymbol[],
): PublicSymbol[] {
  const exported = language in ECMASCRIPT ? exportedNames(text) : new Set<string>();
  const kinds = new Map(symbols.map(({ name, kind }) => [name, kind]));
  const rule = RULES[language] ?? byName;
  return symbols
    .filter((symbol) => {
      if (MEMBERS.has(symbol.kind) || isNameless(own(symbol.name)) || !NAME.test(own(symbol.name)))
        return false;
      if (symbol.parentSymbol !== null && !CONTAINERS.has(kinds.get(symbol.parentSymbol) ?? '')) return false;
      return rule(symbol, lines[symbol.startLine - 1] ?? '', exported);
    })
    .map((symbol) => ({ ...symbol, ownName: own(symbol.name) }));
}

/** Declarations at the top level, or directly in a namespace or package. */
export function outerSymbols(symbols: readonly OutlineSymbol[]): OutlineSymbol[] {
  const spaces = new Set(symbols.filter(({ kind }) => isSpace(kind)).map(({ name }) => name));
  return symbols.filter(
    ({ kind, parentSymbol }) =>
      kind !== 'impl' && !isSpace(kind) && (parentSymbol === null || spaces.has(parentSymbol)),
  );
}

function isSpace(kind: string): boolean {
  return kind === 'namespace' || kind === 'package';
}

const ECMASCRIPT: Readonly<Record<string, true>> = {
  typescript: true,
  tsx: true,
  javascript: true,
  jsx: true,
  vue: true,
  svelte: true,
};

/** `export { a, b as c }`, `export default a`, `module.exports = a`, `module.exports = { a, b }`. */
function exportedNames(text: string): Set<string> {
  const names = new Set<string>();
  for (const [, list = ''] of text.matchAll(/(?:export\s*|module\.exports\s*=\s*)\{([^{}]*)\}(?!\s*from)/g))
    for (const part of list.split(',')) {
      const name = /^\s*(?:type\s+)?([\w$]+)/.exec(part)?.[1];
      if (name !== undefined) names.add(name);
    }
  for (const [, name = ''] of text.matchAll(
    /(?:export\s+default|(?:module\.)?exports(?:\.[\w$]+)?\s*=)\s+([\w$]+)\s*(?:;|$)/gm,
  ))
    names.add(name);
  return names;
}

function own(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

const TYPES = new Set([
  'class',
  'interface',
  'struct',
  'trait',
  'protocol',
  'type',
  'enum',
  'record',
  'object',
  'actor',
  'module',
  'union',
  'type_alias',
  'data',
  'newtype',
]);

export function isType(kind: string): boolean {
  return TYPES.has(kind);
}

/** `HttpClient` in `http_client.rb`. */
export function isNamesake(name: string, file: string): boolean {
  return folded(file.replace(/\..*$/, '')) === folded(name);
}
