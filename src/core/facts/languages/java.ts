/**
 * Java: members need no `this`, methods have names of their own beside fields, types are declared nearly everywhere. Methods of
 * one name in one class are one declaration: which overload a call means depends on types of arguments, which nobody infers here.
 */
import { NONE } from '../../languages/index.ts';
import type { FactRules, FactsBuilder, Use } from '../builder.ts';
import { DECLARATION_FLAGS, methodName, type Role } from '../facts.ts';

const { static: isStatic, forward, getter } = DECLARATION_FLAGS;
/** Methods of collections and streams whose function gets an element. */
const TAKES_ELEMENT =
  /^(?:forEach|forEachOrdered|filter|map|mapToInt|mapToLong|mapToObj|flatMap|anyMatch|allMatch|noneMatch|peek|removeIf|ifPresent|ifPresentOrElse|takeWhile|dropWhile|thenApply|thenAccept)$/;
const BUILTIN_TYPES = ['integral_type', 'floating_point_type', 'boolean_type', 'void_type'] as const;
const SWITCHES = ['switch_expression', 'switch_statement'] as const;

export const rules: FactRules = {
  names: ['identifier', 'type_identifier'],
  comments: ['line_comment', 'block_comment'],
  strings: ['string_literal', 'character_literal'],
  code: ['string_interpolation'],
  hasImplicitThis: true,
  enter: {
    package_declaration(node, facts) {
      const { tree } = facts;
      facts.space = tree.of(tree.childOf(node, 'scoped_identifier', 'identifier')).replace(/\s/g, '');
    },
    import_declaration: importName,
    class_declaration: typeDeclaration,
    interface_declaration: typeDeclaration,
    enum_declaration: typeDeclaration,
    annotation_type_declaration: typeDeclaration,
    record_declaration: typeDeclaration,
    class_body: openBody,
    interface_body: openBody,
    enum_body: openBody,
    annotation_type_body: openBody,
    method_declaration: method,
    annotation_type_element_declaration: method,
    constructor_declaration: constructorOf,
    compact_constructor_declaration: constructorOf,
    field_declaration: fields,
    constant_declaration: fields,
    enum_constant(node, facts) {
      const { tree } = facts;
      const around = facts.classAround();
      facts.declare(tree.child(node, 'name'), {
        kind: 'constant',
        node,
        flags: isStatic,
        expression: () => (around < 0 ? -1 : facts.expression('self', around)),
      });
    },
    formal_parameter(node, facts) {
      const { tree } = facts;
      const isComponent = tree.type(tree.parent(tree.parent(node))) === 'record_declaration';
      const type = tree.child(node, 'type');
      const name = tree.child(node, 'name');
      if (name < 0) return;
      // A component of a record is a field and the method that reads it.
      if (isComponent) facts.declare(name, { kind: 'field', node, type, flags: getter });
      else facts.declare(name, { kind: 'parameter', node, ...typed(facts, type) });
    },
    spread_parameter(node, facts) {
      const { tree } = facts;
      const name = tree.child(tree.childOf(node, 'variable_declarator'), 'name');
      const type = tree.namedChildren(node).find((each) => /type/.test(tree.type(each))) ?? NONE;
      if (name >= 0)
        facts.declare(name, {
          kind: 'parameter',
          node,
          expression: () => arrayOf(facts, facts.typeOf(type)),
        });
    },
    catch_formal_parameter(node, facts) {
      const { tree } = facts;
      const name = tree.child(node, 'name');
      if (name >= 0) facts.declare(name, { kind: 'variable', node, type: tree.childOf(node, 'catch_type') });
    },
    local_variable_declaration: fields,
    resource(node, facts) {
      const { tree } = facts;
      const name = tree.child(node, 'name');
      if (name < 0) return;
      const type = tree.child(node, 'type');
      facts.declare(name, { kind: 'variable', node, ...typed(facts, type, tree.child(node, 'value')) });
    },
    enhanced_for_statement(node, facts) {
      const { tree } = facts;
      facts.open(node, 'block');
      const name = tree.child(node, 'name');
      const type = tree.child(node, 'type');
      if (name < 0) return;
      const value = isVar(facts, type) ? { elementOf: tree.child(node, 'value') } : { type };
      facts.declare(name, { kind: 'variable', node: name, ...value });
    },
    instanceof_expression(node, facts) {
      const { tree } = facts;
      const name = tree.child(node, 'name');
      if (name >= 0) facts.declare(name, { kind: 'variable', node, type: tree.child(node, 'right') });
    },
    type_pattern: pattern,
    record_pattern_component: pattern,
    lambda_expression(node, facts) {
      const { tree } = facts;
      facts.open(node, 'function');
      const parameters = tree.child(node, 'parameters');
      const names =
        tree.type(parameters) === 'identifier' ? [parameters] : tree.childrenOf(parameters, 'identifier');
      for (const name of names)
        facts.declare(name, {
          kind: 'parameter',
          node: name,
          ...(names.length === 1 ? { expression: () => elementGiven(facts, node) } : {}),
        });
    },
    block: openBlock,
    constructor_body: openBlock,
    switch_block: openBlock,
    for_statement: openBlock,
    try_with_resources_statement: openBlock,
    catch_clause: openBlock,
  },
  values: {
    method_invocation(node, facts) {
      const of = callee(facts, node);
      const { tree } = facts;
      return of < 0
        ? -1
        : facts.expression('call', of, tree.namedChildren(tree.child(node, 'arguments')).length);
    },
    field_access(node, facts) {
      const { tree } = facts;
      const field = tree.child(node, 'field');
      const object = tree.child(node, 'object');
      // `Outer.this`
      if (tree.type(field) === 'this') return facts.instance(facts.value(object));
      return qualified(facts, node) ?? memberOf(facts, facts.value(object), tree.of(field));
    },
    scoped_identifier: (node, facts) => facts.typeOf(node),
    object_creation_expression(node, facts) {
      return facts.instance(createdType(facts, node));
    },
    cast_expression: (node, facts) => facts.instance(facts.typeOf(facts.tree.child(node, 'type'))),
    parenthesized_expression: (node, facts) => facts.value(facts.tree.firstNamed(node)),
    ternary_expression(node, facts) {
      const { tree } = facts;
      return facts.either(
        facts.value(tree.child(node, 'consequence')),
        facts.value(tree.child(node, 'alternative')),
      );
    },
    assignment_expression: (node, facts) => facts.value(facts.tree.child(node, 'right')),
    array_access(node, facts) {
      const of = facts.value(facts.tree.child(node, 'array'));
      return of < 0 ? -1 : facts.expression('element', of);
    },
    array_creation_expression: (node, facts) => arrayOf(facts, facts.typeOf(facts.tree.child(node, 'type'))),
    this(node, facts) {
      const around = facts.classAround(node);
      return around < 0 ? -1 : facts.expression('self', around);
    },
    super(node, facts) {
      const around = facts.classAround(node);
      return around < 0 ? -1 : facts.expression('super', around);
    },
    string_literal: (_, facts) => facts.builtin('String'),
    character_literal: (_, facts) => facts.builtin('char'),
    decimal_integer_literal: (_, facts) => facts.builtin('int'),
    hex_integer_literal: (_, facts) => facts.builtin('int'),
    decimal_floating_point_literal: (_, facts) => facts.builtin('double'),
    true: (_, facts) => facts.builtin('boolean'),
    false: (_, facts) => facts.builtin('boolean'),
    instanceof_expression: (_, facts) => facts.builtin('boolean'),
    binary_expression: (_, facts) => facts.builtin('value'),
    class_literal: (_, facts) => facts.builtin('Class'),
    ...builtinTypes(),
    // Types where an expression may be: `List<String>::size`.
    type_identifier: typeName,
    generic_type: (node, facts) => facts.typeOf(node),
    array_type: (node, facts) => facts.typeOf(node),
  },
  types: {
    type_identifier: typeName,
    scoped_type_identifier: scopedType,
    scoped_identifier: scopedType,
    field_access: (node, facts) => facts.value(node),
    generic_type(node, facts) {
      const { tree } = facts;
      const base = facts.typeOf(tree.firstNamed(node));
      const last = tree.namedChildren(tree.childOf(node, 'type_arguments')).at(-1) ?? NONE;
      const argument = facts.instance(facts.typeOf(last));
      return base < 0 || argument < 0 ? base : facts.expression('applied', base, argument);
    },
    array_type(node, facts) {
      const element = facts.instance(facts.typeOf(facts.tree.child(node, 'element')));
      const array = facts.builtin('Array');
      return element < 0 ? array : facts.expression('applied', array, element);
    },
    wildcard: (node, facts) =>
      facts.typeOf(facts.tree.namedChildren(node).find((each) => isTypeNode(facts, each)) ?? NONE),
    annotated_type: (node, facts) => facts.typeOf(facts.tree.namedChildren(node).at(-1) ?? NONE),
    catch_type: (node, facts) =>
      facts.tree
        .namedChildren(node)
        .map((each) => facts.typeOf(each))
        .reduce((a, b) => facts.either(a, b), -1),
    ...builtinTypes(),
  },
  use,
};

