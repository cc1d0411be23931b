/** C#: namespaces without files, partial classes, properties, extension methods, members without `this`. */
import { NONE } from '../../languages/index.ts';
import type { FactRules, FactsBuilder, Use } from '../builder.ts';
import { DECLARATION_FLAGS, type Role } from '../facts.ts';

const { static: isStatic, forward, filePrivate, extension, local } = DECLARATION_FLAGS;
/** Methods of sequences whose function gets an element. */
const TAKES_ELEMENT =
  /^(?:Select|SelectMany|Where|Any|All|First|FirstOrDefault|Single|SingleOrDefault|Last|LastOrDefault|Count|ForEach|OrderBy|OrderByDescending|ThenBy|GroupBy|ToDictionary|ToLookup|TakeWhile|SkipWhile|Find|FindAll|Exists|RemoveAll|Sum|Max|Min)$/;
const KINDS: Readonly<Record<string, string>> = {
  interface_declaration: 'interface',
  struct_declaration: 'struct',
  record_declaration: 'record',
  enum_declaration: 'enum',
};

export const rules: FactRules = {
  names: ['identifier', 'implicit_parameter'],
  comments: ['comment'],
  strings: [
    'string_literal',
    'verbatim_string_literal',
    'raw_string_literal',
    'interpolated_string_expression',
    'character_literal',
  ],
  code: ['interpolation'],
  hasImplicitThis: true,
  enter: {
    using_directive: usingDirective,
    file_scoped_namespace_declaration: namespace,
    namespace_declaration: namespace,
    class_declaration: typeDeclaration,
    interface_declaration: typeDeclaration,
    struct_declaration: typeDeclaration,
    record_declaration: typeDeclaration,
    enum_declaration: typeDeclaration,
    declaration_list: openBody,
    enum_member_declaration_list: openBody,
    enum_member_declaration(node, facts) {
      const around = facts.classAround();
      facts.declare(facts.tree.child(node, 'name'), {
        kind: 'constant',
        node,
        flags: isStatic,
        expression: () => (around < 0 ? -1 : facts.expression('self', around)),
      });
    },
    delegate_declaration(node, facts) {
      facts.declare(facts.tree.child(node, 'name'), { kind: 'type', node });
      facts.open(node, 'function');
    },
    method_declaration: method,
    local_function_statement: method,
    constructor_declaration: constructorOf,
    destructor_declaration: (node, facts) => void facts.open(node, 'function'),
    operator_declaration: (node, facts) => void facts.open(node, 'function'),
    conversion_operator_declaration: (node, facts) => void facts.open(node, 'function'),
    indexer_declaration: (node, facts) => void facts.open(node, 'function'),
    property_declaration: property,
    event_declaration: property,
    variable_declaration: variables,
    parameter,
    parameter_list(node, facts) {
      // `params T[] rest` has no node of its own.
      const { tree } = facts;
      const name = tree.child(node, 'name');
      if (name >= 0) facts.declare(name, { kind: 'parameter', node: name, type: tree.child(node, 'type') });
    },
    lambda_expression(node, facts) {
      const { tree } = facts;
      facts.open(node, 'function');
      const only = tree.child(node, 'parameters');
      if (tree.type(only) === 'implicit_parameter')
        facts.declare(only, {
          kind: 'parameter',
          node: only,
          expression: () => elementGiven(facts, node),
        });
    },
    anonymous_method_expression: (node, facts) => void facts.open(node, 'function'),
    foreach_statement(node, facts) {
      const { tree } = facts;
      facts.open(node, 'block');
      const name = tree.child(node, 'left');
      if (tree.type(name) !== 'identifier') return;
      const type = tree.child(node, 'type');
      const given = isImplicit(facts, type) ? { elementOf: tree.child(node, 'right') } : { type };
      facts.declare(name, { kind: 'variable', node: name, ...given });
    },
    catch_clause: openBlock,
    catch_declaration: typedName,
    declaration_pattern: typedName,
    declaration_expression: typedName,
    block: openBlock,
    for_statement: openBlock,
    using_statement: openBlock,
    switch_section: openBlock,
    switch_expression_arm: openBlock,
  },
  values: {
    invocation_expression(node, facts) {
      const { tree } = facts;
      const of = facts.value(tree.child(node, 'function'));
      if (of < 0) return -1;
      return facts.expression('call', of, tree.childrenOf(tree.child(node, 'arguments'), 'argument').length);
    },
    member_access_expression(node, facts) {
      const { tree } = facts;
      return memberOf(
        facts,
        facts.value(tree.child(node, 'expression')),
        nameOf(facts, tree.child(node, 'name')),
      );
    },
    conditional_access_expression: (node, facts) =>
      facts.value(facts.tree.namedChildren(node).at(-1) ?? NONE),
    member_binding_expression(node, facts) {
      const { tree } = facts;
      const around = tree.above(node, 'conditional_access_expression');
      const of = facts.value(tree.child(around, 'condition'));
      return memberOf(facts, of, nameOf(facts, tree.child(node, 'name')));
    },
    object_creation_expression: (node, facts) => facts.instance(facts.typeOf(facts.tree.child(node, 'type'))),
    cast_expression: (node, facts) => facts.instance(facts.typeOf(facts.tree.child(node, 'type'))),
    as_expression: (node, facts) => facts.instance(facts.typeOf(facts.tree.child(node, 'right'))),
    default_expression: (node, facts) => facts.instance(facts.typeOf(facts.tree.child(node, 'type'))),
    parenthesized_expression: inner,
    postfix_unary_expression: inner,
    checked_expression: inner,
    await_expression(node, facts) {
      const of = inner(node, facts);
      return of < 0 ? -1 : facts.expression('awaited', of);
    },
    conditional_expression(node, facts) {
      const { tree } = facts;
      return facts.either(
        facts.value(tree.child(node, 'consequence')),
        facts.value(tree.child(node, 'alternative')),
      );
    },
    binary_expression(node, facts) {
      const { tree } = facts;
      if (tree.of(tree.child(node, 'operator')) !== '??') return facts.builtin('value');
      return facts.either(facts.value(tree.child(node, 'left')), facts.value(tree.child(node, 'right')));
    },
    assignment_expression: (node, facts) => facts.value(facts.tree.child(node, 'right')),
    element_access_expression(node, facts) {
      const of = facts.value(facts.tree.child(node, 'expression'));
      return of < 0 ? -1 : facts.expression('element', of);
    },
    array_creation_expression: (node, facts) => facts.instance(facts.typeOf(facts.tree.child(node, 'type'))),
    generic_name: (node, facts) => facts.value(facts.tree.firstNamed(node)),
    qualified_name: (node, facts) => facts.typeOf(node),
    alias_qualified_name: (node, facts) => facts.typeOf(node),
    this(node, facts) {
      const around = facts.classAround(node);
      return around < 0 ? -1 : facts.expression('self', around);
    },
    base(node, facts) {
      const around = facts.classAround(node);
      return around < 0 ? -1 : facts.expression('super', around);
    },
    predefined_type: (node, facts) => facts.builtin(facts.tree.of(node)),
    string_literal: (_, facts) => facts.builtin('string'),
    verbatim_string_literal: (_, facts) => facts.builtin('string'),
    raw_string_literal: (_, facts) => facts.builtin('string'),
    interpolated_string_expression: (_, facts) => facts.builtin('string'),
    integer_literal: (_, facts) => facts.builtin('int'),
    real_literal: (_, facts) => facts.builtin('double'),
    boolean_literal: (_, facts) => facts.builtin('bool'),
    typeof_expression: (_, facts) => facts.builtin('Type'),
  },
  types: {
    predefined_type: (node, facts) => facts.builtin(facts.tree.of(node)),
    generic_name(node, facts) {
      const { tree } = facts;
      const base = facts.typeOf(tree.firstNamed(node));
      const last = tree.namedChildren(tree.childOf(node, 'type_argument_list')).at(-1) ?? NONE;
      const argument = facts.instance(facts.typeOf(last));
      return base < 0 || argument < 0 ? base : facts.expression('applied', base, argument);
    },
    qualified_name(node, facts) {
      const { tree } = facts;
      const of = facts.typeOf(tree.child(node, 'qualifier'));
      return memberOf(facts, of, nameOf(facts, tree.child(node, 'name')));
    },
    member_access_expression: (node, facts) => facts.value(node),
    nullable_type: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
    ref_type: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
    array_type(node, facts) {
      const element = facts.instance(facts.typeOf(facts.tree.child(node, 'type')));
      const array = facts.builtin('Array');
      return element < 0 ? array : facts.expression('applied', array, element);
    },
    primary_constructor_base_type: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
    implicit_type: () => -1,
  },
  use,
};

