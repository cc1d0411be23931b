/** JavaScript and TypeScript: classes, interfaces, enums, namespaces, and members by object literals, prototypes and `this`. */
import { NONE } from '../../../languages/index.ts';
import type { FactsBuilder } from '../../builder.ts';
import { DECLARATION_FLAGS } from '../../facts.ts';
import { namedMember } from './context.ts';
import { declareTypeParameters, openFunction } from './functions.ts';
import { exportWhole } from './modules.ts';
import { attachValue, exportedStatement, FUNCTIONS, kindOf, unquoted, unwrapped, valueBy } from './nodes.ts';
import { thisOwner } from './values.ts';

const { static: isStatic, forward, getter, exported } = DECLARATION_FLAGS;

export function method(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  const parent =
    tree.type(tree.parent(node)) === 'object' ? facts.attached(tree.parent(node)) : facts.classAround();
  const isBodiless = tree.type(node) !== 'method_definition';
  if (parent < 0 || tree.type(name) === 'computed_property_name') {
    if (!isBodiless) openFunction(node, facts, -1);
    else facts.open(node, 'function');
    return;
  }
  const returns = tree.child(node, 'return_type');
  const isGetter = tree.childOf(node, 'get', 'set') >= 0;
  const declaration = facts.declare(name, {
    kind: tree.of(name) === 'constructor' ? 'constructor' : 'method',
    name: unquoted(tree.of(name)),
    node,
    parent,
    merge: true,
    flags:
      (isBodiless ? forward : 0) |
      (isGetter ? getter : 0) |
      (tree.childOf(node, 'static') >= 0 ? isStatic : 0),
    ...(returns >= 0 ? { type: returns } : {}),
  });
  openFunction(node, facts, declaration);
}

export function field(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name') >= 0 ? tree.child(node, 'name') : tree.child(node, 'property');
  const parent = facts.classAround();
  if (parent < 0 || !facts.isName(name)) return;
  const type = tree.child(node, 'type');
  const value = unwrapped(facts, tree.child(node, 'value'));
  const declaration = facts.declare(name, {
    kind: FUNCTIONS.has(tree.type(value)) ? 'method' : 'field',
    node,
    parent,
    merge: true,
    flags: tree.childOf(node, 'static') >= 0 ? isStatic : 0,
    ...valueBy(facts, type, value),
  });
  if (type < 0 || tree.type(value) !== 'object') attachValue(facts, value, declaration);
}

const KINDS: Readonly<Record<string, string>> = {
  interface_declaration: 'interface',
  enum_declaration: 'enum',
};

export function classLike(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  const kind = KINDS[tree.type(node)] ?? 'class';
  const whole = exportedStatement(facts, node);
  let declaration = facts.attached(node);
  const bases = heritage(facts, node);
  if (declaration >= 0) facts.describe(declaration, { bases });
  else if (name >= 0)
    declaration = facts.declare(name, {
      kind,
      node: whole,
      bases,
      merge: kind === 'interface',
      flags: whole !== node ? exported : 0,
    });
  else if (tree.type(node) === 'class') return;
  facts.attach(tree.child(node, 'body'), declaration);
  facts.open(node, 'block', declaration);
  declareTypeParameters(facts, node);
}

function heritage(facts: FactsBuilder, node: number): number[] {
  const { tree } = facts;
  const around = tree.childOf(node, 'class_heritage');
  const clauses = [
    ...tree.childrenOf(node, 'extends_type_clause', 'extends_clause'),
    ...tree.childrenOf(around, 'extends_clause', 'implements_clause'),
  ];
  const bases = clauses.flatMap((clause) =>
    tree.namedChildren(clause).filter((each) => tree.type(each) !== 'type_arguments'),
  );
  // JavaScript has no clause: the base is the heritage's only child.
  return bases.length > 0 ? bases : tree.namedChildren(around).slice(0, 1);
}

export function typeAlias(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const value = tree.child(node, 'value');
  const whole = exportedStatement(facts, node);
  const isObject = tree.type(value) === 'object_type';
  const declaration = facts.declare(tree.child(node, 'name'), {
    kind: 'type',
    node: whole,
    flags: whole !== node ? exported : 0,
    ...(isObject ? {} : { type: value }),
  });
  if (isObject) facts.attach(value, declaration);
  facts.open(node, 'block', declaration);
  declareTypeParameters(facts, node);
}

export function namespace(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  if (tree.type(name) !== 'identifier') return;
  const declaration = facts.declare(name, {
    kind: 'namespace',
    node: exportedStatement(facts, node),
    merge: true,
  });
  facts.attach(tree.child(node, 'body'), declaration);
}

