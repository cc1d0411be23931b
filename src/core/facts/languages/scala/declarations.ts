/** Declarations of Scala: types with the fields in their constructors, functions, values. */
import type { Declare, FactsBuilder } from '../../builder.ts';
import { DECLARATION_FLAGS } from '../../facts.ts';
import { declarePattern } from './patterns.ts';

const { local, forward, getter, filePrivate } = DECLARATION_FLAGS;

const KINDS: Readonly<Record<string, string>> = {
  trait_definition: 'trait',
  object_definition: 'object',
  package_object: 'object',
  enum_definition: 'enum',
};

export function typeDefinition(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  if (name < 0) return;
  const extended = tree.childOf(node, 'extends_clause');
  const isHidden =
    facts.scopeKind() === 'module' && /^private(?!\[)/.test(tree.of(tree.childOf(node, 'modifiers')));
  const isCase = tree.type(node) === 'simple_enum_case';
  const around = facts.classAround();
  const declaration = facts.declare(name, {
    kind: isCase ? 'constant' : (KINDS[tree.type(node)] ?? 'class'),
    node,
    flags: isHidden ? filePrivate : 0,
    // A class and its companion have one name and are one thing to whoever uses it.
    merge: !isCase,
    bases: tree.namedChildren(extended).filter((each) => tree.field(each) === 'type'),
    ...(isCase && around >= 0 ? { expression: () => facts.expression('self', around) } : {}),
  });
  facts.attach(tree.child(node, 'body'), declaration);
  facts.open(node, 'block', declaration);
  declareTypeParameters(facts, node);
}

export function openBody(node: number, facts: FactsBuilder): void {
  facts.open(node, 'class', facts.attached(node));
}

/** Parameters of a class are its fields. */
export function classParameter(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const [name, parent] = [tree.child(node, 'name'), facts.declarationAround];
  if (name < 0 || parent < 0) return;
  const field = facts.declare(name, { kind: 'field', node, parent, type: tree.child(node, 'type') });
  facts.bindTo(tree.of(name), field, name);
}

export function declareTypeParameters(facts: FactsBuilder, node: number): void {
  const { tree } = facts;
  for (const list of tree.childrenOf(node, 'type_parameters'))
    for (const each of tree.namedChildren(list)) {
      const name = tree.type(each) === 'identifier' ? each : tree.child(each, 'name');
      if (name >= 0) facts.declare(name, { kind: 'type', node: each, flags: local });
    }
}

export function functionDefinition(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  if (tree.type(name) !== 'identifier' || tree.of(name) === 'this') {
    facts.open(node, 'function');
    return;
  }
  const returns = tree.child(node, 'return_type');
  const body = tree.child(node, 'body');
  const isPlain = tree.childOf(node, 'parameters') < 0;
  const declaration = facts.declare(name, {
    kind: facts.scopeKind() === 'class' ? 'method' : 'function',
    node,
    merge: true,
    flags: (body < 0 ? forward : 0) | (isPlain ? getter : 0),
    ...(returns >= 0 ? { type: returns } : tree.type(body) === 'block' ? {} : { value: body }),
  });
  facts.open(node, 'function', declaration);
  declareTypeParameters(facts, node);
}

export function values(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const kind = facts.scopeKind();
  const isMember = kind === 'class';
  const type = tree.child(node, 'type');
  const value = tree.child(node, 'value');
  const what: Declare = {
    kind: isMember ? 'field' : 'variable',
    node,
    ...(isMember || kind === 'module' ? {} : { after: node }),
  };
  const given = type >= 0 ? { type } : { value };
  const names = tree.childrenOf(node, 'identifier').filter((each) => tree.field(each) === 'name');
  for (const name of names) facts.declare(name, { ...what, ...given });
  declarePattern(facts, tree.child(node, 'pattern'), what, given);
}