function usingDirective(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const alias = tree.child(node, 'name');
  const path = tree.namedChildren(node).at(-1) ?? NONE;
  if (alias >= 0) {
    const last = tree.type(path) === 'qualified_name' ? tree.child(path, 'name') : path;
    facts.declare(alias, {
      kind: 'type',
      node,
      flags: filePrivate,
      expression: () => facts.instance(facts.lookup(nameOf(facts, last), last)),
    });
    return;
  }
  facts.import({
    specifier: tree.of(path).replace(/\s/g, ''),
    kind: 'use',
    isStar: true,
    line: facts.lineOf(tree.start(node)),
  });
}

function namespace(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  if (facts.space === '') facts.space = tree.of(tree.child(node, 'name')).replace(/\s/g, '');
}

function typeDeclaration(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  if (name < 0) return;
  const declaration = facts.declare(name, {
    kind: KINDS[tree.type(node)] ?? 'class',
    node,
    bases: tree.namedChildren(tree.childOf(node, 'base_list')),
    // Parts of a class are declared in several places, none of which is the whole.
    flags: (has(facts, node, 'partial') ? forward : 0) | (has(facts, node, 'static') ? isStatic : 0),
    merge: has(facts, node, 'partial'),
  });
  facts.attach(tree.child(node, 'body'), declaration);
  const parameters = tree.childOf(node, 'type_parameter_list');
  // The parameters of a record are its properties.
  if (tree.type(node) === 'record_declaration') facts.open(node, 'class', declaration);
  else if (parameters >= 0 || tree.childOf(node, 'parameter_list') >= 0)
    facts.open(node, 'block', declaration);
  declareTypeParameters(facts, node, parameters);
}