function builtinTypes(): FactRules['values'] {
  return Object.fromEntries(
    BUILTIN_TYPES.map((type) => [
      type,
      (node: number, facts: FactsBuilder) => facts.builtin(facts.tree.of(node)),
    ]),
  );
}

/** `import a.b.Type`, `import a.b.*`, `import static a.b.Type.name`, `import static a.b.Type.*`. */
function importName(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const line = facts.lineOf(tree.start(node));
  const whole = tree.childOf(node, 'scoped_identifier', 'identifier');
  const path = tree.of(whole).replace(/\s/g, '');
  const isStar = tree.childOf(node, 'asterisk') >= 0;
  if (isStar) facts.import({ specifier: `${path}.*`, isStar: true, line });
  else {
    const name = tree.type(whole) === 'identifier' ? whole : tree.child(whole, 'name');
    facts.import(
      { specifier: path, imported: tree.of(name), local: tree.of(name), line },
      { nameNode: name },
    );
  }
  // Types on the way to it are mentioned, but not bound.
  for (let at = isStar ? whole : tree.child(whole, 'scope'); at >= 0; at = tree.child(at, 'scope')) {
    const name = tree.child(at, 'name');
    if (name < 0 || !/^\p{Lu}/u.test(tree.of(name))) break;
    facts.import(
      { specifier: tree.of(at).replace(/\s/g, ''), imported: tree.of(name), line },
      { nameNode: name },
    );
  }
}

