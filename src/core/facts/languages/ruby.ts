/** Ruby: constants are seen by nesting, methods through their receiver, local variables in their method and its blocks. */
import type { Declare, FactRules, FactsBuilder, Use, Visit } from '../builder.ts';
import { DECLARATION_FLAGS } from '../facts.ts';

const ATTRIBUTES = /^(?:attr|attr_accessor|attr_reader|attr_writer)$/;
const MIXES = /^(?:include|extend|prepend)$/;

export const rules: FactRules = {
  names: [
    'identifier',
    'constant',
    'instance_variable',
    'class_variable',
    'global_variable',
    'simple_symbol',
  ],
  comments: ['comment'],
  strings: ['string', 'heredoc_body', 'hash_key_symbol', 'regex', 'string_array', 'symbol_array', 'subshell'],
  code: ['interpolation'],
  sigil: /^(?:@@?|\$|:)/,
  hasImplicitThis: true,
  enter: {
    module: type('module'),
    class: type('class'),
    method: (node, facts) => enterMethod(facts, node, 0),
    singleton_method: (node, facts) => enterMethod(facts, node, DECLARATION_FLAGS.static),
    block: openBlock,
    do_block: openBlock,
    lambda: openBlock,
    assignment(node, facts) {
      const { tree } = facts;
      bindTarget(facts, tree.child(node, 'left'), { value: tree.child(node, 'right') });
    },
    operator_assignment(node, facts) {
      const { tree } = facts;
      bindTarget(facts, tree.child(node, 'left'), { value: tree.child(node, 'right') });
    },
    exception_variable(node, facts) {
      bindTarget(facts, facts.tree.firstNamed(node), {});
    },
    for(node, facts) {
      bindTarget(facts, facts.tree.child(node, 'pattern'), {});
    },
    alias(node, facts) {
      const { tree } = facts;
      const name = tree.child(node, 'name');
      if (tree.type(name) === 'identifier') facts.declare(name, { kind: 'method', node, ...memberOf(facts) });
    },
    call: enterCall,
  },
  values: {
    self: (node, facts) => self(facts, node),
    constant: (node, facts) => facts.lookup(facts.tree.of(node), node),
    identifier: (node, facts) => bare(facts, node),
    scope_resolution(node, facts) {
      const { tree } = facts;
      const scope = tree.child(node, 'scope');
      const name = tree.of(tree.child(node, 'name'));
      const of = scope < 0 ? -1 : facts.value(scope);
      return of < 0 ? facts.expression('free', facts.nameId(name)) : facts.member(of, name);
    },
    instance_variable: field,
    class_variable: field,
    call(node, facts) {
      const { tree } = facts;
      const receiver = tree.child(node, 'receiver');
      const name = tree.of(tree.child(node, 'method'));
      if (name === 'new' && receiver >= 0) return facts.instance(facts.value(receiver));
      const of = method(facts, node);
      return of < 0 ? -1 : facts.expression('call', of);
    },
    parenthesized_statements: (node, facts) => facts.value(facts.tree.firstNamed(node)),
    string: (_, facts) => facts.builtin('String'),
    integer: (_, facts) => facts.builtin('Integer'),
    array: (_, facts) => facts.builtin('Array'),
    hash: (_, facts) => facts.builtin('Hash'),
    simple_symbol: (_, facts) => facts.builtin('Symbol'),
  },
  use,
};

function type(kind: string): Visit {
  return (node, facts) => {
    const { tree } = facts;
    const written = tree.child(node, 'name');
    const name = tree.type(written) === 'scope_resolution' ? tree.child(written, 'name') : written;
    const base = tree.firstNamed(tree.child(node, 'superclass'));
    const declaration = facts.declare(name, {
      kind,
      node,
      merge: true,
      ...(base >= 0 ? { bases: [base] } : {}),
      // A module is opened in as many files as one likes.
      flags: kind === 'module' ? DECLARATION_FLAGS.forward : 0,
    });
    facts.open(node, 'class', declaration);
  };
}

function memberOf(facts: FactsBuilder): Pick<Declare, 'parent'> {
  const owner = facts.classAround();
  return owner >= 0 ? { parent: owner } : {};
}

function enterMethod(facts: FactsBuilder, node: number, flags: number): void {
  const { tree } = facts;
  const written = tree.child(node, 'name');
  const name = tree.type(written) === 'setter' ? tree.child(written, 'name') : written;
  const declaration = facts.isName(name)
    ? facts.declare(name, { kind: 'method', node, flags, ...memberOf(facts) })
    : -1;
  facts.open(node, 'function', declaration);
  declareParameters(facts, tree.child(node, 'parameters'));
}