function declareTypeParameters(facts: FactsBuilder, node: number, list: number): void {
  const { tree } = facts;
  const clauses = tree.childrenOf(node, 'type_parameter_constraints_clause');
  for (const each of tree.childrenOf(list, 'type_parameter')) {
    const name = tree.child(each, 'name');
    if (name < 0) continue;
    const clause = clauses.find((one) => tree.of(tree.firstNamed(one)) === tree.of(name)) ?? NONE;
    const bound = tree
      .childrenOf(clause, 'type_parameter_constraint')
      .map((one) => tree.child(one, 'type'))
      .find((one) => one >= 0);
    facts.declare(name, {
      kind: 'type',
      node: each,
      flags: local,
      ...(bound === undefined ? {} : { type: bound }),
    });
  }
}

function openBody(node: number, facts: FactsBuilder): void {
  const declaration = facts.attached(node);
  if (declaration >= 0 && facts.tree.type(facts.tree.parent(node)) !== 'record_declaration')
    facts.open(node, 'class', declaration);
}

function method(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  if (name < 0) return;
  const isMember = tree.type(node) === 'method_declaration';
  const returns = tree.child(node, isMember ? 'returns' : 'type');
  const list = tree.child(node, 'parameters');
  const [first = NONE] = tree.childrenOf(list, 'parameter');
  const isExtension = tree.childrenOf(first, 'modifier').some((each) => tree.of(each) === 'this');
  const count = tree.childrenOf(list, 'parameter').length;
  const declaration = facts.declare(name, {
    kind: isMember ? 'method' : 'function',
    node,
    merge: !isExtension,
    flags:
      (has(facts, node, 'static') ? isStatic : 0) |
      (isMember && tree.child(node, 'body') < 0 ? forward : 0) |
      (isExtension ? extension : 0),
    ...(isExtension ? { owner: tree.child(first, 'type') } : {}),
    expression: () => {
      const given = facts.instance(facts.typeOf(returns));
      return given < 0 ? -1 : facts.expression('overload', given, isExtension ? count - 1 : count);
    },
  });
  facts.open(node, 'function', declaration);
  declareTypeParameters(facts, node, tree.childOf(node, 'type_parameter_list'));
}

