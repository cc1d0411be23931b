/** JavaScript and TypeScript: variables, patterns, functions and their parameters. */
import { NONE } from '../../../languages/index.ts';
import type { Declare, FactsBuilder } from '../../builder.ts';
import { DECLARATION_FLAGS } from '../../facts.ts';
import { requireInto } from './modules.ts';
import { attachValue, exportedStatement, FUNCTIONS, kindOf, requiredModule, unwrapped } from './nodes.ts';

const { local, forward, exported } = DECLARATION_FLAGS;

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
  const whole =
    tree.childrenOf(statement, 'variable_declarator').length === 1
      ? exportedStatement(facts, statement)
      : node;
  bindPattern(facts, name, {
    kind: kindOf(
      facts,
      value,
      tree.of(tree.child(statement, 'kind')) === 'const' && scope === 0 ? 'constant' : 'variable',
    ),
    node: whole,
    scope,
    merge: isVar,
    ...(type >= 0 ? { type } : value >= 0 ? { value } : {}),
    flags: whole !== node && whole !== statement ? exported : 0,
  });
  if (tree.type(name) === 'identifier') attachValue(facts, value, facts.declarationOf(name));
}

/** Names in a pattern; what is taken out of an object is a member of it. */
export function bindPattern(facts: FactsBuilder, pattern: number, what: Declare, from?: () => number): void {
  const { tree } = facts;
  const memberOf = (name: string) => () => {
    const whole = from?.() ?? wholeValue(facts, what);
    return whole < 0 ? -1 : facts.member(whole, name);
  };
  const part = (name: string): Declare => ({
    kind: what.kind === 'parameter' ? 'parameter' : 'variable',
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
          kind: what.kind === 'parameter' ? 'parameter' : 'variable',
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
  return of < 0 ? -1 : facts.expression('element', of);
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
  if (single >= 0)
    bindPattern(facts, single, {
      kind: 'parameter',
      node: single,
      expression: () => callbackElement(facts, node),
    });
  const list = tree.child(node, 'parameters');
  for (const [place, parameter] of tree.namedChildren(list).entries())
    declareParameter(facts, parameter, node, place);
  if (declaration >= 0 && tree.child(node, 'return_type') < 0)
    facts.describe(declaration, { expression: () => returned(facts, node) });
}

function declareParameter(facts: FactsBuilder, parameter: number, owner: number, place: number): void {
  const { tree } = facts;
  const type = tree.type(parameter);
  if (type === 'identifier' || /pattern$/.test(type)) {
    const value = type === 'assignment_pattern' ? tree.child(parameter, 'right') : NONE;
    const given = place === 0 ? { expression: () => callbackElement(facts, owner) } : {};
    bindPattern(facts, parameter, {
      kind: 'parameter',
      node: parameter,
      ...(value >= 0 ? { value } : given),
    });
    return;
  }
  if (!/parameter$/.test(type)) return;
  const pattern = tree.child(parameter, 'pattern');
  const declared = tree.child(parameter, 'type');
  const value = tree.child(parameter, 'value');
  const given = place === 0 ? { expression: () => callbackElement(facts, owner) } : {};
  const what: Declare = {
    kind: 'parameter',
    node: parameter,
    ...(declared >= 0 ? { type: declared } : value >= 0 ? { value } : given),
  };
  const isProperty = tree.childOf(parameter, 'accessibility_modifier', 'readonly', 'override_modifier') >= 0;
  if (isProperty && tree.type(pattern) === 'identifier' && facts.classAround() >= 0) {
    const name = tree.of(pattern);
    const field = facts.declare(pattern, { ...what, kind: 'field', parent: facts.classAround() });
    facts.bindTo(name, field, pattern);
  } else bindPattern(facts, pattern, what);
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
  return list < 0 ? -1 : facts.expression('element', list);
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
