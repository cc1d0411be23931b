/** Lua: tables are modules, classes and objects; a name that is not local is seen by all files. */
import { NONE } from '../../languages/index.ts';
import type { FactRules, FactsBuilder, Use } from '../builder.ts';
import { DECLARATION_FLAGS } from '../facts.ts';

/** The name under which a file offers what it returns. */
const WHOLE_MODULE = 'module.exports';
const { filePrivate } = DECLARATION_FLAGS;

/** What is known of the tables of a text during the first pass. */
interface Tables {
  /** Tables that functions are written into: `T` of `function T.f()`. */
  withFunctions: Set<string>;
  /** Declaration of a table and name to the member's declaration. */
  members: Map<string, number>;
  /** Variables that hold `setmetatable({}, T)`, and the declaration of `T`. */
  instances: Map<number, number>;
}
const TABLES = new WeakMap<FactsBuilder, Tables>();

export const rules: FactRules = {
  names: ['identifier'],
  comments: ['comment', 'hash_bang_line'],
  strings: ['string'],
  enter: {
    function_declaration: declareFunction,
    function_definition(node, facts) {
      facts.open(node, 'function', facts.attached(node));
      declareParameters(facts, node, NONE);
    },
    variable_declaration: declareLocals,
    assignment_statement(node, facts) {
      const { tree } = facts;
      if (tree.type(tree.parent(node)) === 'variable_declaration') return;
      const values = tree.namedChildren(tree.childOf(node, 'expression_list'));
      for (const [index, target] of tree.namedChildren(tree.childOf(node, 'variable_list')).entries())
        assign(facts, target, values[index] ?? NONE, node);
    },
    field: declareField,
    function_call(node, facts) {
      const { tree } = facts;
      if (!isCallOf(facts, node, 'setmetatable')) return;
      const [table = NONE, meta = NONE] = argumentsOf(facts, node);
      const owner = tableOf(facts, table);
      const base = metaOf(facts, meta);
      if (owner >= 0 && base >= 0 && tree.of(base) !== tree.of(table))
        facts.describe(owner, { bases: [base] });
    },
    return_statement(node, facts) {
      const { tree } = facts;
      if (tree.type(tree.parent(node)) === 'chunk')
        exportValue(facts, tree.firstNamed(tree.firstNamed(node)));
    },
    for_statement: openBlock,
    for_generic_clause(node, facts) {
      const { tree } = facts;
      for (const name of tree.childrenOf(tree.childOf(node, 'variable_list'), 'identifier'))
        facts.declare(name, { kind: 'variable', node, after: node });
    },
    for_numeric_clause: (node, facts) =>
      void facts.declare(facts.tree.child(node, 'name'), { kind: 'variable', node, after: node }),
    repeat_statement: openBlock,
    block(node, facts) {
      // The condition after `until` sees the names of the block.
      if (facts.tree.type(facts.tree.parent(node)) !== 'repeat_statement') openBlock(node, facts);
    },
  },
  values: {
    identifier: named,
    dot_index_expression: member,
    method_index_expression: member,
    function_call: called,
    parenthesized_expression: (node, facts) => facts.value(facts.tree.firstNamed(node)),
    binary_expression(node, facts) {
      const { tree } = facts;
      const [left = NONE, right = NONE] = tree.namedChildren(node);
      return tree.childOf(node, 'or') >= 0 ? facts.either(facts.value(left), facts.value(right)) : -1;
    },
    string: (_, facts) => facts.builtin('string'),
    number: (_, facts) => facts.builtin('number'),
  },
  use,
};

function openBlock(node: number, facts: FactsBuilder): void {
  facts.open(node, 'block');
}

function tablesOf(facts: FactsBuilder): Tables {
  let tables = TABLES.get(facts);
  if (tables === undefined) {
    const { tree } = facts;
    tables = { withFunctions: new Set(), members: new Map(), instances: new Map() };
    for (let node = 0; node < tree.count; node++)
      if (tree.type(node) === 'function_declaration')
        tables.withFunctions.add(tree.of(tree.child(tree.child(node, 'name'), 'table')));
    TABLES.set(facts, tables);
  }
  return tables;
}

// ---- Declarations

function declareFunction(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  const isLocal = tree.childOf(node, 'local') >= 0;
  const expression = () => returned(facts, node);
  const declaration =
    tree.type(name) === 'identifier'
      ? facts.declare(name, {
          kind: 'function',
          node,
          expression,
          ...(isLocal ? { flags: filePrivate } : globalUnlessBound(facts, name)),
        })
      : declareMember(facts, name, { kind: kindOf(facts, name), node, expression });
  facts.open(node, 'function', declaration);
  declareParameters(facts, node, tree.child(name, 'table'));
}