export function openBody(node: number, facts: FactsBuilder): void {
  let declaration = facts.attached(node);
  // A type without a name has members too.
  if (declaration < 0 && facts.tree.type(node) === 'object_type') {
    declaration = facts.declare(node, { kind: 'type', name: '', node });
    facts.attach(node, declaration);
  }
  if (declaration >= 0) facts.open(node, 'class', declaration);
  else facts.open(node, 'class');
}

export function enumBody(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const parent = facts.attached(node);
  if (parent < 0) return;
  for (const child of tree.namedChildren(node)) {
    const name = tree.type(child) === 'enum_assignment' ? tree.child(child, 'name') : child;
    if (facts.isName(name))
      facts.declare(name, {
        kind: 'constant',
        node: child,
        parent,
        expression: () => facts.expression('self', parent),
      });
  }
}

export function openBlock(node: number, facts: FactsBuilder): void {
  const declaration = facts.attached(node);
  if (declaration >= 0) facts.open(node, 'module', declaration);
  else facts.open(node, 'block');
}

/** `exports.a = …`, `module.exports = …`, `A.prototype.m = …`, `a.m = function …`, `this.x = …`. */
export function assignment(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const left = tree.child(node, 'left');
  const right = assigned(facts, tree.child(node, 'right'));
  if (tree.type(left) === 'identifier') {
    laterValue(facts, left, right);
    return;
  }
  if (tree.type(left) !== 'member_expression') return;
  const object = tree.child(left, 'object');
  const name = tree.child(left, 'property');
  const target = tree.of(object);
  if (tree.of(left) === 'module.exports') {
    exportWhole(facts, right, node);
    return;
  }
  const value = { node, ...valueBy(facts, NONE, right), kind: kindOf(facts, right, 'field') };
  if (target === 'exports' || target === 'module.exports') {
    if (tree.type(right) === 'identifier') {
      facts.export(tree.of(name), right);
      facts.mark(name, 're-export', () => facts.lookup(tree.of(right), right));
    } else {
      const declaration = facts.declare(name, {
        ...value,
        kind: kindOf(facts, right, 'variable'),
        flags: exported,
        merge: true,
        scope: 0,
      });
      attachValue(facts, right, declaration);
    }
    return;
  }
  const parent = memberOwner(facts, object, node);
  if (parent < 0) return;
  const isNew =
    FUNCTIONS.has(tree.type(right)) || tree.type(object) === 'this' || /\.prototype$/.test(target);
  if (!isNew) return;
  const declaration = facts.declare(name, {
    ...value,
    kind: FUNCTIONS.has(tree.type(right)) ? 'method' : 'field',
    parent,
    merge: true,
  });
  attachValue(facts, right, declaration);
}

/** What is assigned, also to several at once: `a = b = c`. */
function assigned(facts: FactsBuilder, node: number): number {
  let at = unwrapped(facts, node);
  while (facts.tree.type(at) === 'assignment_expression')
    at = unwrapped(facts, facts.tree.child(at, 'right'));
  return at;
}

/** `let a; … a = new A()`: a variable that has no value where it is declared. */
function laterValue(facts: FactsBuilder, name: number, value: number): void {
  const { tree } = facts;
  const declaration = facts.bound(tree.of(name));
  if (facts.declarationAt(declaration)?.kind !== 'variable') return;
  if (
    /^(?:new_expression|call_expression|await_expression|identifier|member_expression)$/.test(
      tree.type(value),
    )
  )
    facts.describe(declaration, { value });
}

function memberOwner(facts: FactsBuilder, object: number, node: number): number {
  const { tree } = facts;
  if (tree.type(object) === 'this') return thisOwner(facts, node);
  if (tree.type(object) === 'identifier') return facts.bound(tree.of(object));
  const isPrototype =
    tree.type(object) === 'member_expression' && tree.of(tree.child(object, 'property')) === 'prototype';
  return isPrototype ? facts.bound(tree.of(tree.child(object, 'object'))) : -1;
}

/** A member of an object literal that has a name. */
export function objectMember(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const parent = facts.attached(tree.parent(node));
  const key = tree.child(node, 'key');
  if (parent < 0 || !facts.isName(key)) return;
  const value = unwrapped(facts, tree.child(node, 'value'));
  const declaration = facts.declare(key, {
    kind: FUNCTIONS.has(tree.type(value)) ? 'method' : kindOf(facts, value, 'field'),
    node,
    parent,
    ...valueBy(facts, NONE, value),
    merge: true,
  });
  attachValue(facts, value, declaration);
}

/** `{ a }` in an object literal reads a variable and names a member. */
export function shorthandMember(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const object = tree.parent(node);
  const parent = facts.attached(object);
  const read = () => facts.lookup(tree.of(node), node);
  if (parent >= 0) {
    facts.declare(node, { kind: 'field', node, parent, expression: read });
    facts.markAlso(node, 'read', read);
  } else {
    facts.mark(node, 'read', read);
    facts.markAlso(node, 'write', () => namedMember(node, object, facts));
  }
}