const KINDS: Readonly<Record<string, string>> = {
  interface_declaration: 'interface',
  annotation_type_declaration: 'interface',
  enum_declaration: 'enum',
  record_declaration: 'record',
};

function typeDeclaration(node: number, facts: FactsBuilder): void {
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

function openBody(node: number, facts: FactsBuilder): void {
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

function method(node: number, facts: FactsBuilder): void {
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

function constructorOf(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  const parent = facts.classAround();
  if (name < 0 || parent < 0) return;
  const declaration = facts.declare(name, { kind: 'constructor', node, parent });
  facts.open(node, 'function', declaration);
  declareTypeParameters(facts, tree.child(node, 'type_parameters'));
}

/** Fields and local variables: one or more names of a type. */
function fields(node: number, facts: FactsBuilder): void {
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

function pattern(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const [type = NONE, name = NONE] = tree.namedChildren(node);
  if (tree.type(name) === 'identifier')
    facts.declare(name, { kind: 'variable', node, ...typed(facts, type) });
}

function openBlock(node: number, facts: FactsBuilder): void {
  facts.open(node, 'block');
}

function modifier(facts: FactsBuilder, node: number, word: string): boolean {
  const { tree } = facts;
  return tree.childOf(tree.childOf(node, 'modifiers'), word) >= 0;
}

function isVar(facts: FactsBuilder, type: number): boolean {
  return facts.tree.of(type) === 'var';
}

/** What is declared with a type, or with `var` and a value. */
function typed(facts: FactsBuilder, type: number, value = NONE): { type?: number; value?: number } {
  if (type >= 0 && !isVar(facts, type)) return { type };
  return value >= 0 ? { value } : {};
}

function isTypeNode(facts: FactsBuilder, node: number): boolean {
  return /type/.test(facts.tree.type(node));
}

function typeName(node: number, facts: FactsBuilder): number {
  const name = facts.tree.of(node);
  return name === 'var' ? -1 : facts.lookup(name, node);
}

function arrayOf(facts: FactsBuilder, element: number): number {
  const array = facts.builtin('Array');
  return element < 0 ? array : facts.expression('applied', array, facts.instance(element));
}

function memberOf(facts: FactsBuilder, of: number, name: string): number {
  return of < 0 ? -1 : facts.member(of, name);
}

function scopedType(node: number, facts: FactsBuilder): number {
  const { tree } = facts;
  const parts = tree.namedChildren(node);
  return (
    qualified(facts, node) ?? memberOf(facts, facts.typeOf(parts[0] ?? NONE), tree.of(parts.at(-1) ?? NONE))
  );
}

/** A type with its package in front, `a.b.Type`, whose first name nothing else has. */
function qualified(facts: FactsBuilder, node: number): number | undefined {
  const text = facts.tree.of(node).replace(/\s/g, '');
  const [, first = '', type = ''] = /^([a-z]\w*)(?:\.[a-z]\w*)*\.(\p{Lu}\w*)$/u.exec(text) ?? [];
  if (type === '' || !facts.isFree(facts.lookup(first, node))) return undefined;
  return facts.expression('import', facts.importOnce({ specifier: text, imported: type }));
}

function createdType(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  const type = tree.child(node, 'type');
  const outer = tree.firstNamed(node);
  // `outer.new Inner()`
  if (outer !== type && tree.isNamed(outer) && tree.type(type) === 'type_identifier' && outer < type) {
    const of = /annotation|type_arguments/.test(tree.type(outer)) ? -1 : facts.value(outer);
    if (of >= 0) return facts.member(of, tree.of(type));
  }
  return facts.typeOf(type);
}

/** What a call calls. */
function callee(facts: FactsBuilder, call: number): number {
  const { tree } = facts;
  const name = methodName(tree.of(tree.child(call, 'name')));
  const object = tree.child(call, 'object');
  if (object < 0) return facts.lookup(name, call);
  // `Type.super.method()`
  const above = tree.childOf(call, 'super');
  if (above >= 0 && above !== object) return memberOf(facts, facts.instance(facts.value(object)), name);
  return memberOf(facts, facts.value(object), name);
}

/** In `list.forEach(each -> …)` the parameter is an element of the list. */
function elementGiven(facts: FactsBuilder, lambda: number): number {
  const { tree } = facts;
  const call = tree.parent(tree.parent(lambda));
  if (tree.type(call) !== 'method_invocation' || !TAKES_ELEMENT.test(tree.of(tree.child(call, 'name'))))
    return -1;
  const of = facts.value(tree.child(call, 'object'));
  return of < 0 ? -1 : facts.expression('element', of);
}

function use(node: number, facts: FactsBuilder): Use | undefined {
  const { tree } = facts;
  const parent = tree.parent(node);
  const field = tree.field(node);
  switch (tree.type(parent)) {
    case 'method_invocation':
      if (field === 'name') return { role: 'call', ref: callee(facts, parent) };
      break;
    case 'field_access':
      if (field === 'field') return { role: roleOf(facts, parent), ref: facts.value(parent) };
      break;
    case 'scoped_type_identifier':
      if (node !== tree.firstNamed(parent))
        return { role: roleOf(facts, parent), ref: scopedType(parent, facts) };
      break;
    case 'scoped_identifier':
      return scopedName(facts, node, parent);
    case 'package_declaration':
    case 'import_declaration':
      return { role: 'import', ref: facts.builtin(tree.of(node)) };
    case 'method_reference':
      if (node !== tree.firstNamed(parent))
        return {
          role: 'read',
          ref: memberOf(facts, facts.value(tree.firstNamed(parent)), methodName(tree.of(node))),
        };
      break;
    case 'element_value_pair':
      if (field === 'key') {
        const annotation = facts.typeOf(tree.child(tree.parent(tree.parent(parent)), 'name'));
        return { role: 'write', ref: memberOf(facts, annotation, methodName(tree.of(node))) };
      }
      break;
    case 'labeled_statement':
    case 'break_statement':
    case 'continue_statement':
      if (tree.type(node) === 'identifier' && tree.firstNamed(parent) === node)
        return { role: 'read', ref: facts.builtin('label') };
      break;
    case 'switch_label':
      return { role: 'read', ref: switchLabel(facts, node) };
    case 'object_creation_expression':
      if (field === 'type') return { role: 'call', ref: createdType(facts, parent) };
  }
  if (isVar(facts, node) && tree.type(node) === 'type_identifier')
    return { role: 'type', ref: facts.builtin('var') };
  return { role: roleOf(facts, node) };
}

/** Names of packages are not of this repository's symbols; a type's name may be among them. */
function scopedName(facts: FactsBuilder, node: number, parent: number): Use {
  const { tree } = facts;
  const isLast = tree.child(parent, 'name') === node;
  const isPath = tree.above(node, 'package_declaration', 'import_declaration') >= 0;
  if (isPath) return { role: 'import', ref: facts.builtin(tree.of(node)) };
  if (isLast) return { role: roleOf(facts, parent), ref: scopedType(parent, facts) };
  return { role: 'read' };
}

/** `case NAME`: a constant of the enum that is switched on, or else any constant that is seen here. */
function switchLabel(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  const name = tree.of(node);
  const seen = facts.lookup(name, node);
  const condition = facts.value(tree.child(tree.above(node, ...SWITCHES), 'condition'));
  return condition < 0 ? seen : facts.expression('unless', seen, facts.member(condition, name));
}

function roleOf(facts: FactsBuilder, node: number): Role {
  const { tree } = facts;
  const parent = tree.parent(node);
  const field = tree.field(node);
  switch (tree.type(parent)) {
    case 'object_creation_expression':
      return field === 'type' ? 'call' : 'read';
    case 'annotation':
    case 'marker_annotation':
      return field === 'name' ? 'decorator' : 'read';
    case 'superclass':
    case 'interface_type_list':
      return 'extends';
    case 'type_list':
      return /interfaces$/.test(tree.type(tree.parent(parent))) ? 'extends' : 'type';
    case 'generic_type':
      // `new A<B>()`, `extends A<B>`
      return roleOf(facts, parent);
    case 'assignment_expression':
      return field === 'left' ? 'write' : 'read';
    case 'update_expression':
      return 'write';
  }
  return isTypeNode(facts, node) ? 'type' : 'read';
}
