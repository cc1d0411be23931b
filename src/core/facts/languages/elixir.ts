/**
 * Elixir: modules have full names that aliases shorten, functions are seen in their module and through its name. Clauses of one
 * name are one function, whatever number of parameters they take.
 */
import type { FactRules, FactsBuilder, Use } from '../builder.ts';
import { DECLARATION_FLAGS, methodName } from '../facts.ts';

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
const DIRECTIVES = /^(?:alias|import|require|use)$/;
const TYPE_ATTRIBUTES = /^(?:spec|type|typep|opaque|callback|macrocallback|optional_callbacks)$/;
/** Attributes that the language reads itself. */
const OWN_ATTRIBUTES =
  /^(?:moduledoc|doc|typedoc|behaviour|impl|derive|enforce_keys|before_compile|after_compile|on_load|on_definition|dialyzer|compile|external_resource|moduletag|describetag|tag|deprecated|since|vsn|file)$/;

/** What the language itself puts before every name of a module. */
const ROOT = 'Elixir.';

/** What the modules of a text are called. */
interface Modules {
  /** The full name that a short one stands for; undefined for one that stands for several. */
  aliases: Map<string, string | undefined>;
  /** Declarations of this text by full name. */
  declared: Map<string, number>;
  /** Full names by declaration. */
  names: Map<number, string>;
  /** Some module here says `use`, which may bring any name. */
  isOpen: boolean;
}

const MODULES_OF = new WeakMap<FactsBuilder, Modules>();

function modulesOf(facts: FactsBuilder): Modules {
  let found = MODULES_OF.get(facts);
  if (found === undefined) {
    found = { aliases: new Map(), declared: new Map(), names: new Map(), isOpen: false };
    MODULES_OF.set(facts, found);
  }
  return found;
}

export const rules: FactRules = {
  names: ['identifier', 'alias'],
  comments: ['comment'],
  strings: ['string', 'charlist', 'sigil'],
  code: ['interpolation'],
  // `App.User` is found as that and as `User`.
  sigil: /^(?:\w+\.)+(?=\w)/,
  hasImplicitThis: true,
  enter: {
    call: enterCall,
    unary_operator: enterAttribute,
    do_block: (node, facts) => void facts.open(node, 'block'),
    stab_clause(node, facts) {
      facts.open(node, 'block');
      const { tree } = facts;
      const around = tree.above(node, 'call', 'anonymous_function', 'unary_operator');
      if (tree.type(around) === 'unary_operator' || wordOf(facts, around) === 'cond') return;
      bindPattern(facts, tree.child(node, 'left'), 'variable');
    },
    binary_operator(node, facts) {
      const operator = operatorOf(facts, node);
      if (operator === '=' || operator === '<-')
        bindPattern(facts, facts.tree.child(node, 'left'), 'variable');
    },
  },
  values: {
    alias: (node, facts) => moduleNamed(facts, facts.tree.of(node)),
    identifier(node, facts) {
      const name = facts.tree.of(node);
      if (name === '__MODULE__') return moduleAround(facts, node);
      const found = facts.lookup(name, node);
      return facts.isFree(found) ? functionNamed(facts, node) : found;
    },
  },
  use,
};

const wordOf = ({ tree }: FactsBuilder, call: number) => {
  const target = tree.type(call) === 'call' ? tree.child(call, 'target') : -1;
  return tree.type(target) === 'identifier' ? tree.of(target) : '';
};
const operatorOf = ({ tree }: FactsBuilder, node: number) => {
  const operator = tree.child(node, 'operator');
  return operator < 0 ? '' : tree.of(operator);
};
const isAttribute = (facts: FactsBuilder, node: number) =>
  facts.tree.type(node) === 'unary_operator' && operatorOf(facts, node) === '@';

function argumentsOf({ tree }: FactsBuilder, call: number): number[] {
  const list = tree.childOf(call, 'arguments');
  return list < 0 ? [] : tree.namedChildren(list);
}

