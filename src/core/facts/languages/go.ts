/** Go: a directory is a package whose files see each other's names; methods name their type; every value has a declared type. */
import { NONE } from '../../languages/index.ts';
import type { FactRules, FactsBuilder, Use } from '../builder.ts';
import { DECLARATION_FLAGS } from '../facts.ts';

/** Names of the language that packages do not declare themselves; `min`, `max` and `any` they do. */
const BUILTINS = new Set(
  `bool byte complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32
   uint64 uintptr append cap close copy delete len make new panic print println recover nil true false iota _`.split(
    /\s+/,
  ),
);

/** What calls of built-in functions give. */
const GIVES_FIRST_TYPE = new Set(['make', 'new']);

/** Maps by another name, whose keys are values and no fields. */
const MAPS_OF_LIBRARIES = /^(?:http\.Header|url\.Values|textproto\.MIMEHeader)$/;

/** Literals inside of literals, further than people nest them. */
const MOST_NESTED = 30;

export const rules: FactRules = {
  names: ['identifier', 'field_identifier', 'type_identifier', 'package_identifier', 'label_name'],
  comments: ['comment'],
  strings: ['interpreted_string_literal', 'raw_string_literal', 'rune_literal'],
  enter: {
    package_clause(node, facts) {
      facts.space = facts.tree.of(facts.tree.firstNamed(node));
    },
    import_spec: importPackage,
    function_declaration(node, facts) {
      const declaration = facts.declare(facts.tree.child(node, 'name'), {
        kind: 'function',
        node,
        expression: () => resultOf(facts, node),
      });
      facts.open(node, 'function', declaration);
    },
    method_declaration(node, facts) {
      const { tree } = facts;
      const receiver = tree.child(tree.firstNamed(tree.child(node, 'receiver')), 'type');
      const declaration = facts.declare(tree.child(node, 'name'), {
        kind: 'method',
        node,
        owner: receiver,
        expression: () => resultOf(facts, node),
      });
      facts.open(node, 'function', declaration);
      // `func (m *Map[K, V]) …` names the parameters of the type anew.
      const generic = tree.type(receiver) === 'pointer_type' ? tree.firstNamed(receiver) : receiver;
      for (const each of tree.childrenOf(tree.child(generic, 'type_arguments'), 'type_elem'))
        facts.declare(tree.firstNamed(each), { kind: 'type' });
    },
    func_literal: (node, facts) => void facts.open(node, 'function', facts.attached(node)),
    function_type: (node, facts) => void facts.open(node, 'function'),
    method_elem(node, facts) {
      const parent = facts.classAround();
      const declaration = facts.declare(facts.tree.child(node, 'name'), {
        kind: 'method',
        node,
        parent,
        expression: () => resultOf(facts, node),
      });
      facts.open(node, 'function', declaration);
    },
    parameter_declaration: declareParameters,
    variadic_parameter_declaration: declareParameters,
    type_parameter_declaration(node, facts) {
      const { tree } = facts;
      const type = tree.child(node, 'type');
      const isAny = /^(?:any|comparable|interface\s*\{\s*\})$/.test(tree.of(type));
      for (const name of tree.childrenBy(node, 'name'))
        facts.declare(name, { kind: 'type', node, ...(isAny ? {} : { type }) });
    },
    type_spec: declareType,
    type_alias: declareType,
    struct_type: openType,
    interface_type: openType,
    field_declaration: declareFields,
    type_elem(node, facts) {
      const { tree } = facts;
      if (tree.type(tree.parent(node)) !== 'interface_type') return;
      const parts = tree.namedChildren(node);
      if (parts.length === 1) facts.describe(facts.classAround(), { bases: parts });
    },
    const_declaration: declareConstants,
    var_spec: declareVariables,
    short_var_declaration(node, facts) {
      const { tree } = facts;
      bindAll(facts, node, tree.child(node, 'left'), tree.child(node, 'right'));
    },
    receive_statement(node, facts) {
      const { tree } = facts;
      if (tree.childOf(node, ':=') < 0) return;
      const [first = NONE, ...others] = tree.namedChildren(tree.child(node, 'left'));
      bind(facts, first, node, () => facts.value(tree.child(node, 'right')));
      for (const other of others) bind(facts, other, node, () => -1);
    },
    range_clause(node, facts) {
      const { tree } = facts;
      if (tree.childOf(node, ':=') < 0) return;
      const [key = NONE, element = NONE] = tree.namedChildren(tree.child(node, 'left'));
      const collection = () => facts.value(tree.child(node, 'right'));
      bind(facts, key, node, () => part(facts, collection(), 0));
      bind(facts, element, node, () => elementOf(facts, collection()));
    },
    block(node, facts) {
      const around = facts.tree.type(facts.tree.parent(node));
      // The parameters are in the same scope as the names of the body.
      if (!/^(?:function_declaration|method_declaration|func_literal)$/.test(around)) openBlock(node, facts);
    },
    if_statement: openBlock,
    for_statement: openBlock,
    expression_switch_statement: openBlock,
    type_switch_statement: openBlock,
    expression_case: openBlock,
    default_case: openCase,
    type_case: openCase,
    communication_case: openBlock,
  },
  values: {
    identifier: named,
    selector_expression(node, facts) {
      const { tree } = facts;
      const of = facts.value(tree.child(node, 'operand'));
      return of < 0 ? -1 : facts.member(of, tree.of(tree.child(node, 'field')));
    },
    call_expression: called,
    type_conversion_expression(node, facts) {
      const { tree } = facts;
      const type = tree.child(node, 'type');
      // `F[int](x)` may be a call of a function.
      if (tree.type(type) !== 'generic_type') return facts.instance(facts.typeOf(type));
      const of = facts.typeOf(type);
      return of < 0 ? -1 : facts.expression('call', of);
    },
    type_assertion_expression: (node, facts) => facts.instance(facts.typeOf(facts.tree.child(node, 'type'))),
    index_expression: (node, facts) => elementOf(facts, facts.value(facts.tree.child(node, 'operand'))),
    slice_expression: (node, facts) => facts.value(facts.tree.child(node, 'operand')),
    parenthesized_expression: (node, facts) => facts.value(facts.tree.firstNamed(node)),
    unary_expression(node, facts) {
      const { tree } = facts;
      const operator = tree.of(tree.child(node, 'operator'));
      const of = facts.value(tree.child(node, 'operand'));
      return operator === '<-' ? elementOf(facts, of) : operator === '!' ? facts.builtin('bool') : of;
    },
    binary_expression(node, facts) {
      const { tree } = facts;
      if (/^(?:[=!<>]=?|==|&&|\|\|)$/.test(tree.of(tree.child(node, 'operator'))))
        return facts.builtin('bool');
      return -1;
    },
    composite_literal: (node, facts) => facts.instance(facts.typeOf(facts.tree.child(node, 'type'))),
    func_literal: functionType,
    int_literal: (_, facts) => facts.builtin('int'),
    float_literal: (_, facts) => facts.builtin('float64'),
    interpreted_string_literal: (_, facts) => facts.builtin('string'),
    raw_string_literal: (_, facts) => facts.builtin('string'),
    rune_literal: (_, facts) => facts.builtin('rune'),
    true: (_, facts) => facts.builtin('bool'),
    false: (_, facts) => facts.builtin('bool'),
  },
  types: {
    type_identifier: named,
    identifier: named,
    qualified_type(node, facts) {
      const { tree } = facts;
      const module = tree.child(node, 'package');
      return facts.member(facts.lookup(tree.of(module), module), tree.of(tree.child(node, 'name')));
    },
    pointer_type: inner,
    parenthesized_type: inner,
    negated_type: inner,
    type_elem: inner,
    type_constraint: inner,
    generic_type: (node, facts) => facts.typeOf(facts.tree.child(node, 'type')),
    slice_type: listType,
    array_type: listType,
    implicit_length_array_type: listType,
    map_type(node, facts) {
      const { tree } = facts;
      const key = facts.instance(facts.typeOf(tree.child(node, 'key')));
      return collectionType(facts, facts.expression('tuple', key), tree.child(node, 'value'));
    },
    channel_type(node, facts) {
      const value = facts.tree.child(node, 'value');
      return collectionType(facts, facts.expression('tuple', facts.instance(facts.typeOf(value))), value);
    },
    function_type: functionType,
    struct_type: declared,
    interface_type: declared,
  },
  use,
};

