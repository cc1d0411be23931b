/** Rust: items inside of a macro, which are only tokens there. */
import { NONE } from '../../../languages/index.ts';
import type { Declare, FactsBuilder } from '../../builder.ts';
import { placed } from './items.ts';
import { declaredModule, importName, isOfFile } from './modules.ts';
import { pathOf, seenFromFile } from './paths.ts';

/** Items inside of a macro that wraps them: `cfg_net! { pub mod net; }`. */
const ITEM_KINDS: Readonly<Record<string, string>> = {
  struct: 'struct',
  enum: 'enum',
  union: 'struct',
  trait: 'trait',
  fn: 'function',
  const: 'constant',
  static: 'constant',
  type: 'type',
};

export function itemsOfTokens(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const inside = facts.attached(node);
  if (inside >= 0) facts.open(node, 'function', inside);
  const invocation = tree.parent(node);
  if (tree.type(invocation) !== 'macro_invocation' || facts.scopeKind() !== 'module') return;
  const { parent, owner } = placed(facts, invocation);
  declareTokens(facts, tree.children(node), {
    ...(parent === undefined ? {} : { parent }),
    ...(owner === undefined ? {} : { owner }),
  });
}

function declareTokens(facts: FactsBuilder, tokens: readonly number[], where: Partial<Declare>): void {
  const { tree } = facts;
  let at = 0;
  while (at < tokens.length) {
    const word = tree.type(tokens[at] ?? NONE);
    const name = tokens[at + 1] ?? NONE;
    const isItem = word === 'impl' || word === 'mod' || ITEM_KINDS[word] !== undefined;
    const last = isItem ? next(facts, tokens, at, /^[{;]/) : at;
    const body = tokens[last] ?? NONE;
    if (word === 'use') {
      const isPub = isAfterPub(facts, tokens, at);
      const semicolon = next(facts, tokens, at, /^;/);
      useTokens(facts, tokens.slice(at + 1, semicolon), [], isPub);
      at = semicolon;
    } else if (word === 'mod' && tree.type(body) === ';') declaredModule(facts, name, []);
    else if (word === 'impl') {
      const owner = implementedBy(facts, tokens.slice(at + 1, last));
      if (owner >= 0 && tree.type(body) === 'token_tree')
        declareTokens(facts, tree.children(body), { owner });
      at = last;
    } else if (ITEM_KINDS[word] !== undefined && tree.type(name) === 'identifier') {
      const isMember = where.owner !== undefined || where.parent !== undefined;
      const kind = word === 'fn' && isMember ? 'method' : (ITEM_KINDS[word] ?? '');
      const index = facts.declare(name, { kind, node: name, ...where });
      if (word === 'fn') facts.attach(body, index);
      at = last;
    }
    at++;
  }
}

/** Where the next token that begins so is; the end if there is none. */
function next(facts: FactsBuilder, tokens: readonly number[], after: number, begin: RegExp): number {
  const { tree } = facts;
  for (let at = after + 1; at < tokens.length; at++) {
    const start = tree.start(tokens[at] ?? NONE);
    if (begin.test(tree.text.slice(start, start + 1))) return at;
  }
  return tokens.length;
}

/** `pub` or `pub(crate)` before a token. */
function isAfterPub(facts: FactsBuilder, tokens: readonly number[], at: number): boolean {
  const { tree } = facts;
  const before = tokens[at - 1] ?? NONE;
  const first = tree.type(before) === 'token_tree' ? (tokens[at - 2] ?? NONE) : before;
  return tree.type(first) === 'pub';
}

/** The name of the type in `impl<T> Trait for a::Type<T>`, given as tokens. */
function implementedBy(facts: FactsBuilder, tokens: readonly number[]): number {
  const { tree } = facts;
  const isFor = tokens.findIndex((each) => tree.type(each) === 'for');
  let depth = 0;
  let found = NONE;
  for (const token of tokens.slice(isFor + 1)) {
    const type = tree.type(token);
    if (type === 'where') break;
    if (type === '<') depth++;
    else if (type === '>') depth--;
    else if (type === 'identifier' && depth === 0) found = token;
  }
  return found;
}

/** `use` inside of such a macro. */
function useTokens(
  facts: FactsBuilder,
  tokens: readonly number[],
  prefix: readonly string[],
  isPub: boolean,
): void {
  const { tree } = facts;
  const names = [...prefix];
  for (const [at, token] of tokens.entries()) {
    const type = tree.type(token);
    const next = tokens[at + 1] ?? NONE;
    if (type === 'token_tree') {
      for (const part of split(facts, tree.children(token).slice(1, -1)))
        useTokens(facts, part, names, isPub);
      return;
    }
    if (type === '*') {
      const specifier = seenFromFile(facts, token, names).join('::');
      const exportedAs = isOfFile(facts, token) ? '*' : '';
      const line = facts.lineOf(tree.start(token));
      facts.import({ specifier, kind: 'use', isStar: true, exportedAs, line });
      return;
    }
    if (type === '::') continue;
    if (tree.type(next) === '::') {
      const before = [...names, tree.of(token)];
      names.push(tree.of(token));
      if (facts.isName(token))
        facts.mark(token, 'import', () => pathOf(facts, seenFromFile(facts, token, before)));
      continue;
    }
    if (type !== 'identifier') return;
    const alias = tree.type(next) === 'as' ? (tokens[at + 2] ?? NONE) : token;
    importName(facts, names, token, alias, isPub);
    return;
  }
}

function split(facts: FactsBuilder, tokens: readonly number[]): number[][] {
  const parts: number[][] = [[]];
  for (const token of tokens)
    if (facts.tree.type(token) === ',') parts.push([]);
    else parts.at(-1)?.push(token);
  return parts;
}
