/** C#: types, what is declared in them, and variables. */
import { NONE } from '../../../languages/index.ts';
import type { FactsBuilder } from '../../builder.ts';
import { DECLARATION_FLAGS } from '../../facts.ts';
import { elementGiven, isImplicit } from './nodes.ts';

const { static: isStatic, forward, extension, local } = DECLARATION_FLAGS;

const KINDS: Readonly<Record<string, string>> = {
  interface_declaration: 'interface',
  struct_declaration: 'struct',
  record_declaration: 'record',
  enum_declaration: 'enum',
};

export function typeDeclaration(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  if (name < 0) return;
  const declaration = facts.declare(name, {
    kind: KINDS[tree.type(node)] ?? 'class',
    node,
    bases: tree.namedChildren(tree.childOf(node, 'base_list')),
    // Parts of a class are declared in several places, none of which is the whole.
    flags: (has(facts, node, 'partial') ? forward : 0) | (has(facts, node, 'static') ? isStatic : 0),
    merge: has(facts, node, 'partial'),
  });
  facts.attach(tree.child(node, 'body'), declaration);
  const parameters = tree.childOf(node, 'type_parameter_list');
  // The parameters of a record are its properties.
  if (tree.type(node) === 'record_declaration') facts.open(node, 'class', declaration);
  else if (parameters >= 0 || tree.childOf(node, 'parameter_list') >= 0)
    facts.open(node, 'block', declaration);
  declareTypeParameters(facts, node, parameters);
}

function declareTypeParameters(facts: FactsBuilder, node: number, list: number): void {
  const { tree } = facts;
  const clauses = tree.childrenOf(node, 'type_parameter_constraints_clause');
  for (const each of tree.childrenOf(list, 'type_parameter')) {
    const name = tree.child(each, 'name');
    if (name < 0) continue;
    const clause = clauses.find((one) => tree.of(tree.firstNamed(one)) === tree.of(name)) ?? NONE;
    const bound = tree
      .childrenOf(clause, 'type_parameter_constraint')
      .map((one) => tree.child(one, 'type'))
      .find((one) => one >= 0);
    facts.declare(name, {
      kind: 'type',
      node: each,
      flags: local,
      ...(bound === undefined ? {} : { type: bound }),
    });
  }
}

export function openBody(node: number, facts: FactsBuilder): void {
  const declaration = facts.attached(node);
  if (declaration >= 0 && facts.tree.type(facts.tree.parent(node)) !== 'record_declaration')
    facts.open(node, 'class', declaration);
}

export function method(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  if (name < 0) return;
  const isMember = tree.type(node) === 'method_declaration';
  const returns = tree.child(node, isMember ? 'returns' : 'type');
  const list = tree.child(node, 'parameters');
  const [first = NONE] = tree.childrenOf(list, 'parameter');
  const isExtension = tree.childrenOf(first, 'modifier').some((each) => tree.of(each) === 'this');
  const count = tree.childrenOf(list, 'parameter').length;
  const declaration = facts.declare(name, {
    kind: isMember ? 'method' : 'function',
    node,
    merge: !isExtension,
    flags:
      (has(facts, node, 'static') ? isStatic : 0) |
      (isMember && tree.child(node, 'body') < 0 ? forward : 0) |
      (isExtension ? extension : 0),
    ...(isExtension ? { owner: tree.child(first, 'type') } : {}),
    expression: () => {
      const given = facts.instance(facts.typeOf(returns));
      return given < 0 ? -1 : facts.expression('overload', given, isExtension ? count - 1 : count);
    },
  });
  facts.open(node, 'function', declaration);
  declareTypeParameters(facts, node, tree.childOf(node, 'type_parameter_list'));
}

export function constructorOf(node: number, facts: FactsBuilder): void {
  const parent = facts.classAround();
  const name = facts.tree.child(node, 'name');
  if (name < 0 || parent < 0) return;
  facts.open(node, 'function', facts.declare(name, { kind: 'constructor', node, parent }));
}

export function property(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  if (name < 0) return;
  const declaration = facts.declare(name, {
    kind: 'field',
    node,
    type: tree.child(node, 'type'),
    flags: has(facts, node, 'static') ? isStatic : 0,
  });
  facts.open(node, 'function', declaration);
}

/** Fields and local variables: one or more names of a type. */
export function variables(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const statement = tree.parent(node);
  const isField = facts.scopeKind() === 'class';
  const type = tree.child(node, 'type');
  const declarators = tree.childrenOf(node, 'variable_declarator');
  for (const each of declarators) {
    const name = tree.child(each, 'name');
    if (name < 0) continue;
    const value = tree.namedChildren(each).at(-1) ?? NONE;
    facts.declare(name, {
      kind: !isField ? 'variable' : has(facts, statement, 'const') ? 'constant' : 'field',
      node: declarators.length === 1 ? statement : each,
      flags: isField && (has(facts, statement, 'static') || has(facts, statement, 'const')) ? isStatic : 0,
      ...(isImplicit(facts, type) ? (value === name ? {} : { value }) : { type }),
    });
  }
}

export function parameter(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  if (name < 0) return;
  const type = tree.child(node, 'type');
  const lambda = tree.parent(tree.parent(node));
  const isProperty = tree.type(lambda) === 'record_declaration';
  const isOnly =
    tree.type(lambda) === 'lambda_expression' && tree.childrenOf(tree.parent(node), 'parameter').length === 1;
  facts.declare(name, {
    kind: isProperty ? 'field' : 'parameter',
    node,
    ...(type >= 0 ? { type } : isOnly ? { expression: () => elementGiven(facts, lambda) } : {}),
  });
}

/** `catch (E e)`, `is T t`, `out T t`. */
export function typedName(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  const type = tree.child(node, 'type');
  if (tree.type(name) === 'identifier')
    facts.declare(name, { kind: 'variable', node, ...(isImplicit(facts, type) ? {} : { type }) });
}

function has(facts: FactsBuilder, node: number, modifier: string): boolean {
  const { tree } = facts;
  return tree.childrenOf(node, 'modifier').some((each) => tree.of(each) === modifier);
}