function constructorOf(node: number, facts: FactsBuilder): void {
  const parent = facts.classAround();
  const name = facts.tree.child(node, 'name');
  if (name < 0 || parent < 0) return;
  facts.open(node, 'function', facts.declare(name, { kind: 'constructor', node, parent }));
}

function property(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  if (name < 0) return;
  const declaration = facts.declare(name, {
    kind: 'field',
    node,
    type: tree.child(node, 'type'),
    flags: has(facts, node, 'static') ? isStatic : 0,
  });
  facts.open(node, 'function', declaration);
}

/** Fields and local variables: one or more names of a type. */
function variables(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const statement = tree.parent(node);
  const isField = facts.scopeKind() === 'class';
  const type = tree.child(node, 'type');
  const declarators = tree.childrenOf(node, 'variable_declarator');
  for (const each of declarators) {
    const name = tree.child(each, 'name');
    if (name < 0) continue;
    const value = tree.namedChildren(each).at(-1) ?? NONE;
    facts.declare(name, {
      kind: !isField ? 'variable' : has(facts, statement, 'const') ? 'constant' : 'field',
      node: declarators.length === 1 ? statement : each,
      flags: isField && (has(facts, statement, 'static') || has(facts, statement, 'const')) ? isStatic : 0,
      ...(isImplicit(facts, type) ? (value === name ? {} : { value }) : { type }),
    });
  }
}

function parameter(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  if (name < 0) return;
  const type = tree.child(node, 'type');
  const lambda = tree.parent(tree.parent(node));
  const isProperty = tree.type(lambda) === 'record_declaration';
  const isOnly =
    tree.type(lambda) === 'lambda_expression' && tree.childrenOf(tree.parent(node), 'parameter').length === 1;
  facts.declare(name, {
    kind: isProperty ? 'field' : 'parameter',
    node,
    ...(type >= 0 ? { type } : isOnly ? { expression: () => elementGiven(facts, lambda) } : {}),
  });
}

/** `catch (E e)`, `is T t`, `out T t`. */
function typedName(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  const type = tree.child(node, 'type');
  if (tree.type(name) === 'identifier')
    facts.declare(name, { kind: 'variable', node, ...(isImplicit(facts, type) ? {} : { type }) });
}

function openBlock(node: number, facts: FactsBuilder): void {
  facts.open(node, 'block');
}

function has(facts: FactsBuilder, node: number, modifier: string): boolean {
  const { tree } = facts;
  return tree.childrenOf(node, 'modifier').some((each) => tree.of(each) === modifier);
}

function isImplicit(facts: FactsBuilder, type: number): boolean {
  return type < 0 || facts.tree.type(type) === 'implicit_type' || facts.tree.of(type) === 'var';
}

function inner(node: number, facts: FactsBuilder): number {
  return facts.value(facts.tree.firstNamed(node));
}

function memberOf(facts: FactsBuilder, of: number, name: string): number {
  return of < 0 || name === '' ? -1 : facts.member(of, name);
}

/** The name without type arguments. */
function nameOf(facts: FactsBuilder, node: number): string {
  const { tree } = facts;
  return tree.of(tree.type(node) === 'generic_name' ? tree.firstNamed(node) : node);
}

/** In `list.Where(each => …)` the parameter is an element of the list. */
function elementGiven(facts: FactsBuilder, lambda: number): number {
  const { tree } = facts;
  const call = tree.above(lambda, 'invocation_expression');
  const callee = tree.child(call, 'function');
  if (tree.parent(tree.parent(tree.parent(lambda))) !== call) return -1;
  if (tree.type(callee) !== 'member_access_expression') return -1;
  if (!TAKES_ELEMENT.test(nameOf(facts, tree.child(callee, 'name')))) return -1;
  const of = facts.value(tree.child(callee, 'expression'));
  return of < 0 ? -1 : facts.expression('element', of);
}

