/** Java: types and what is declared in them. */
import { NONE } from '../../../languages/index.ts';
import type { FactsBuilder } from '../../builder.ts';
import { DECLARATION_FLAGS } from '../../facts.ts';
import { arrayOf, typed } from './nodes.ts';

const { static: isStatic, forward } = DECLARATION_FLAGS;

const KINDS: Readonly<Record<string, string>> = {
  interface_declaration: 'interface',
  annotation_type_declaration: 'interface',
  enum_declaration: 'enum',
  record_declaration: 'record',
};

export function typeDeclaration(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  if (name < 0) return;
  const heritage = tree.childrenOf(node, 'superclass', 'super_interfaces', 'extends_interfaces');
  const bases = heritage.flatMap((each) => {
    const list = tree.childOf(each, 'type_list', 'interface_type_list');
    return tree.namedChildren(list >= 0 ? list : each);
  });
  const declaration = facts.declare(name, {
    kind: KINDS[tree.type(node)] ?? 'class',
    node,
    bases,
    flags: modifier(facts, node, 'static') ? isStatic : 0,
  });
  facts.attach(tree.child(node, 'body'), declaration);
  const parameters = tree.child(node, 'type_parameters');
  // The components of a record are members, and come before its body.
  if (tree.type(node) === 'record_declaration') facts.open(node, 'class', declaration);
  else if (parameters >= 0) facts.open(node, 'block', declaration);
  declareTypeParameters(facts, parameters);
}

function declareTypeParameters(facts: FactsBuilder, list: number): void {
  const { tree } = facts;
  for (const each of tree.childrenOf(list, 'type_parameter')) {
    const name = tree.childOf(each, 'type_identifier', 'identifier');
    const bound = tree.firstNamed(tree.childOf(each, 'type_bound'));
    facts.declare(name, {
      kind: 'type',
      node: each,
      flags: DECLARATION_FLAGS.local,
      ...(bound >= 0 ? { type: bound } : {}),
    });
  }
}

export function openBody(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const declaration = facts.attached(node);
  const owner = tree.parent(node);
  if (declaration >= 0) {
    if (tree.type(owner) !== 'record_declaration') facts.open(node, 'class', declaration);
    return;
  }
  // A class without a name: `new Type() { … }`, the body of an enum's constant.
  const isCreated = tree.type(owner) === 'object_creation_expression';
  const base = isCreated ? tree.child(owner, 'type') : NONE;
  const enumeration = facts.classAround();
  const anonymous = facts.declare(node, {
    kind: 'class',
    name: isCreated ? `new ${tree.of(base)}` : tree.of(tree.child(owner, 'name')),
    node: owner,
    parent: facts.declarationAround,
    ...(isCreated ? { bases: [base] } : {}),
  });
  if (!isCreated) facts.inherit(anonymous, () => facts.expression('declaration', enumeration));
  facts.open(node, 'class', anonymous);
}

export function method(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  if (name < 0) return;
  const declaration = facts.declare(name, {
    kind: 'method',
    node,
    isMethod: true,
    merge: true,
    expression: () => {
      const parameters = tree.childrenOf(tree.child(node, 'parameters'), 'formal_parameter');
      const given = facts.instance(facts.typeOf(tree.child(node, 'type')));
      return given < 0 ? -1 : facts.expression('overload', given, parameters.length);
    },
    flags: (modifier(facts, node, 'static') ? isStatic : 0) | (tree.child(node, 'body') < 0 ? forward : 0),
  });
  facts.open(node, 'function', declaration);
  declareTypeParameters(facts, tree.child(node, 'type_parameters'));
}

export function constructorOf(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  const parent = facts.classAround();
  if (name < 0 || parent < 0) return;
  const declaration = facts.declare(name, { kind: 'constructor', node, parent });
  facts.open(node, 'function', declaration);
  declareTypeParameters(facts, tree.child(node, 'type_parameters'));
}

/** Fields and local variables: one or more names of a type. */
export function fields(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const type = tree.child(node, 'type');
  const declarators = tree.childrenBy(node, 'declarator');
  const isField = facts.scopeKind() === 'class';
  const isConstant =
    tree.type(node) === 'constant_declaration' ||
    (modifier(facts, node, 'static') && modifier(facts, node, 'final'));
  for (const each of declarators) {
    const name = tree.child(each, 'name');
    if (name < 0) continue;
    const isArray = tree.child(each, 'dimensions') >= 0;
    facts.declare(name, {
      kind: isField ? (isConstant ? 'constant' : 'field') : 'variable',
      node: declarators.length === 1 ? node : each,
      flags: isField && (isConstant || modifier(facts, node, 'static')) ? isStatic : 0,
      ...(isArray
        ? { expression: () => arrayOf(facts, facts.typeOf(type)) }
        : typed(facts, type, tree.child(each, 'value'))),
    });
  }
}

export function pattern(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const [type = NONE, name = NONE] = tree.namedChildren(node);
  if (tree.type(name) === 'identifier')
    facts.declare(name, { kind: 'variable', node, ...typed(facts, type) });
}

function modifier(facts: FactsBuilder, node: number, word: string): boolean {
  const { tree } = facts;
  return tree.childOf(tree.childOf(node, 'modifiers'), word) >= 0;
}