const kindOf = (facts: FactsBuilder, name: number) =>
  facts.tree.type(name) === 'method_index_expression' ? 'method' : 'function';

/** A function of a table: its member if the table is one of this text, else one that belongs to what the text names. */
function declareMember(
  facts: FactsBuilder,
  path: number,
  what: { kind: string; node: number; expression: () => number },
): number {
  const { tree } = facts;
  const table = tree.child(path, 'table');
  const name = nameIn(facts, path);
  if (name < 0) return -1;
  const parent = tableOf(facts, table);
  const declaration = facts.declare(name, { ...what, ...(parent >= 0 ? { parent } : { owner: table }) });
  if (parent >= 0) tablesOf(facts).members.set(`${parent} ${tree.of(name)}`, declaration);
  return declaration;
}

/** A first parameter called `self` is by custom what the function is a member of. */
function declareParameters(facts: FactsBuilder, node: number, table: number): void {
  const { tree } = facts;
  for (const name of tree.childrenOf(tree.child(node, 'parameters'), 'identifier')) {
    const isSelf = table >= 0 && tree.of(name) === 'self';
    facts.declare(name, {
      kind: 'parameter',
      ...(isSelf ? { expression: () => facts.instance(facts.value(table)) } : {}),
    });
  }
}

function declareLocals(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const inner = tree.childOf(node, 'assignment_statement');
  const list = tree.childOf(inner < 0 ? node : inner, 'variable_list');
  const values = tree.namedChildren(tree.childOf(inner, 'expression_list'));
  for (const [index, name] of tree.childrenOf(list, 'identifier').entries()) {
    const value = values[index] ?? NONE;
    const specifier = requiredBy(facts, value);
    if (specifier === undefined)
      declareVariable(facts, name, value, node, { flags: filePrivate, after: node });
    else facts.import({ specifier, kind: 'require', local: tree.of(name) }, { nameNode: name });
  }
}

function declareVariable(
  facts: FactsBuilder,
  name: number,
  value: number,
  node: number,
  where: { flags?: number; after?: number; scope?: number; merge?: boolean },
): void {
  const { tree } = facts;
  const isFunction = tree.type(value) === 'function_definition';
  const isTable = holdsTable(facts, value) || tablesOf(facts).withFunctions.has(tree.of(name));
  const declaration = facts.declare(name, {
    kind: isFunction ? 'function' : isTable ? 'object' : 'variable',
    node,
    ...where,
    ...(isFunction ? { expression: () => returned(facts, value) } : isTable ? {} : { value }),
  });
  describeTable(facts, declaration, value, isTable);
}

/** What is written between the braces are members of the table, or of that which its metatable is. */
function describeTable(facts: FactsBuilder, declaration: number, value: number, isTable: boolean): void {
  const { tree } = facts;
  if (!isCallOf(facts, value, 'setmetatable')) {
    facts.attach(
      tree.type(value) === 'binary_expression' ? (tree.namedChildren(value)[1] ?? NONE) : value,
      declaration,
    );
    return;
  }
  const [table = NONE, meta = NONE] = argumentsOf(facts, value);
  const base = metaOf(facts, meta);
  if (isTable) {
    facts.attach(table, declaration);
    if (base >= 0) facts.describe(declaration, { bases: [base] });
    return;
  }
  const of = tableOf(facts, base);
  if (of < 0) return;
  facts.attach(table, of);
  tablesOf(facts).instances.set(declaration, of);
}

function holdsTable(facts: FactsBuilder, value: number): boolean {
  const { tree } = facts;
  if (tree.type(value) === 'table_constructor') return true;
  // `A = A or {}`.
  return (
    tree.type(value) === 'binary_expression' &&
    tree.type(tree.namedChildren(value)[1] ?? NONE) === 'table_constructor'
  );
}

/** A name that nothing around binds is one of all files. */
function globalUnlessBound(facts: FactsBuilder, name: number): { scope?: number } {
  return facts.isBoundWithin(facts.tree.of(name), 0) ? {} : { scope: 0 };
}