function enterCall(node: number, facts: FactsBuilder): void {
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
function enterAttribute(node: number, facts: FactsBuilder): void {
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
function bindPattern(facts: FactsBuilder, pattern: number, kind: string): void {
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

const firstOf = (name: string) => name.slice(0, Math.max(0, `${name}.`.indexOf('.')));
const lastOf = (name: string) => name.slice(name.lastIndexOf('.') + 1);

function addAlias({ aliases }: Modules, short: string, full: string): void {
  aliases.set(short, aliases.has(short) && aliases.get(short) !== full ? undefined : full);
}

function fullName({ aliases }: Modules, written: string): string | undefined {
  const first = firstOf(written);
  if (written.startsWith(ROOT)) return written.slice(ROOT.length);
  if (!aliases.has(first)) return written;
  const full = aliases.get(first);
  return full === undefined ? undefined : `${full}${written.slice(first.length)}`;
}

function moduleNamed(facts: FactsBuilder, written: string): number {
  const full = fullName(modulesOf(facts), written);
  return full === undefined ? -1 : moduleInFull(facts, full);
}

function moduleInFull(facts: FactsBuilder, full: string): number {
  const own = modulesOf(facts).declared.get(full);
  if (own !== undefined) return facts.expression('declaration', own);
  const index = facts.importOnce({ specifier: `${ROOT}${full}`, imported: lastOf(full), kind: 'use' });
  return facts.expression('import', index);
}

function moduleAround(facts: FactsBuilder, node: number): number {
  const around = facts.classAround(node);
  return around < 0 ? -1 : facts.expression('declaration', around);
}

/** A function of this module or of one that it imports; unknown where `use` may have brought it. */
function functionNamed(facts: FactsBuilder, node: number): number {
  const name = facts.tree.of(node);
  const found = facts.lookup(methodName(name), node);
  return facts.isFree(found) && modulesOf(facts).isOpen && !LANGUAGE.test(name) ? -1 : found;
}

/** What every module has from the language. */
const LANGUAGE =
  /^(?:def\w*|alias|import|require|use|if|unless|case|cond|for|with|try|fn|quote|unquote|raise|receive|super)$/;

function use(node: number, facts: FactsBuilder): Use {
  const { tree } = facts;
  const parent = tree.parent(node);
  const around = tree.type(parent);
  if (tree.type(node) === 'alias') return { role: roleOfModule(facts, node), ref: facts.value(node) };
  const attribute = attributeAround(facts, node);
  if (attribute === node) {
    const found = facts.lookup(`@${tree.of(node)}`, node);
    return { role: 'read', ref: facts.isFree(found) ? facts.builtin(`@${tree.of(node)}`) : found };
  }
  if (attribute >= 0 && TYPE_ATTRIBUTES.test(tree.of(attribute))) return useInType(facts, node);
  if (around === 'dot' && tree.field(node) === 'right') {
    const of = facts.value(tree.child(parent, 'left'));
    const isModule = tree.type(tree.child(parent, 'left')) === 'alias' || isCurrent(facts, parent);
    return { role: 'call', ref: isModule && of >= 0 ? facts.member(of, methodName(tree.of(node))) : -1 };
  }
  if (around === 'call' && tree.field(node) === 'target')
    return { role: 'call', ref: functionNamed(facts, node) };
  // `&save/1`
  if (around === 'binary_operator' && operatorOf(facts, parent) === '/') {
    const outer = tree.parent(parent);
    if (tree.type(outer) === 'unary_operator' && operatorOf(facts, outer) === '&')
      return { role: 'read', ref: functionNamed(facts, node) };
  }
  const ref = facts.value(node);
  return { role: 'read', ref };
}

const isCurrent = ({ tree }: FactsBuilder, dot: number) => tree.of(tree.child(dot, 'left')) === '__MODULE__';

/** The name of the attribute that a node is in, or -1. */
function attributeAround(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  for (let at = tree.parent(node); at >= 0; at = tree.parent(at)) {
    if (tree.type(at) === 'do_block') return -1;
    if (!isAttribute(facts, at)) continue;
    const operand = tree.child(at, 'operand');
    return tree.type(operand) === 'call' ? tree.child(operand, 'target') : operand;
  }
  return -1;
}

/** Only the function that a `@spec` describes is known; types have names of their own. */
function useInType(facts: FactsBuilder, node: number): Use {
  const { tree } = facts;
  const parent = tree.parent(node);
  const list = tree.parent(
    tree.type(tree.parent(parent)) === 'binary_operator' ? tree.parent(parent) : parent,
  );
  const isDescribed =
    tree.type(parent) === 'call' &&
    tree.field(node) === 'target' &&
    tree.type(list) === 'arguments' &&
    wordOf(facts, tree.parent(list)) === 'spec';
  const isFirst = isDescribed && tree.field(parent) !== 'right';
  return { role: 'type', ref: isFirst ? facts.lookup(methodName(tree.of(node)), node) : -1 };
}

function roleOfModule(facts: FactsBuilder, node: number): Use['role'] {
  const { tree } = facts;
  const parent = tree.parent(node);
  if (tree.type(parent) === 'struct') return 'type';
  const word = wordOf(facts, tree.parent(parent));
  if (DIRECTIVES.test(word)) return 'import';
  return word === 'behaviour' ? 'extends' : 'read';
}
