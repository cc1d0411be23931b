/** Declarations of Elixir: modules, clauses of functions, attributes, names in patterns; and the directives. */
import type { FactsBuilder } from '../../builder.ts';
import { DECLARATION_FLAGS, methodName } from '../../facts.ts';
import { addAlias, firstOf, fullName, lastOf, moduleInFull, modulesOf, ROOT } from './modules.ts';
import { argumentsOf, DIRECTIVES, isAttribute, operatorOf, TYPE_ATTRIBUTES, wordOf } from './nodes.ts';

const MODULES: Readonly<Record<string, string>> = { defmodule: 'module', defprotocol: 'interface' };

const FUNCTIONS: Readonly<Record<string, string>> = {
  def: 'function',
  defp: 'function',
  defdelegate: 'function',
  defmacro: 'macro',
  defmacrop: 'macro',
  defguard: 'macro',
  defguardp: 'macro',
};

/** Attributes that the language reads itself. */
const OWN_ATTRIBUTES =
  /^(?:moduledoc|doc|typedoc|behaviour|impl|derive|enforce_keys|before_compile|after_compile|on_load|on_definition|dialyzer|compile|external_resource|moduletag|describetag|tag|deprecated|since|vsn|file)$/;

export function enterCall(node: number, facts: FactsBuilder): void {
  const word = wordOf(facts, node);
  const [first = -1] = argumentsOf(facts, node);
  const module = Object.hasOwn(MODULES, word) ? MODULES[word] : undefined;
  const kind = Object.hasOwn(FUNCTIONS, word) ? FUNCTIONS[word] : undefined;
  if (module !== undefined) enterModule(facts, node, first, module);
  else if (word === 'defimpl') enterImplementation(facts, node, first);
  else if (kind !== undefined) enterFunction(facts, node, first, kind, word.endsWith('p'));
  else if (DIRECTIVES.test(word)) enterDirective(facts, node, word);
  else if (word === 'for' || word === 'with') facts.open(node, 'block');
}

function enterModule(facts: FactsBuilder, node: number, name: number, kind: string): void {
  if (facts.tree.type(name) !== 'alias') {
    facts.open(node, 'class');
    return;
  }
  const modules = modulesOf(facts);
  const written = facts.tree.of(name);
  const outer = modules.names.get(facts.classAround());
  const full = outer === undefined ? written : `${outer}.${written}`;
  const declaration = facts.declare(name, { kind, node, name: lastOf(written), key: `module ${full}` });
  modules.declared.set(full, declaration);
  modules.names.set(declaration, full);
  // A module inside of another one has its short name there.
  if (outer !== undefined) addAlias(modules, firstOf(written), `${outer}.${firstOf(written)}`);
  facts.export(`${ROOT}${full}`, name);
  facts.open(node, 'class', declaration);
}

/** Functions in it are those of the protocol, for one type. */
function enterImplementation(facts: FactsBuilder, node: number, protocol: number): void {
  if (facts.tree.type(protocol) !== 'alias') {
    facts.open(node, 'class');
    return;
  }
  const declaration = facts.declare(protocol, { kind: 'class', node, name: '', bases: [protocol] });
  facts.mark(protocol, 'extends', () => facts.value(protocol));
  facts.open(node, 'class', declaration);
}

function enterFunction(
  facts: FactsBuilder,
  node: number,
  written: number,
  kind: string,
  isPrivate: boolean,
): void {
  const { tree } = facts;
  const head = operatorOf(facts, written) === 'when' ? tree.child(written, 'left') : written;
  const name = tree.type(head) === 'call' ? tree.child(head, 'target') : head;
  if (tree.type(name) !== 'identifier' || tree.of(name) === 'unquote') {
    facts.open(node, 'function');
    return;
  }
  const known = facts.isBoundWithin(methodName(tree.of(name)), facts.scopeOfKind('class', 'module'))
    ? facts.bound(methodName(tree.of(name)))
    : -1;
  if (known >= 0) facts.bindTo(methodName(tree.of(name)), known, name);
  const around = facts.scopeOfKind('class', 'module');
  const declaration =
    known >= 0
      ? known
      : facts.declare(name, {
          kind,
          node,
          isMethod: true,
          scope: around,
          flags: isPrivate ? DECLARATION_FLAGS.filePrivate : 0,
        });
  facts.open(node, 'function', declaration);
  for (const parameter of argumentsOf(facts, head)) bindPattern(facts, parameter, 'parameter');
}

function enterDirective(facts: FactsBuilder, node: number, word: string): void {
  const { tree } = facts;
  const modules = modulesOf(facts);
  const [first = -1, options = -1] = argumentsOf(facts, node);
  if (word === 'use') modules.isOpen = true;
  if (tree.type(first) === 'alias') {
    const full = fullName(modules, tree.of(first));
    if (full === undefined) return;
    if (word === 'import') facts.import({ specifier: `${ROOT}${full}`, kind: 'use', isStar: true });
    if (word !== 'alias' && word !== 'require') return;
    const short = options < 0 ? -1 : aliasIn(facts, options);
    if (short >= 0) addAlias(modules, tree.of(short), full);
    else if (word === 'alias') addAlias(modules, lastOf(full), full);
  } else if (tree.type(first) === 'dot' && word === 'alias') {
    const outer = fullName(modules, tree.of(tree.child(first, 'left')));
    const group = tree.child(first, 'right');
    if (outer === undefined || tree.type(group) !== 'tuple') return;
    for (const each of tree.childrenOf(group, 'alias')) {
      const full = `${outer}.${tree.of(each)}`;
      addAlias(modules, lastOf(full), full);
      facts.mark(each, 'import', () => moduleInFull(facts, full));
    }
  }
}

/** The name in `as: Name`. */
function aliasIn({ tree }: FactsBuilder, options: number): number {
  for (const pair of tree.childrenOf(options, 'pair'))
    if (tree.of(tree.child(pair, 'key')).startsWith('as:')) {
      const value = tree.child(pair, 'value');
      if (tree.type(value) === 'alias') return value;
    }
  return -1;
}

/** `@limit 5` gives an attribute of the module a value. */
export function enterAttribute(node: number, facts: FactsBuilder): void {
  if (!isAttribute(facts, node)) return;
  const { tree } = facts;
  const operand = tree.child(node, 'operand');
  const word = wordOf(facts, operand);
  if (word === '' || TYPE_ATTRIBUTES.test(word) || OWN_ATTRIBUTES.test(word)) return;
  facts.declare(tree.child(operand, 'target'), {
    kind: 'constant',
    node,
    key: `@${word}`,
    merge: true,
    scope: facts.scopeOfKind('class', 'module'),
    flags: DECLARATION_FLAGS.filePrivate,
  });
}

/** Every name in a pattern is bound by it, but those that are called, pinned or a default. */
export function bindPattern(facts: FactsBuilder, pattern: number, kind: string): void {
  const { tree } = facts;
  const open = [pattern];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node < 0) continue;
    const type = tree.type(node);
    if (type === 'identifier') {
      if (!/^_(?:$|_)/.test(tree.of(node))) facts.declare(node, { kind, merge: true });
    } else if (type === 'binary_operator' && /^(?:\\\\|::|when)$/.test(operatorOf(facts, node)))
      open.push(tree.child(node, 'left'));
    else if (type === 'call' || type === 'dot' || type === 'anonymous_function' || type === 'do_block')
      continue;
    else if (type !== 'unary_operator' && type !== 'struct') open.push(...tree.namedChildren(node).reverse());
  }
}