function assign(facts: FactsBuilder, target: number, value: number, node: number): void {
  const { tree } = facts;
  const isFunction = tree.type(value) === 'function_definition';
  if (tree.type(target) === 'identifier') {
    const known = facts.bound(tree.of(target));
    if (known < 0 && !facts.isBoundWithin(tree.of(target), 0))
      declareVariable(facts, target, value, node, { scope: 0 });
    else if (known >= 0) {
      facts.mark(target, 'write', facts.expression('declaration', known));
      facts.describe(known, isFunction ? {} : { value });
      facts.attach(value, known);
    }
    return;
  }
  if (tree.type(target) !== 'dot_index_expression') return;
  const parent = tableOf(facts, tree.child(target, 'table'));
  const name = nameIn(facts, target);
  const known = tablesOf(facts).members.get(`${parent} ${tree.of(name)}`);
  if (known !== undefined) {
    facts.mark(name, 'write', facts.expression('declaration', known));
    facts.attach(value, known);
  } else if (isFunction) {
    const what = { kind: 'function', node, expression: () => returned(facts, value) };
    facts.attach(value, declareMember(facts, target, what));
  } else if (parent >= 0) declareValue(facts, name, value, node, parent);
}

/** A member of a table that is no function, which may be a table itself. */
function declareValue(facts: FactsBuilder, name: number, value: number, node: number, parent: number): void {
  const { tree } = facts;
  const isTable = holdsTable(facts, value) || tablesOf(facts).withFunctions.has(tree.of(tree.parent(name)));
  const declaration = facts.declare(name, {
    kind: isTable ? 'object' : 'field',
    node,
    parent,
    ...(isTable ? {} : { value }),
  });
  tablesOf(facts).members.set(`${parent} ${tree.of(name)}`, declaration);
  describeTable(facts, declaration, value, isTable);
}

/** `name = value` between the braces of a table. */
function declareField(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  const value = tree.child(node, 'value');
  const table = tree.parent(node);
  const isOfModule = isReturned(facts, table);
  if (tree.type(name) !== 'identifier' || tree.childOf(node, '[') >= 0) return;
  if (isOfModule && /^(?:identifier|dot_index_expression)$/.test(tree.type(value))) {
    facts.export(tree.of(name), value);
    facts.mark(name, 're-export', () => facts.value(value));
    return;
  }
  const parent = isOfModule ? -1 : facts.attached(table);
  if (parent < 0 && !isOfModule) return;
  if (tablesOf(facts).members.has(`${parent} ${tree.of(name)}`)) return;
  if (tree.type(value) !== 'function_definition') {
    declareValue(facts, name, value, node, parent);
    return;
  }
  const declaration = facts.declare(name, {
    kind: 'function',
    node,
    parent,
    flags: isOfModule ? filePrivate : 0,
    expression: () => returned(facts, value),
  });
  tablesOf(facts).members.set(`${parent} ${tree.of(name)}`, declaration);
  facts.attach(value, declaration);
}

/** True for the table that the file returns. */
function isReturned(facts: FactsBuilder, table: number): boolean {
  const { tree } = facts;
  const statement = tree.parent(tree.parent(table));
  return tree.type(statement) === 'return_statement' && tree.type(tree.parent(statement)) === 'chunk';
}

/** What `require` of this file gives. Of a table written out, its fields are exported one by one. */
function exportValue(facts: FactsBuilder, value: number): void {
  const { tree } = facts;
  const type = tree.type(value);
  if (value < 0 || type === 'table_constructor') return;
  if (type === 'identifier' || type === 'dot_index_expression') {
    facts.export(WHOLE_MODULE, value);
    return;
  }
  // Something that nobody can name: it has none of the names of this file.
  facts.declare(value, { kind: 'object', node: value, name: WHOLE_MODULE, parent: -1, flags: filePrivate });
}

// ---- Tables

/** The token of the last name of `a.b.c` or `a.b:c`. */
function nameIn({ tree }: FactsBuilder, path: number): number {
  const field = tree.child(path, 'field');
  return field >= 0 ? field : tree.child(path, 'method');
}

/** The declaration of this text whose members are those of the table, or -1. */
function tableOf(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  let found = -1;
  if (tree.type(node) === 'identifier') {
    found = facts.bound(tree.of(node));
    const method = found < 0 && tree.of(node) === 'self' ? methodAround(facts, node) : NONE;
    if (method >= 0) return tableOf(facts, tree.child(tree.child(method, 'name'), 'table'));
  } else if (tree.type(node) === 'dot_index_expression') {
    const outer = tableOf(facts, tree.child(node, 'table'));
    found = tablesOf(facts).members.get(`${outer} ${tree.of(tree.child(node, 'field'))}`) ?? -1;
  }
  const of = tablesOf(facts).instances.get(found);
  if (of !== undefined) return of;
  return facts.declarationAt(found)?.kind === 'object' ? found : -1;
}