function use(node: number, facts: FactsBuilder): Use | undefined {
  const { tree } = facts;
  // The name of a generic one is what the whole is.
  const isGeneric =
    tree.type(tree.parent(node)) === 'generic_name' && tree.firstNamed(tree.parent(node)) === node;
  const at = isGeneric ? tree.parent(node) : node;
  const parent = tree.parent(at);
  const field = tree.field(at);
  switch (tree.type(parent)) {
    case 'member_access_expression':
    case 'member_binding_expression':
      if (field === 'name') return { role: roleOf(facts, parent), ref: facts.value(parent) };
      break;
    case 'qualified_name':
      if (
        tree.above(node, 'using_directive', 'namespace_declaration', 'file_scoped_namespace_declaration') >= 0
      )
        return { role: 'import', ref: facts.builtin(tree.of(node)) };
      if (field === 'name') return { role: roleOf(facts, parent), ref: facts.typeOf(parent) };
      break;
    case 'using_directive':
    case 'namespace_declaration':
    case 'file_scoped_namespace_declaration':
      return { role: 'import', ref: facts.builtin(tree.of(node)) };
    case 'argument':
      if (field === 'name') return { role: 'write', ref: named(facts, parent, node) };
      break;
    case 'attribute_argument':
      if (field === 'name') {
        const type = facts.typeOf(tree.child(tree.above(node, 'attribute'), 'name'));
        return { role: 'write', ref: memberOf(facts, facts.instance(type), tree.of(node)) };
      }
      break;
    case 'assignment_expression': {
      const made = tree.parent(tree.parent(parent));
      if (field !== 'left' || tree.type(tree.parent(parent)) !== 'initializer_expression') break;
      if (tree.type(made) === 'object_creation_expression')
        return { role: 'write', ref: memberOf(facts, facts.value(made), tree.of(node)) };
      return { role: 'write', ref: -1 };
    }
    case 'destructor_declaration':
      return { role: 'read', ref: facts.expression('declaration', Math.max(0, facts.classAround(node))) };
    case 'labeled_statement':
    case 'goto_statement':
      return { role: 'read', ref: facts.builtin('label') };
  }
  return { role: roleOf(facts, at) };
}

/** The parameter that `name: value` in a call sets. */
function named(facts: FactsBuilder, argument: number, name: number): number {
  const { tree } = facts;
  const call = tree.parent(tree.parent(argument));
  const callee =
    tree.type(call) === 'object_creation_expression'
      ? facts.typeOf(tree.child(call, 'type'))
      : facts.value(tree.child(call, 'function'));
  return callee < 0 ? -1 : facts.expression('argument', callee, facts.nameId(tree.of(name)));
}

function roleOf(facts: FactsBuilder, node: number): Role {
  const { tree } = facts;
  const parent = tree.parent(node);
  const field = tree.field(node);
  switch (tree.type(parent)) {
    case 'invocation_expression':
      return field === 'function' ? 'call' : 'read';
    case 'conditional_access_expression':
      return field === 'condition' ? 'read' : roleOf(facts, parent);
    case 'object_creation_expression':
      return field === 'type' ? 'call' : 'read';
    case 'attribute':
      return 'decorator';
    case 'base_list':
    case 'primary_constructor_base_type':
      return 'extends';
    case 'assignment_expression':
      return field === 'left' ? 'write' : 'read';
    case 'prefix_unary_expression':
    case 'postfix_unary_expression':
      return /\+\+|--/.test(tree.of(parent)) ? 'write' : 'read';
    case 'type_argument_list':
    case 'nullable_type':
    case 'array_type':
    case 'typeof_expression':
    case 'qualified_name':
      return 'type';
  }
  return field === 'type' || field === 'returns' ? 'type' : 'read';
}
