/** Go: types, fields, parameters, constants and variables. */
import { NONE } from '../../../languages/index.ts';
import type { FactsBuilder } from '../../builder.ts';
import { DECLARATION_FLAGS } from '../../facts.ts';
import { openBlock } from '../common.ts';
import { assigned, collectionType, indexed } from './values.ts';

export function declareParameters(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const type = tree.child(node, 'type');
  // Parameters are seen in the body only: in `func(node *node) *node` the types are no parameters.
  const signature = tree.parent(tree.parent(node));
  const results = tree.child(signature, 'result');
  const after = results >= 0 ? results : tree.child(signature, 'parameters');
  const isVariadic = tree.type(node) === 'variadic_parameter_declaration';
  for (const name of tree.childrenBy(node, 'name')) {
    if (tree.of(name) === '_') continue;
    facts.declare(name, {
      kind: 'parameter',
      node,
      after: after >= 0 ? after : node,
      ...(isVariadic ? { expression: () => collectionType(facts, indexed(facts), type) } : { type }),
    });
  }
}

export function declareType(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const type = tree.child(node, 'type');
  const kind = { struct_type: 'struct', interface_type: 'interface' }[tree.type(type)] ?? 'type';
  const isAlias = tree.type(node) === 'type_alias';
  const declaration = facts.declare(tree.child(node, 'name'), {
    kind,
    node: isAlone(facts, node) ? tree.parent(node) : node,
    ...(kind === 'type' ? { bases: [type] } : {}),
    ...(isAlias ? { type } : {}),
  });
  if (kind !== 'type') facts.attach(type, declaration);
  // The parameters of a generic type.
  facts.open(node, 'block', declaration);
}

/** Of `type A struct {…}` and `const A = 1` the whole statement is the declaration, not of groups in parentheses. */
function isAlone(facts: FactsBuilder, spec: number): boolean {
  return facts.tree.childOf(facts.tree.parent(spec), '(') < 0;
}

export function openType(node: number, facts: FactsBuilder): void {
  if (facts.attached(node) < 0)
    // A type without a name: its members belong to something that nobody can name.
    facts.attach(
      node,
      facts.declare(node + 1, { kind: 'type', node, name: '', flags: DECLARATION_FLAGS.local }),
    );
  facts.open(node, 'class', facts.attached(node));
}

export function declareFields(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const parent = facts.classAround();
  const type = tree.child(node, 'type');
  const names = tree.childrenBy(node, 'name');
  for (const name of names)
    if (tree.of(name) !== '_') facts.declare(name, { kind: 'field', node, parent, type });
  if (names.length > 0) return;
  // An embedded type is a field of its name, and its members are members of the struct.
  const name = nameOfType(facts, type);
  if (name < 0) return;
  facts.declare(name, { kind: 'field', node, parent, type });
  facts.markAlso(name, 'extends', () => facts.typeOf(type));
  facts.describe(parent, { bases: [type] });
}

/** The token of the last name of a type: `C` in `*b.C[int]`. */
function nameOfType(facts: FactsBuilder, type: number): number {
  const { tree } = facts;
  switch (tree.type(type)) {
    case 'type_identifier':
      return type;
    case 'qualified_type':
      return tree.child(type, 'name');
    case 'generic_type':
      return nameOfType(facts, tree.child(type, 'type'));
    case 'pointer_type':
      return nameOfType(facts, tree.firstNamed(type));
  }
  return NONE;
}

/** In a group, a constant without a value has the type of the one before it. */
export function declareConstants(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  let type = NONE;
  let values: number[] = [];
  for (const spec of tree.childrenOf(node, 'const_spec')) {
    const ownValues = tree.namedChildren(tree.child(spec, 'value'));
    const ownType = tree.child(spec, 'type');
    if (ownType >= 0 || ownValues.length > 0) [type, values] = [ownType, ownValues];
    for (const [index, name] of tree.childrenOf(spec, 'identifier').entries()) {
      if (tree.of(name) === '_') continue;
      facts.declare(name, {
        kind: 'constant',
        node: isAlone(facts, spec) ? node : spec,
        ...(type >= 0 ? { type } : { value: values[index] ?? NONE }),
        ...seenAfter(facts, spec),
      });
    }
  }
}

/** Names of a package are seen in all of it, those of a function from the end of their declaration on. */
function seenAfter(facts: FactsBuilder, node: number): { after?: number } {
  return facts.scopeKind() === 'module' ? {} : { after: node };
}

export function declareVariables(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const type = tree.child(node, 'type');
  const names = tree.childrenBy(node, 'name');
  const values = tree.namedChildren(tree.child(node, 'value'));
  for (const [index, name] of names.entries()) {
    if (tree.of(name) === '_') continue;
    const declaration = facts.declare(name, {
      kind: 'variable',
      node: isAlone(facts, node) ? tree.parent(node) : node,
      ...(type >= 0 ? { type } : { expression: () => assigned(facts, values, index, names.length) }),
      ...seenAfter(facts, node),
    });
    if (facts.scopeKind() === 'module') facts.attach(values[index] ?? NONE, declaration);
  }
}

export function bindAll(facts: FactsBuilder, statement: number, left: number, right: number): void {
  const { tree } = facts;
  const names = tree.namedChildren(left);
  const values = tree.namedChildren(right);
  for (const [index, name] of names.entries())
    bind(facts, name, statement, () => assigned(facts, values, index, names.length));
}

/** A name that is in the scope already is assigned to, not declared again. */
export function bind(facts: FactsBuilder, name: number, statement: number, expression: () => number): void {
  const { tree } = facts;
  if (tree.type(name) !== 'identifier' || tree.of(name) === '_') return;
  facts.declare(name, { kind: 'variable', node: statement, merge: true, after: statement, expression });
}

/** In each case of `switch v := x.(type)`, `v` has the type of that case, or that of `x` where it has several. */
export function openCase(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  openBlock(node, facts);
  const around = tree.parent(node);
  if (tree.type(around) !== 'type_switch_statement') return;
  const name = tree.firstNamed(tree.child(around, 'alias'));
  if (tree.type(name) !== 'identifier') return;
  const types = tree.childrenBy(node, 'type');
  const [only = NONE] = types.length === 1 ? types : [];
  facts.declare(name, {
    kind: 'variable',
    node: around,
    ...(only >= 0 && tree.of(only) !== 'nil' ? { type: only } : { value: tree.child(around, 'value') }),
  });
}