/** The innermost `function a:b()` around a node, or NONE. */
function methodAround({ tree }: FactsBuilder, node: number): number {
  let at = tree.above(node, 'function_declaration');
  while (at >= 0 && tree.type(tree.child(at, 'name')) !== 'method_index_expression')
    at = tree.above(at, 'function_declaration');
  return at;
}

/** Where a metatable looks for members: itself, by custom, or what its `__index` says. */
function metaOf({ tree }: FactsBuilder, meta: number): number {
  if (tree.type(meta) !== 'table_constructor')
    return /^(?:identifier|dot_index_expression)$/.test(tree.type(meta)) ? meta : NONE;
  const index = tree
    .childrenOf(meta, 'field')
    .find((each) => tree.of(tree.child(each, 'name')) === '__index');
  const value = index === undefined ? NONE : tree.child(index, 'value');
  return /^(?:identifier|dot_index_expression)$/.test(tree.type(value)) ? value : NONE;
}

// ---- Values

const isCallOf = ({ tree }: FactsBuilder, node: number, name: string) =>
  tree.type(node) === 'function_call' && tree.of(tree.child(node, 'name')) === name;

const argumentsOf = ({ tree }: FactsBuilder, call: number) =>
  tree.namedChildren(tree.child(call, 'arguments'));

/** The specifier of `require "a.b"`; undefined for anything else. */
function requiredBy(facts: FactsBuilder, call: number): string | undefined {
  const { tree } = facts;
  if (!isCallOf(facts, call, 'require')) return undefined;
  const [path = NONE] = argumentsOf(facts, call);
  return tree.type(path) === 'string' ? tree.of(tree.child(path, 'content')) : undefined;
}

function named(node: number, facts: FactsBuilder): number {
  const { tree } = facts;
  const found = facts.lookup(tree.of(node), node);
  if (tree.of(node) !== 'self' || !facts.isFree(found)) return found;
  const method = methodAround(facts, node);
  return method < 0 ? -1 : facts.instance(facts.value(tree.child(tree.child(method, 'name'), 'table')));
}

function member(node: number, facts: FactsBuilder): number {
  const of = facts.value(facts.tree.child(node, 'table'));
  return of < 0 ? -1 : facts.member(of, facts.tree.of(nameIn(facts, node)));
}

function called(node: number, facts: FactsBuilder): number {
  const specifier = requiredBy(facts, node);
  if (specifier !== undefined) {
    const line = facts.lineOf(facts.tree.start(node));
    return facts.expression('import', facts.importOnce({ specifier, kind: 'require', imported: '*', line }));
  }
  if (isCallOf(facts, node, 'setmetatable')) {
    const [, meta = NONE] = argumentsOf(facts, node);
    return facts.instance(facts.value(metaOf(facts, meta)));
  }
  const of = facts.value(facts.tree.child(node, 'name'));
  return of < 0 ? -1 : facts.expression('call', of);
}

const MOST_RETURNS = 3;

/** What the first few `return` statements of a function give. */
function returned(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  let value = -1;
  let seen = 0;
  const body = tree.child(node, 'body');
  const end = body < 0 ? -1 : (tree.nexts[body] as number);
  for (let at = body; at < end && seen < MOST_RETURNS; at++) {
    const type = tree.type(at);
    if (type === 'function_declaration' || type === 'function_definition')
      at = (tree.nexts[at] as number) - 1;
    else if (type === 'return_statement') {
      value = facts.either(value, facts.value(tree.firstNamed(tree.firstNamed(at))));
      seen++;
    }
  }
  return value;
}

function use(node: number, facts: FactsBuilder): Use | undefined {
  const { tree } = facts;
  const parent = tree.parent(node);
  const field = tree.field(node);
  switch (tree.type(parent)) {
    case 'dot_index_expression':
    case 'method_index_expression':
      if (field === 'table') break;
      return { role: roleOf(facts, parent), ref: facts.value(parent) };
    case 'field':
      // A key of a table that has no name.
      if (field === 'name' && tree.childOf(parent, '[') < 0) return { role: 'write', ref: -1 };
      break;
    case 'attribute':
    case 'goto_statement':
    case 'label_statement':
      return { role: 'read', ref: facts.builtin('label') };
  }
  return { role: roleOf(facts, node), ref: named(node, facts) };
}

function roleOf({ tree }: FactsBuilder, node: number): Use['role'] {
  const parent = tree.parent(node);
  if (tree.type(parent) === 'function_call' && tree.field(node) === 'name') return 'call';
  return tree.type(parent) === 'variable_list' ? 'write' : 'read';
}
