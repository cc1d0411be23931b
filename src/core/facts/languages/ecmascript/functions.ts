/** JavaScript and TypeScript: variables, patterns, functions and their parameters. */
import { NONE } from '../../../languages/index.ts';
import type { Declare, FactsBuilder } from '../../builder.ts';
import { CALL_SIGNATURE, DECLARATION_FLAGS } from '../../facts.ts';
import { expectedAt } from './context.ts';
import { requireInto, requireMember } from './modules.ts';
import {
  attachValue,
  exportedStatement,
  FUNCTIONS,
  kindOf,
  requiredModule,
  unwrapped,
  valueBy,
} from './nodes.ts';

const { local, forward, exported, rest } = DECLARATION_FLAGS;

/** Methods of arrays whose callback gets an element. */
const GIVES_ELEMENT = /^(?:map|filter|forEach|find|findIndex|findLast|some|every|flatMap|sort)$/;

export function variableDeclarator(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  const type = tree.child(node, 'type');
  const value = unwrapped(facts, tree.child(node, 'value'));
  const statement = tree.parent(node);
  const isVar = tree.type(statement) === 'variable_declaration';
  const scope = isVar ? facts.scopeOfKind('function', 'module') : facts.scope;
  const specifier = requiredModule(facts, value);
  if (specifier !== undefined && type < 0) {
    requireInto(facts, name, specifier, value);
    return;
  }
  if (type < 0 && requireMember(facts, name, value)) return;
  const whole =
    tree.childrenOf(statement, 'variable_declarator').length === 1
      ? exportedStatement(facts, statement)
      : node;
  bindPattern(facts, name, {
    kind: kindOf(
      facts,
      type >= 0 && tree.type(value) === 'object' ? NONE : value,
      tree.of(tree.child(statement, 'kind')) === 'const' && scope === 0 ? 'constant' : 'variable',
    ),
    node: whole,
    scope,
    merge: isVar,
    ...valueBy(facts, type, value),
    flags: whole !== node && whole !== statement ? exported : 0,
  });
  const isExpected = type >= 0 && tree.type(value) === 'object';
  if (tree.type(name) === 'identifier' && !isExpected) attachValue(facts, value, facts.declarationOf(name));
}

/** Names in a pattern; what is taken out of an object is a member of it. */
export function bindPattern(facts: FactsBuilder, pattern: number, what: Declare, from?: () => number): void {
  const { tree } = facts;
  const memberOf = (name: string) => () => {
    const whole = from?.() ?? wholeValue(facts, what);
    return whole < 0 ? -1 : facts.member(whole, name);
  };
  const part = (name: string): Declare => ({
    kind: 'variable',
    node: what.node ?? pattern,
    ...(what.scope === undefined ? {} : { scope: what.scope }),
    expression: memberOf(name),
    ...(what.merge ? { merge: true } : {}),
  });
  switch (tree.type(pattern)) {
    case 'identifier':
      facts.declare(pattern, from === undefined ? what : { ...what, expression: from });
      break;
    case 'object_pattern':
      for (const child of tree.namedChildren(pattern)) {
        const key = tree.type(child) === 'object_assignment_pattern' ? tree.child(child, 'left') : child;
        if (tree.type(key) === 'shorthand_property_identifier_pattern') {
          facts.declare(key, part(tree.of(key)));
          facts.markAlso(key, 'read', memberOf(tree.of(key)));
        } else if (tree.type(key) === 'pair_pattern') {
          const name = tree.child(key, 'key');
          if (tree.type(name) === 'property_identifier') facts.mark(name, 'read', memberOf(tree.of(name)));
          bindPattern(facts, tree.child(key, 'value'), part(tree.of(name)), memberOf(tree.of(name)));
        } else if (tree.type(key) === 'rest_pattern')
          bindPattern(facts, tree.firstNamed(key), { kind: 'variable', node: pattern });
      }
      break;
    case 'assignment_pattern':
      bindPattern(facts, tree.child(pattern, 'left'), what, from);
      break;
    case 'array_pattern':
    case 'rest_pattern':
      for (const child of tree.namedChildren(pattern))
        bindPattern(facts, child, {
          kind: 'variable',
          node: pattern,
          ...(what.scope === undefined ? {} : { scope: what.scope }),
        });
  }
}

function wholeValue(
  facts: FactsBuilder,
  { type = NONE, value = NONE, elementOf = NONE, expression }: Declare,
): number {
  if (expression !== undefined) return expression();
  if (type >= 0) return facts.instance(facts.typeOf(type));
  if (value >= 0) return facts.value(value);
  const of = facts.value(elementOf);
  return facts.element(of);
}

export function namedFunction(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  if (name < 0) {
    openFunction(node, facts, facts.attached(node));
    return;
  }
  const returns = tree.child(node, 'return_type');
  const isForward = tree.type(node) === 'function_signature';
  const whole = exportedStatement(facts, node);
  const declaration = facts.declare(name, {
    kind: 'function',
    node: whole,
    merge: true,
    flags: (isForward ? forward : 0) | (whole !== node ? exported : 0),
    ...(returns >= 0 ? { type: returns } : {}),
  });
  openFunction(node, facts, declaration);
}

/** A function expression is seen from inside by its own name, and has that name if nobody gave it another. */
export function ownName(node: number, facts: FactsBuilder): number {
  return facts.attached(node);
}