// ---- Declarations

/** The name of a package is what its path ends with, but for a version; the resolver knows those that are called otherwise. */
function importPackage(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const specifier = tree.of(tree.child(node, 'path')).slice(1, -1);
  const name = tree.child(node, 'name');
  const line = facts.lineOf(tree.start(node));
  switch (tree.type(name)) {
    case 'package_identifier':
      facts.import({ specifier, line, local: tree.of(name) }, { nameNode: name });
      break;
    case 'dot':
      facts.import({ specifier, line, isStar: true });
      break;
    case 'blank_identifier':
      facts.import({ specifier, line });
      break;
    default: {
      const last = specifier.replace(/\/v\d+$/, '').replace(/\.v\d+$/, '');
      const local = last.slice(last.lastIndexOf('/') + 1).replace(/^go-|[-.]go$/, '');
      facts.import({ specifier, line, local });
    }
  }
}

function declareParameters(node: number, facts: FactsBuilder): void {
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

function declareType(node: number, facts: FactsBuilder): void {
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

function openType(node: number, facts: FactsBuilder): void {
  if (facts.attached(node) < 0)
    // A type without a name: its members belong to something that nobody can name.
    facts.attach(
      node,
      facts.declare(node + 1, { kind: 'type', node, name: '', flags: DECLARATION_FLAGS.local }),
    );
  facts.open(node, 'class', facts.attached(node));
}

function declareFields(node: number, facts: FactsBuilder): void {
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
function declareConstants(node: number, facts: FactsBuilder): void {
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

function declareVariables(node: number, facts: FactsBuilder): void {
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

function bindAll(facts: FactsBuilder, statement: number, left: number, right: number): void {
  const { tree } = facts;
  const names = tree.namedChildren(left);
  const values = tree.namedChildren(right);
  for (const [index, name] of names.entries())
    bind(facts, name, statement, () => assigned(facts, values, index, names.length));
}

/** A name that is in the scope already is assigned to, not declared again. */
function bind(facts: FactsBuilder, name: number, statement: number, expression: () => number): void {
  const { tree } = facts;
  if (tree.type(name) !== 'identifier' || tree.of(name) === '_') return;
  facts.declare(name, { kind: 'variable', node: statement, merge: true, after: statement, expression });
}

function openBlock(node: number, facts: FactsBuilder): void {
  facts.open(node, 'block');
}

/** In each case of `switch v := x.(type)`, `v` has the type of that case, or that of `x` where it has several. */
function openCase(node: number, facts: FactsBuilder): void {
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

// ---- Values and types

/** One of the values of `a, b = f()` or `a, b = x, y`. */
function assigned(facts: FactsBuilder, values: readonly number[], index: number, count: number): number {
  const [first = NONE] = values;
  if (values.length === count) return facts.value(values[index] ?? NONE);
  if (values.length !== 1) return -1;
  if (/^(?:call|type_conversion)_expression$/.test(facts.tree.type(first)))
    return part(facts, facts.value(first), index);
  // `v, ok := m[k]`, `x.(T)`, `<-c`
  return index === 0 ? facts.value(first) : facts.builtin('bool');
}

function part(facts: FactsBuilder, of: number, index: number): number {
  return of < 0 ? -1 : facts.expression('part', of, index);
}

function elementOf(facts: FactsBuilder, of: number): number {
  return of < 0 ? -1 : facts.expression('element', of);
}

function named(node: number, facts: FactsBuilder): number {
  const name = facts.tree.of(node);
  const found = facts.lookup(name, node);
  return BUILTINS.has(name) && facts.isFree(found) ? facts.builtin(name) : found;
}

function inner(node: number, facts: FactsBuilder): number {
  return facts.typeOf(facts.tree.firstNamed(node));
}

function declared(node: number, facts: FactsBuilder): number {
  const declaration = facts.attached(node);
  return declaration < 0 ? -1 : facts.expression('declaration', declaration);
}

function listType(node: number, facts: FactsBuilder): number {
  return collectionType(facts, indexed(facts), facts.tree.child(node, 'element'));
}

/** Ranging over a list gives its indices first. */
function indexed(facts: FactsBuilder): number {
  return facts.expression('tuple', facts.builtin('int'));
}

function collectionType(facts: FactsBuilder, base: number, element: number): number {
  return facts.expression('applied', base, facts.instance(facts.typeOf(element)));
}

function functionType(node: number, facts: FactsBuilder): number {
  return facts.expression('applied', facts.builtin('func'), resultOf(facts, node));
}

/** What a call of the function gives: several values as a tuple. */
function resultOf(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  const result = tree.child(node, 'result');
  if (tree.type(result) !== 'parameter_list') return facts.instance(facts.typeOf(result));
  const types = tree.childrenOf(result, 'parameter_declaration').flatMap((each) => {
    const type = facts.instance(facts.typeOf(tree.child(each, 'type')));
    return Array.from({ length: Math.max(1, tree.childrenBy(each, 'name').length) }, () => type);
  });
  if (types.length === 1) return types[0] ?? -1;
  return types.reduceRight((rest, type) => facts.expression('tuple', type, rest), -1);
}

function called(node: number, facts: FactsBuilder): number {
  const { tree } = facts;
  const callee = tree.child(node, 'function');
  const of = facts.value(callee);
  if (of < 0) return -1;
  const name = tree.type(callee) === 'identifier' ? tree.of(callee) : '';
  if (BUILTINS.has(name) && of === facts.builtin(name)) {
    const first = tree.firstNamed(tree.child(node, 'arguments'));
    if (GIVES_FIRST_TYPE.has(name)) return facts.instance(facts.typeOf(first));
    return name === 'append' ? facts.value(first) : of;
  }
  return facts.expression('call', of);
}

/** What a `{…}` of a literal makes: its type is written before it, or is that of the elements around it. */
function literal(facts: FactsBuilder, body: number, nested = 0): number {
  const { tree } = facts;
  const parent = tree.parent(body);
  if (tree.type(parent) === 'composite_literal') return facts.value(parent);
  const around = tree.above(body, 'literal_value', 'block');
  if (nested > MOST_NESTED || tree.type(around) !== 'literal_value') return -1;
  return elementOf(facts, literal(facts, around, nested + 1));
}

// ---- Uses

function use(node: number, facts: FactsBuilder): Use | undefined {
  const { tree } = facts;
  const parent = tree.parent(node);
  const type = tree.type(node);
  const name = tree.of(node);
  switch (tree.type(parent)) {
    case 'selector_expression':
      if (tree.field(node) === 'field') return { role: roleOf(facts, parent), ref: facts.value(parent) };
      break;
    case 'qualified_type':
      if (tree.field(node) === 'name') return { role: typeRole(facts, parent), ref: facts.typeOf(parent) };
      return { role: 'read' };
    case 'package_clause':
      return { role: 'read', ref: facts.builtin(`package ${name}`) };
    case 'literal_element':
      if (tree.field(parent) === 'key') return keyOfLiteral(facts, node, parent);
  }
  if (type === 'label_name') return { role: 'read', ref: facts.builtin(`label ${name}`) };
  const ref = named(node, facts);
  return { role: type === 'type_identifier' ? typeRole(facts, node) : roleOf(facts, node), ref };
}

/** A field, unless the literal is a map or a list. */
function keyOfLiteral(facts: FactsBuilder, node: number, element: number): Use {
  const { tree } = facts;
  const body = tree.parent(tree.parent(element));
  const type = tree.child(tree.parent(body), 'type');
  const isCollection = /^(?:map|slice|array|implicit_length_array)_type$/.test(tree.type(type));
  const of = isCollection ? -1 : literal(facts, body);
  if (isCollection || MAPS_OF_LIBRARIES.test(tree.of(type)) || isListInFile(facts, type))
    return { role: 'read', ref: named(node, facts) };
  return { role: 'write', ref: of < 0 ? -1 : facts.member(of, tree.of(node)) };
}

/** A type of this file that is neither a struct nor another name of one that may be. */
function isListInFile(facts: FactsBuilder, type: number): boolean {
  if (facts.tree.type(type) !== 'type_identifier') return false;
  const declaration = facts.declarationAt(facts.declarationIn(facts.typeOf(type)));
  return declaration?.kind === 'type';
}

function typeRole(facts: FactsBuilder, node: number): Use['role'] {
  const { tree } = facts;
  const around = tree.type(tree.parent(node));
  if (around === 'type_elem' && tree.type(tree.parent(tree.parent(node))) === 'interface_type')
    return 'extends';
  const isCalled =
    around === 'generic_type' && tree.type(tree.parent(tree.parent(node))) === 'type_conversion_expression';
  return isCalled ? 'call' : 'type';
}

function roleOf(facts: FactsBuilder, node: number): Use['role'] {
  const { tree } = facts;
  const parent = tree.parent(node);
  switch (tree.type(parent)) {
    case 'call_expression':
      return tree.field(node) === 'function' ? 'call' : 'read';
    case 'expression_list':
      return /^(?:assignment_statement|range_clause|receive_statement)$/.test(
        tree.type(tree.parent(parent)),
      ) && tree.field(parent) === 'left'
        ? 'write'
        : 'read';
    case 'inc_statement':
    case 'dec_statement':
      return 'write';
  }
  return 'read';
}
