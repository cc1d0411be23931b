/** Declarations of Lua: functions, variables, and members written into tables. */
import { NONE } from '../../../languages/index.ts';
import type { FactsBuilder } from '../../builder.ts';
import { DECLARATION_FLAGS } from '../../facts.ts';
import { isReturned, requiredBy } from './modules.ts';
import { argumentsOf, holdsTable, isCallOf, metaOf, nameIn, tableOf, tablesOf } from './tables.ts';
import { returned } from './values.ts';

const { filePrivate } = DECLARATION_FLAGS;

export function declareFunction(node: number, facts: FactsBuilder): void {
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
export function declareParameters(facts: FactsBuilder, node: number, table: number): void {
  const { tree } = facts;
  for (const name of tree.childrenOf(tree.child(node, 'parameters'), 'identifier')) {
    const isSelf = table >= 0 && tree.of(name) === 'self';
    facts.declare(name, {
      kind: 'parameter',
      ...(isSelf ? { expression: () => facts.instance(facts.value(table)) } : {}),
    });
  }
}

export function declareLocals(node: number, facts: FactsBuilder): void {
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

/** A name that nothing around binds is one of all files. */
function globalUnlessBound(facts: FactsBuilder, name: number): { scope?: number } {
  return facts.isBoundWithin(facts.tree.of(name), 0) ? {} : { scope: 0 };
}

export function assign(facts: FactsBuilder, target: number, value: number, node: number): void {
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
export function declareField(node: number, facts: FactsBuilder): void {
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
