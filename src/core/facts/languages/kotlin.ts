/** Kotlin: top-level functions, extensions, properties in constructors, members without `this`. A companion's members are its class's. */
import { NONE } from '../../languages/index.ts';
import type { FactRules, FactsBuilder, Use } from '../builder.ts';
import { DECLARATION_FLAGS, type Role } from '../facts.ts';
import { applied, innerValue } from './common.ts';

const { static: isStatic, local } = DECLARATION_FLAGS;
const TYPES = ['user_type', 'nullable_type', 'function_type', 'parenthesized_type'] as const;
const TAKES_ELEMENT =
  /^(?:forEach|map|mapNotNull|filter|filterNot|any|all|none|first|firstOrNull|last|find|count|flatMap|sortedBy|groupBy|associateBy|let|also|onEach)$/;

export const rules: FactRules = {
  names: ['identifier'],
  comments: ['line_comment', 'block_comment'],
  strings: ['string_literal', 'multiline_string_literal', 'character_literal'],
  code: ['interpolation'],
  hasImplicitThis: true,
  enter: {
    package_header(node, facts) {
      facts.space = facts.tree.of(facts.tree.firstNamed(node)).replace(/\s/g, '');
    },
    import: importName,
    class_declaration: typeDeclaration,
    object_declaration: typeDeclaration,
    class_body: openBody,
    enum_class_body: openBody,
    enum_entry(node, facts) {
      const around = facts.classAround();
      const name = facts.tree.childOf(node, 'identifier');
      if (name >= 0 && around >= 0)
        facts.declare(name, {
          kind: 'constant',
          node,
          flags: isStatic,
          expression: () => facts.expression('self', around),
        });
    },
    class_parameter(node, facts) {
      const { tree } = facts;
      const name = tree.childOf(node, 'identifier');
      const owner = facts.declarationAround;
      const isProperty = tree.childOf(node, 'val', 'var') >= 0;
      if (name < 0) return;
      const what = { node, type: typeIn(facts, node) };
      if (isProperty && owner >= 0)
        facts.bindTo(tree.of(name), facts.declare(name, { ...what, kind: 'field', parent: owner }), name);
      else facts.declare(name, { ...what, kind: 'parameter' });
    },
    function_declaration: functionDeclaration,
    secondary_constructor: (node, facts) => void facts.open(node, 'function'),
    parameter(node, facts) {
      const name = facts.tree.childOf(node, 'identifier');
      if (name >= 0) facts.declare(name, { kind: 'parameter', node, type: typeIn(facts, node) });
    },
    property_declaration: property,
    type_alias(node, facts) {
      const name = facts.tree.childOf(node, 'identifier');
      if (name >= 0) facts.declare(name, { kind: 'type', node, type: typeIn(facts, node) });
    },
    lambda_literal(node, facts) {
      const { tree } = facts;
      facts.open(node, 'function');
      const names = tree.childrenOf(tree.childOf(node, 'lambda_parameters'), 'variable_declaration');
      for (const each of names) {
        const type = typeIn(facts, each);
        const given = names.length === 1 ? { expression: () => elementGiven(facts, node) } : {};
        facts.declare(tree.firstNamed(each), {
          kind: 'parameter',
          node: each,
          ...(type >= 0 ? { type } : given),
        });
      }
    },
    for_statement(node, facts) {
      const { tree } = facts;
      facts.open(node, 'block');
      const variable = tree.childOf(node, 'variable_declaration');
      const type = typeIn(facts, variable);
      const [, collection = NONE] = tree.namedChildren(node);
      if (variable >= 0)
        facts.declare(tree.firstNamed(variable), {
          kind: 'variable',
          node: variable,
          ...(type >= 0 ? { type } : { elementOf: collection }),
        });
    },
    catch_block(node, facts) {
      facts.open(node, 'block');
      const name = facts.tree.childOf(node, 'identifier');
      if (name >= 0) facts.declare(name, { kind: 'variable', node: name, type: typeIn(facts, node) });
    },
    block: (node, facts) => void facts.open(node, 'block'),
  },
  values: {
    navigation_expression(node, facts) {
      const [object = NONE, ...rest] = facts.tree.namedChildren(node);
      const of = facts.value(object);
      const name = facts.tree.of(rest.at(-1) ?? NONE);
      return of < 0 || name === '' ? -1 : facts.member(of, name);
    },
    call_expression(node, facts) {
      const of = facts.value(facts.tree.firstNamed(node));
      return of < 0 ? -1 : facts.expression('call', of);
    },
    as_expression: (node, facts) => facts.instance(facts.typeOf(facts.tree.child(node, 'right'))),
    unary_expression: (node, facts) => facts.value(facts.tree.child(node, 'argument')),
    parenthesized_expression: innerValue,
    this_expression: (node, facts) => thisValue(facts, node),
    super_expression(node, facts) {
      const around = facts.classAround(node);
      return around < 0 ? -1 : facts.expression('super', around);
    },
    string_literal: (_, facts) => facts.builtin('String'),
    multiline_string_literal: (_, facts) => facts.builtin('String'),
    number_literal: (_, facts) => facts.builtin('Int'),
  },
  types: {
    user_type(node, facts) {
      const { tree } = facts;
      const base = tree
        .childrenOf(node, 'identifier')
        .reduce(
          (of, name) => (of < 0 ? facts.lookup(tree.of(name), name) : facts.member(of, tree.of(name))),
          -1,
        );
      const last = tree.namedChildren(tree.childOf(node, 'type_arguments')).at(-1) ?? NONE;
      const argument = facts.instance(facts.typeOf(last));
      return applied(facts, base, argument);
    },
    type_projection: (node, facts) => facts.typeOf(typeIn(facts, node)),
    nullable_type: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
    parenthesized_type: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
    constructor_invocation: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
    explicit_delegation: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
    delegation_specifier: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
  },
  use,
};