export function openFunction(node: number, facts: FactsBuilder, declaration: number): void {
  const { tree } = facts;
  facts.open(node, 'function', declaration);
  const own = tree.type(node) === 'function_declaration' ? NONE : tree.child(node, 'name');
  if (own >= 0 && tree.type(own) === 'identifier' && facts.declarationOf(own) < 0) {
    if (declaration >= 0) facts.bindTo(tree.of(own), declaration, own);
    else facts.attachScope(facts.declare(own, { kind: 'function', node }));
  }
  declareTypeParameters(facts, node);
  const single = tree.child(node, 'parameter');
  if (single >= 0) declareParameter(facts, single, node, 0);
  for (const [place, parameter] of parametersOf(facts, node).entries())
    declareParameter(facts, parameter, node, place);
  const returns = tree.child(node, 'return_type');
  if (declaration >= 0 && returns < 0)
    facts.describe(declaration, { expression: () => returned(facts, node) });
  else if (declaration >= 0 && facts.attached(node) === declaration)
    facts.describe(declaration, { type: returns });
}

/** `this` may have a type among them, but is none. */
function parametersOf(facts: FactsBuilder, node: number): number[] {
  const { tree } = facts;
  return tree
    .namedChildren(tree.child(node, 'parameters'))
    .filter(
      (each) =>
        /^identifier$|pattern$|parameter$/.test(tree.type(each)) &&
        tree.type(tree.child(each, 'pattern')) !== 'this',
    );
}

function declareParameter(facts: FactsBuilder, parameter: number, owner: number, place: number): void {
  const { tree } = facts;
  const isBare = !/parameter$/.test(tree.type(parameter));
  const isDefault = tree.type(parameter) === 'assignment_pattern';
  const pattern = isDefault
    ? tree.child(parameter, 'left')
    : isBare
      ? parameter
      : tree.child(parameter, 'pattern');
  const type = isBare ? NONE : tree.child(parameter, 'type');
  const value = isDefault ? tree.child(parameter, 'right') : isBare ? NONE : tree.child(parameter, 'value');
  const isRest = tree.type(pattern) === 'rest_pattern';
  const what: Declare = {
    kind: 'parameter',
    node: parameter,
    place,
    flags: isRest ? rest : 0,
    ...(type >= 0
      ? { type }
      : value >= 0 && tree.type(value) !== 'object'
        ? { value }
        : { expression: () => givenParameter(facts, owner, place) }),
  };
  const isProperty = tree.childOf(parameter, 'accessibility_modifier', 'readonly', 'override_modifier') >= 0;
  const isField = isProperty && tree.type(pattern) === 'identifier' && facts.classAround() >= 0;
  // Callers count parameters, also those that have no name or are fields.
  if (isField || tree.type(pattern) !== 'identifier')
    facts.declare(parameter === pattern ? tree.firstNamed(owner) : parameter, { ...what, name: '' });
  if (isField) {
    const field = facts.declare(pattern, { ...what, kind: 'field', parent: facts.classAround() });
    facts.bindTo(tree.of(pattern), field, pattern);
  } else if (isRest) bindPattern(facts, tree.firstNamed(pattern), { ...what, kind: 'variable' });
  else bindPattern(facts, pattern, what);
}

/** What whoever takes the function hands to it. */
function givenParameter(facts: FactsBuilder, node: number, place: number): number {
  const element = place === 0 ? callbackElement(facts, node) : -1;
  if (element >= 0) return element;
  const expected = expectedAt(node, facts);
  return expected < 0 ? -1 : facts.expression('parameter', expected, place);
}

/** A type of functions: `(a: A) => B`, or the signature of a call in an interface. */
export function functionType(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const isSignature = tree.type(node) === 'call_signature';
  const parent = facts.classAround();
  if (isSignature && parent < 0) return;
  const returns = tree.child(node, 'return_type');
  const declaration = facts.declare(node, {
    kind: isSignature ? 'method' : 'function',
    name: isSignature ? CALL_SIGNATURE : '',
    node,
    flags: forward,
    ...(isSignature ? { parent, merge: true } : {}),
    ...(returns >= 0 ? { type: returns } : {}),
  });
  facts.attach(node, declaration);
  facts.open(node, 'function', declaration);
  declareTypeParameters(facts, node);
  for (const [place, parameter] of parametersOf(facts, node).entries())
    declareParameter(facts, parameter, node, place);
}

export function declareTypeParameters(facts: FactsBuilder, node: number): void {
  const { tree } = facts;
  for (const each of tree.childrenOf(tree.child(node, 'type_parameters'), 'type_parameter')) {
    const name = tree.child(each, 'name');
    const constraint = tree.firstNamed(tree.child(each, 'constraint'));
    facts.declare(name, {
      kind: 'type',
      node: each,
      flags: local,
      ...(constraint >= 0 ? { type: constraint } : {}),
    });
  }
}

/** In `list.map((each) => …)` the first parameter is an element of the list. */
function callbackElement(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  const call = tree.parent(tree.parent(node));
  const callee = tree.child(call, 'function');
  if (tree.type(call) !== 'call_expression' || tree.type(callee) !== 'member_expression') return -1;
  if (!GIVES_ELEMENT.test(tree.of(tree.child(callee, 'property')))) return -1;
  const list = facts.value(tree.child(callee, 'object'));
  return facts.element(list);
}

/** What the first few `return` statements give, or the body of an arrow function. */
function returned(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  const body = tree.child(node, 'body');
  if (tree.type(node) === 'arrow_function' && tree.type(body) !== 'statement_block') return facts.value(body);
  let value = -1;
  let seen = 0;
  const end = body < 0 ? body : (tree.nexts[body] as number);
  for (let at = body + 1; at < end && seen < 3; at++) {
    const type = tree.type(at);
    if (FUNCTIONS.has(type) || type === 'class_body') at = (tree.nexts[at] as number) - 1;
    else if (type === 'return_statement') {
      value = facts.either(value, facts.value(tree.firstNamed(at)));
      seen++;
    }
  }
  return value;
}
