/** Python: functions, their parameters, and what they return. */
import { NONE } from '../../../languages/index.ts';
import type { FactsBuilder } from '../../builder.ts';
import { DECLARATION_FLAGS } from '../../facts.ts';

export function enterFunction(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const inClass = facts.scopeKind() === 'class';
  const name = tree.child(node, 'name');
  const returns = tree.child(node, 'return_type');
  const marks = decorators(facts, node);
  const isGetter = marks.some((mark) => /(^|\.)(cached_)?property$|\.(getter|setter|deleter)$/.test(mark));
  const isStatic = marks.includes('staticmethod') || marks.includes('classmethod');
  // `@x.setter def x` and `@overload def f` are further parts of one declaration.
  const isOverload = marks.some((mark) => /(^|\.)overload$/.test(mark));
  const before = facts.declarationAt(facts.bound(tree.of(name)));
  // The function itself follows its overloads.
  const isOverloaded =
    before !== undefined &&
    before.parent === facts.declarationAround &&
    (before.flags & DECLARATION_FLAGS.forward) !== 0;
  const merge = isOverloaded || isOverload || marks.some((mark) => /\.(getter|setter|deleter)$/.test(mark));
  const owner = facts.classAround();
  const declaration = facts.declare(name, {
    kind: inClass ? 'method' : 'function',
    node: decorated(facts, node),
    ...(returns >= 0 ? { type: returns } : {}),
    flags:
      (isGetter ? DECLARATION_FLAGS.getter : 0) |
      (isStatic ? DECLARATION_FLAGS.static : 0) |
      (isOverload ? DECLARATION_FLAGS.forward : 0),
    merge,
  });
  facts.open(node, 'function', declaration);
  const parameters = tree.child(node, 'parameters');
  declareParameters(facts, parameters);
  const first = tree.namedChildren(parameters)[0] ?? NONE;
  if (inClass && owner >= 0 && tree.type(first) === 'identifier' && !marks.includes('staticmethod')) {
    const isClass = marks.includes('classmethod') || /^(?:cls|mcs)$/.test(tree.of(first));
    facts.describe(facts.declarationOf(first), {
      expression: () => facts.expression(isClass ? 'declaration' : 'self', owner),
    });
  }
  if (returns < 0) facts.describe(declaration, { expression: () => returned(facts, node) });
}

/** What the first few `return` statements give, or those that `yield` to whoever iterates. */
function returned(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  let value = -1;
  let seen = 0;
  const end = tree.nexts[node] as number;
  for (let at = tree.child(node, 'body'); at >= 0 && at < end && seen < 3; at++) {
    const type = tree.type(at);
    if (type === 'function_definition' || type === 'class_definition' || type === 'lambda')
      at = (tree.nexts[at] as number) - 1;
    else if (type === 'return_statement') {
      value = facts.either(value, facts.value(tree.firstNamed(at)));
      seen++;
    } else if (type === 'yield') {
      const given = facts.value(tree.firstNamed(at));
      const isFrom = tree.childOf(at, 'from') >= 0;
      if (given >= 0 && !isFrom) return facts.expression('applied', facts.builtin('Iterator'), given);
    }
  }
  return value;
}

export function declareParameters(facts: FactsBuilder, list: number): void {
  const { tree } = facts;
  for (const parameter of tree.namedChildren(list)) {
    const type = tree.type(parameter);
    if (type === 'identifier') facts.declare(parameter, { kind: 'parameter', node: parameter });
    else if (/parameter|splat/.test(type)) declareParameter(facts, parameter, type);
  }
}

function declareParameter(facts: FactsBuilder, parameter: number, type: string): void {
  const { tree } = facts;
  let name = tree.child(parameter, 'name');
  if (name < 0) name = tree.firstNamed(parameter);
  const isSplat = /splat/.test(type) || /splat/.test(tree.type(name));
  if (/splat/.test(tree.type(name))) name = tree.firstNamed(name);
  if (tree.type(name) !== 'identifier') return;
  const declared = tree.child(parameter, 'type');
  const value = tree.child(parameter, 'value');
  facts.declare(name, {
    kind: 'parameter',
    node: parameter,
    ...(declared >= 0 && !isSplat ? { type: declared } : {}),
    ...(value >= 0 && !isSplat ? { value } : {}),
  });
}

function decorators(facts: FactsBuilder, node: number): string[] {
  const { tree } = facts;
  const around = decorated(facts, node);
  if (around === node) return [];
  return tree.childrenOf(around, 'decorator').map((each) => tree.of(tree.firstNamed(each)));
}

export function decorated(facts: FactsBuilder, node: number): number {
  const parent = facts.tree.parent(node);
  return facts.tree.type(parent) === 'decorated_definition' ? parent : node;
}