function importName(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const path = tree.childOf(node, 'qualified_identifier', 'identifier');
  const specifier = tree.of(path).replace(/\s/g, '');
  const line = facts.lineOf(tree.start(node));
  if (tree.childOf(node, '*') >= 0) {
    facts.import({ specifier: `${specifier}.*`, isStar: true, line });
    return;
  }
  const imported = tree.childrenOf(path, 'identifier').at(-1) ?? path;
  const alias = tree.childrenOf(node, 'identifier').find((each) => each !== path) ?? NONE;
  const name = alias >= 0 ? alias : imported;
  facts.import(
    { specifier, imported: tree.of(imported), local: tree.of(name), line },
    { nameNode: name, importedNode: imported },
  );
}

function typeDeclaration(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  if (name < 0) return;
  const isObject = tree.type(node) === 'object_declaration';
  const kind = tree.childOf(node, 'interface') >= 0 ? 'interface' : isObject ? 'object' : 'class';
  const declaration = facts.declare(name, {
    kind: tree.childOf(node, 'enum_class_body') >= 0 ? 'enum' : kind,
    node,
    bases: tree.childrenOf(tree.childOf(node, 'delegation_specifiers'), 'delegation_specifier'),
  });
  facts.attach(tree.childOf(node, 'class_body', 'enum_class_body'), declaration);
  facts.open(node, 'block', declaration);
  declareTypeParameters(facts, node);
}

function declareTypeParameters(facts: FactsBuilder, node: number): void {
  const { tree } = facts;
  for (const each of tree.childrenOf(tree.childOf(node, 'type_parameters'), 'type_parameter')) {
    const name = tree.childOf(each, 'identifier');
    if (name >= 0) facts.declare(name, { kind: 'type', node: each, flags: local, type: typeIn(facts, each) });
  }
}

function openBody(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const declaration = facts.attached(node);
  if (declaration >= 0) facts.open(node, 'class', declaration);
  else if (tree.type(tree.parent(node)) === 'companion_object')
    facts.open(node, 'class', facts.classAround());
  else facts.open(node, 'class');
}

function functionDeclaration(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  if (name < 0) return;
  const types = tree.childrenOf(node, ...TYPES);
  const receiver = types.find((each) => each < name) ?? NONE;
  const returns = types.find((each) => each > name) ?? NONE;
  const [body = NONE] = tree.namedChildren(tree.childOf(node, 'function_body'));
  const given = returns >= 0 ? { type: returns } : tree.type(body) === 'block' ? {} : { value: body };
  const declaration = facts.declare(name, {
    kind: facts.scopeKind() === 'class' || receiver >= 0 ? 'method' : 'function',
    node,
    merge: receiver < 0,
    ...given,
    ...(receiver >= 0 ? { owner: receiver } : {}),
  });
  facts.open(node, 'function', declaration);
  declareTypeParameters(facts, node);
}