function openBlock(node: number, facts: FactsBuilder): void {
  facts.open(node, 'block');
  declareParameters(facts, facts.tree.child(node, 'parameters'));
}

function declareParameters(facts: FactsBuilder, list: number): void {
  const { tree } = facts;
  for (const parameter of list < 0 ? [] : tree.namedChildren(list)) {
    if (tree.type(parameter) === 'destructured_parameter') declareParameters(facts, parameter);
    const own = tree.child(parameter, 'name');
    const name = own >= 0 ? own : parameter;
    if (tree.type(name) === 'identifier') facts.declare(name, { kind: 'parameter', node: parameter });
  }
}

function bindTarget(facts: FactsBuilder, target: number, what: Pick<Declare, 'value'>): void {
  const { tree } = facts;
  switch (tree.type(target)) {
    case 'identifier': {
      const scope = facts.scopeOfKind('function', 'module', 'class');
      if (facts.isBoundWithin(tree.of(target), scope)) return;
      facts.declare(target, { kind: 'variable', flags: DECLARATION_FLAGS.local, ...what });
      return;
    }
    case 'constant':
      facts.declare(target, { kind: 'constant', ...what });
      return;
    case 'instance_variable':
    case 'class_variable':
      if (facts.classAround() >= 0)
        facts.declare(target, { kind: 'field', merge: true, ...memberOf(facts), ...what });
      return;
    case 'left_assignment_list':
      for (const each of tree.namedChildren(target)) bindTarget(facts, each, {});
  }
}

/** `attr_reader :a` declares a; `include A` inherits from it. */
function enterCall(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.of(tree.child(node, 'method'));
  const around = facts.classAround();
  if (around < 0 || tree.child(node, 'receiver') >= 0 || facts.scopeKind() !== 'class') return;
  const given = tree.child(node, 'arguments');
  if (given < 0) return;
  const list = tree.namedChildren(given);
  if (MIXES.test(name))
    facts.describe(around, {
      bases: list.filter((each) => /^(?:constant|scope_resolution)$/.test(tree.type(each))),
    });
  if (!ATTRIBUTES.test(name)) return;
  for (const symbol of list)
    if (tree.type(symbol) === 'simple_symbol')
      facts.declare(symbol, {
        kind: 'method',
        name: tree.of(symbol).slice(1),
        node,
        parent: around,
        flags: DECLARATION_FLAGS.getter,
        expression: () => facts.member(facts.expression('self', around), `@${tree.of(symbol).slice(1)}`),
      });
}

function self(facts: FactsBuilder, node: number): number {
  const around = facts.classAround(node);
  return around < 0 ? -1 : facts.expression('self', around);
}

/** A local variable, or else a method of what is around. */
function bare(facts: FactsBuilder, node: number): number {
  const name = facts.tree.of(node);
  const found = facts.lookup(name, node);
  if (!facts.isFree(found)) return found;
  const of = self(facts, node);
  return of < 0 ? -1 : facts.member(of, name);
}

function field(node: number, facts: FactsBuilder): number {
  const of = self(facts, node);
  return of < 0 ? facts.builtin(facts.tree.of(node)) : facts.member(of, facts.tree.of(node));
}

function method(facts: FactsBuilder, call: number): number {
  const { tree } = facts;
  const name = tree.child(call, 'method');
  const receiver = tree.child(call, 'receiver');
  if (receiver < 0) return facts.isName(name) ? bare(facts, name) : -1;
  const of = facts.value(receiver);
  return of < 0 ? -1 : facts.member(of, tree.of(name));
}

function use(node: number, facts: FactsBuilder): Use | undefined {
  const { tree } = facts;
  const parent = tree.parent(node);
  const around = tree.type(parent);
  const field = tree.field(node);
  if (tree.type(node) === 'simple_symbol' || tree.type(node) === 'global_variable')
    return { role: 'read', ref: -1 };
  if (around === 'call' && field === 'method') return { role: 'call', ref: method(facts, parent) };
  if (around === 'scope_resolution' && field === 'name')
    return { role: roleOf(facts, parent), ref: facts.value(parent) };
  return { role: roleOf(facts, node), ref: facts.value(node) };
}

function roleOf(facts: FactsBuilder, node: number): Use['role'] {
  const { tree } = facts;
  const parent = tree.parent(node);
  const around = tree.type(parent);
  if (around === 'superclass') return 'extends';
  if (around === 'argument_list' && MIXES.test(tree.of(tree.child(tree.parent(parent), 'method'))))
    return 'extends';
  if (/assignment/.test(around) && tree.field(node) === 'left') return 'write';
  return 'read';
}
