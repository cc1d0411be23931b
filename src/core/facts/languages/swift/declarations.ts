/** Declarations of Swift: types and their extensions, functions, properties. */
import { NONE } from '../../../languages/index.ts';
import type { Declare, FactsBuilder } from '../../builder.ts';
import { DECLARATION_FLAGS } from '../../facts.ts';
import { typeIn } from './nodes.ts';
import { namesIn } from './patterns.ts';

const { static: isStatic, forward, filePrivate, local } = DECLARATION_FLAGS;

export function typeDeclaration(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  const body = tree.child(node, 'body');
  if (name < 0) return;
  const bases = tree.childrenOf(node, 'inheritance_specifier');
  const isExtension = tree.childOf(node, 'extension') >= 0;
  const keyword = tree.childOf(node, 'struct', 'enum');
  const kind =
    tree.type(node) === 'protocol_declaration' ? 'interface' : keyword < 0 ? 'class' : tree.type(keyword);
  // What an extension declares belongs to the type it extends; inside it is as in a class that inherits from it.
  const declaration = isExtension
    ? facts.declare(body < 0 ? name : body, { kind: 'class', name: '', node, bases: [name, ...bases] })
    : declareMember(facts, name, { kind, node, bases, flags: flagsOf(facts, node) });
  facts.attach(body, declaration);
  facts.open(node, 'block', declaration);
  declareTypeParameters(facts, node);
}

/** Declares a name; in an extension as a member of the type that is extended. */
export function declareMember(facts: FactsBuilder, name: number, what: Declare): number {
  const { tree } = facts;
  const around = facts.scopeKind() === 'class' ? extensionAround(facts, name) : NONE;
  if (around < 0) return facts.declare(name, what);
  const declaration = facts.declare(name, { ...what, owner: tree.child(around, 'name') });
  facts.bindTo(what.name ?? tree.of(name), declaration, name);
  return declaration;
}

/** The extension whose member is declared here, or none. */
function extensionAround({ tree }: FactsBuilder, name: number): number {
  const body = tree.above(name, 'class_body', 'enum_class_body', 'protocol_body');
  const inner = tree.parent(body);
  // The name of a type is outside of its own body.
  return tree.childOf(inner, 'extension') >= 0 ? inner : NONE;
}

export function openBody(node: number, facts: FactsBuilder): void {
  const declaration = facts.attached(node);
  facts.open(node, 'class', declaration);
}

export function openAttached(node: number, facts: FactsBuilder): void {
  facts.open(node, 'function', facts.attached(node));
}

export function typeName(node: number, facts: FactsBuilder): void {
  const name = facts.tree.child(node, 'name');
  if (name >= 0) declareMember(facts, name, { kind: 'type', node, type: typeIn(facts, node) });
}

export function declareTypeParameters(facts: FactsBuilder, node: number): void {
  const { tree } = facts;
  for (const each of tree.childrenOf(tree.childOf(node, 'type_parameters'), 'type_parameter')) {
    const name = tree.childOf(each, 'type_identifier');
    if (name >= 0) facts.declare(name, { kind: 'type', node: each, flags: local, type: typeIn(facts, each) });
  }
}

export function functionDeclaration(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  if (tree.type(name) !== 'simple_identifier') {
    facts.open(node, 'function');
    return;
  }
  const isForward = tree.type(node) === 'protocol_function_declaration';
  const declaration = declareMember(facts, name, {
    kind: facts.scopeKind() === 'class' ? 'method' : 'function',
    node,
    merge: true,
    flags: flagsOf(facts, node) | (isForward ? forward : 0),
    type: typeIn(facts, node),
  });
  facts.open(node, 'function', declaration);
  declareTypeParameters(facts, node);
}

function flagsOf(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  const modifiers = tree
    .namedChildren(tree.childOf(node, 'modifiers'))
    .filter((each) => tree.type(each) !== 'attribute')
    .map((each) => tree.of(each));
  const isHidden =
    facts.scopeKind() === 'module' && modifiers.some((each) => /^(?:file)?private$/.test(each));
  const isShared = modifiers.some((each) => each === 'static' || each === 'class');
  return (isHidden ? filePrivate : 0) | (isShared ? isStatic : 0);
}

/** `let a: A = …, (b, c) = …` */
export function property(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const isMember = facts.scopeKind() === 'class';
  const parts = tree.namedChildren(node);
  for (const [place, pattern] of parts.entries()) {
    if (tree.type(pattern) !== 'pattern') continue;
    const next = parts.slice(place + 1);
    const end = next.findIndex((each) => tree.type(each) === 'pattern');
    const own = end === -1 ? next : next.slice(0, end);
    const annotation = own.find((each) => tree.type(each) === 'type_annotation');
    const value = own.find((each) => tree.field(each) === 'value');
    const names = namesIn(facts, pattern);
    for (const name of names) {
      const declaration = declareMember(facts, name, {
        kind: isMember ? 'field' : 'variable',
        node,
        flags: flagsOf(facts, node),
        ...(isMember || facts.scopeKind() === 'module' ? {} : { after: node }),
        ...(annotation !== undefined
          ? { type: typeIn(facts, annotation) }
          : value !== undefined && names.length === 1
            ? { value }
            : {}),
      });
      for (const each of own) facts.attach(each, declaration);
    }
  }
}