function property(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const variable = tree.childOf(node, 'variable_declaration');
  const name = tree.firstNamed(variable);
  if (tree.type(name) !== 'identifier') return;
  const [receiver = NONE] = tree.childrenOf(node, ...TYPES).filter((each) => each < variable);
  const type = typeIn(facts, variable);
  const value = tree
    .namedChildren(node)
    .find(
      (each) =>
        each > variable && !/^(?:getter|setter|property_delegate|modifiers|type_)/.test(tree.type(each)),
    );
  const isMember = facts.scopeKind() === 'class' || receiver >= 0;
  facts.declare(name, {
    kind: isMember ? 'field' : 'variable',
    node,
    ...(type >= 0 ? { type } : value === undefined ? {} : { value }),
    ...(receiver >= 0 ? { owner: receiver } : {}),
  });
}

function typeIn(facts: FactsBuilder, node: number): number {
  return facts.tree.childOf(node, ...TYPES);
}

/** `this`: of an extension, what it extends. */
function thisValue(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  const around = tree.above(node, 'function_declaration');
  const name = tree.child(around, 'name');
  const [receiver = NONE] = tree.childrenOf(around, ...TYPES).filter((each) => each < name);
  if (receiver >= 0) return facts.instance(facts.typeOf(receiver));
  const owner = facts.classAround(node);
  return owner < 0 ? -1 : facts.expression('self', owner);
}

/** In `list.forEach { each -> … }` the parameter is an element of the list. */
function elementGiven(facts: FactsBuilder, lambda: number): number {
  const { tree } = facts;
  const call = tree.above(lambda, 'call_expression');
  const callee = tree.firstNamed(call);
  const [list = NONE, name = NONE] = tree.namedChildren(callee);
  if (tree.type(callee) !== 'navigation_expression' || !TAKES_ELEMENT.test(tree.of(name))) return -1;
  const of = facts.value(list);
  if (of < 0) return -1;
  return /^(?:let|also)$/.test(tree.of(name)) ? of : facts.element(of);
}

function use(node: number, facts: FactsBuilder): Use | undefined {
  const { tree } = facts;
  const parent = tree.parent(node);
  switch (tree.type(parent)) {
    case 'navigation_expression':
      if (tree.firstNamed(parent) !== node) return { role: roleOf(facts, parent), ref: facts.value(parent) };
      break;
    case 'qualified_identifier':
    case 'package_header':
      return { role: 'import', ref: facts.builtin(tree.of(node)) };
    case 'user_type':
      if (tree.firstNamed(parent) !== node) return { role: 'type', ref: facts.typeOf(parent) };
      return { role: typeRole(facts, parent) };
    case 'value_argument':
      if (tree.childOf(parent, '=') > node) return { role: 'write', ref: named(facts, parent, node) };
  }
  return { role: roleOf(facts, node) };
}

/** The parameter that `name = value` in a call sets. */
function named(facts: FactsBuilder, argument: number, name: number): number {
  const { tree } = facts;
  const callee = facts.value(tree.firstNamed(tree.above(argument, 'call_expression')));
  return callee < 0 ? -1 : facts.expression('argument', callee, facts.nameId(tree.of(name)));
}

function typeRole(facts: FactsBuilder, type: number): Role {
  const { tree } = facts;
  const parent = tree.parent(type);
  const above = tree.type(tree.parent(parent));
  if (tree.type(parent) === 'annotation' || above === 'annotation') return 'decorator';
  return tree.type(parent) === 'delegation_specifier' || above === 'delegation_specifier'
    ? 'extends'
    : 'type';
}

function roleOf(facts: FactsBuilder, node: number): Role {
  const { tree } = facts;
  const parent = tree.parent(node);
  if (tree.type(parent) === 'call_expression') return tree.firstNamed(parent) === node ? 'call' : 'read';
  return tree.type(parent) === 'assignment' && tree.field(node) === 'left' ? 'write' : 'read';
}
