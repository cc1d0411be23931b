/** C and C++: functions, prototypes, variables and fields. */
import { NONE } from '../../../languages/index.ts';
import type { FactsBuilder } from '../../builder.ts';
import { DECLARATION_FLAGS } from '../../facts.ts';
import { declared, isTest } from './declarators.ts';
import { TAGS, tagName } from './tags.ts';

const { forward, filePrivate, static: isStatic } = DECLARATION_FLAGS;

export function functionDefinition(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const declarator = tree.child(node, 'declarator');
  const type = tree.child(node, 'type');
  // `class EXPORT Name { … }` is read as a function when EXPORT is a macro.
  if (TAGS[tree.type(type)] !== undefined && tree.child(type, 'body') < 0 && facts.isName(declarator)) {
    const index = facts.declare(declarator, { kind: TAGS[tree.type(type)] ?? 'class', node });
    facts.bindTo(tagName(tree.of(declarator)), index, declarator);
    facts.attach(tree.child(node, 'body'), index);
    return;
  }
  const { name, parameters } = declared(facts, declarator);
  const test = isTest(facts, name) ? tree.child(tree.namedChildren(parameters)[1] ?? NONE, 'type') : NONE;
  const index = facts.isName(test)
    ? facts.declare(test, { kind: 'function', node, flags: filePrivate, parent: facts.declarationAround })
    : declareFunction(facts, node, declarator, type, 0);
  facts.open(node, 'function', index);
  if (parameters >= 0) facts.attach(parameters, Math.max(index, 0));
}

function declareFunction(
  facts: FactsBuilder,
  node: number,
  declarator: number,
  type: number,
  flags: number,
): number {
  const { tree } = facts;
  const { name: found, scopes } = declared(facts, declarator);
  const name = tree.type(found) === 'destructor_name' ? tree.firstNamed(found) : found;
  if (!facts.isName(name)) return -1;
  const own = tree.type(found) === 'destructor_name' ? `~${tree.of(name)}` : tree.of(name);
  const around = facts.scopeKind() === 'class' ? facts.classAround() : -1;
  // `leveldb::Open` is in a namespace, `Shop::Open` is of a class.
  const owner = scopes.findLast((each) => !isNamespace(facts, each)) ?? NONE;
  const isMember = owner >= 0 || around >= 0;
  const ofClass =
    owner >= 0 ? tree.of(owner).replace(/<.*$/s, '') : (facts.declarationAt(around)?.name ?? '');
  const known = isMember ? -1 : facts.bound(own);
  const isPart = known >= 0 && ((facts.declarationAt(known)?.flags ?? 0) & forward) !== 0;
  const isOfFile = isStored(facts, node, 'static') && !isMember;
  return facts.declare(name, {
    kind: isMember ? (own === ofClass ? 'constructor' : 'method') : 'function',
    name: own,
    node: whole(facts, node),
    flags:
      flags | (isOfFile ? filePrivate : 0) | (isMember && isStored(facts, node, 'static') ? isStatic : 0),
    ...(type >= 0 ? { type } : {}),
    ...(owner >= 0 ? { owner } : around >= 0 ? { parent: around } : {}),
    merge: isPart,
    // Functions are never inside of each other; what looks like it was read wrongly.
    ...(facts.scopeKind() === 'block' || facts.scopeKind() === 'function' ? { scope: 0 } : {}),
  });
}

/** Where a function begins: with its `template <…>`. */
function whole(facts: FactsBuilder, node: number): number {
  const parent = facts.tree.parent(node);
  return facts.tree.type(parent) === 'template_declaration' ? parent : node;
}

function isStored(facts: FactsBuilder, node: number, word: string): boolean {
  const { tree } = facts;
  return tree.childrenOf(node, 'storage_class_specifier').some((each) => tree.of(each) === word);
}

function isNamespace(facts: FactsBuilder, node: number): boolean {
  const { tree } = facts;
  const found = facts.bound(tree.of(node));
  return found >= 0
    ? facts.declarationAt(found)?.kind === 'namespace'
    : /^[a-z]/.test(tree.of(node)) && tree.type(node) === 'namespace_identifier';
}

/** Variables, fields and prototypes. */
export function declaration(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const type = tree.child(node, 'type');
  const around = facts.scopeKind() === 'class' ? facts.classAround() : -1;
  const isLocal = facts.scopeKind() === 'block' || facts.scopeKind() === 'function';
  for (const each of tree.childrenBy(node, 'declarator')) {
    const isInit = tree.type(each) === 'init_declarator';
    const declarator = isInit ? tree.child(each, 'declarator') : each;
    const { name, parameters, scopes } = declared(facts, declarator);
    if (parameters >= 0 && (!isLocal || type < 0)) {
      declareFunction(facts, node, declarator, type, forward);
      continue;
    }
    if (!facts.isName(name)) continue;
    const owner = scopes.findLast((scope) => !isNamespace(facts, scope)) ?? NONE;
    const value = isInit ? tree.child(each, 'value') : NONE;
    const isAuto = tree.type(type) === 'placeholder_type_specifier';
    const isOutside = isStored(facts, node, 'extern');
    const known = isLocal || around >= 0 ? -1 : facts.bound(tree.of(name));
    const isPart = known >= 0 && ((facts.declarationAt(known)?.flags ?? 0) & forward) !== 0;
    facts.declare(name, {
      kind: around >= 0 ? 'field' : isConstant(facts, node) && !isLocal ? 'constant' : 'variable',
      node,
      ...(isAuto ? { value } : { type }),
      flags:
        (isOutside ? forward : 0) |
        (isStored(facts, node, 'static') && !isLocal && around < 0 ? filePrivate : 0) |
        (isStored(facts, node, 'static') && around >= 0 ? isStatic : 0),
      ...(owner >= 0 ? { owner } : around >= 0 ? { parent: around } : {}),
      merge: isPart,
    });
  }
}

function isConstant(facts: FactsBuilder, node: number): boolean {
  const { tree } = facts;
  return tree.childrenOf(node, 'type_qualifier').some((each) => /^const/.test(tree.of(each)));
}

export function parameter(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const { name } = declared(facts, tree.child(node, 'declarator'));
  if (facts.isName(name)) facts.declare(name, { kind: 'parameter', node, type: tree.child(node, 'type') });
}
