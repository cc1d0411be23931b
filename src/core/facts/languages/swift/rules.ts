/** Swift: one module sees all its files; extensions, protocols, optional bindings, labels of arguments. */
import { NONE } from '../../../languages/index.ts';
import type { FactRules } from '../../builder.ts';
import { DECLARATION_FLAGS } from '../../facts.ts';
import {
  declareMember,
  declareTypeParameters,
  functionDeclaration,
  openAttached,
  openBody,
  property,
  typeDeclaration,
  typeName,
} from './declarations.ts';
import { collection, elementGiven, ownType, suffixOf, TYPES, typeIn } from './nodes.ts';
import { conditions, lambda, namesIn } from './patterns.ts';
import { use } from './use.ts';

const { static: isStatic } = DECLARATION_FLAGS;

export const rules: FactRules = {
  names: ['simple_identifier', 'type_identifier'],
  comments: ['comment', 'multiline_comment'],
  strings: ['line_string_literal', 'multi_line_string_literal', 'raw_string_literal'],
  code: ['interpolated_expression'],
  hasImplicitThis: true,
  enter: {
    import_declaration(node, facts) {
      const names = facts.tree.childrenOf(facts.tree.childOf(node, 'identifier'), 'simple_identifier');
      const [name] = names;
      if (name === undefined || names.length > 1) return;
      const specifier = facts.tree.of(name);
      facts.import({ specifier, local: specifier, imported: '*' }, { nameNode: name });
    },
    class_declaration: typeDeclaration,
    protocol_declaration: typeDeclaration,
    class_body: openBody,
    enum_class_body: openBody,
    protocol_body: openBody,
    enum_entry(node, facts) {
      const around = facts.classAround();
      for (const name of facts.tree.childrenOf(node, 'simple_identifier'))
        if (facts.tree.field(name) === 'name')
          declareMember(facts, name, {
            kind: 'constant',
            node,
            flags: isStatic,
            expression: () => (around < 0 ? -1 : facts.expression('self', around)),
          });
    },
    associatedtype_declaration: typeName,
    typealias_declaration: typeName,
    function_declaration: functionDeclaration,
    protocol_function_declaration: functionDeclaration,
    init_declaration(node, facts) {
      const name = facts.tree.childOf(node, 'init');
      if (name < 0) return;
      const what = { kind: 'constructor', node, name: 'init', merge: true };
      facts.open(node, 'function', declareMember(facts, name, what));
      declareTypeParameters(facts, node);
    },
    deinit_declaration: (node, facts) => void facts.open(node, 'function'),
    subscript_declaration: (node, facts) => void facts.open(node, 'function'),
    parameter(node, facts) {
      const { tree } = facts;
      const names = tree.childrenOf(node, 'simple_identifier');
      const name = names.at(-1) ?? NONE;
      if (name < 0) return;
      facts.declare(name, { kind: 'parameter', node, type: typeIn(facts, node) });
      for (const label of names.slice(0, -1)) facts.mark(label, 'read', () => facts.builtin(tree.of(label)));
    },
    property_declaration: property,
    protocol_property_declaration: property,
    computed_property: openAttached,
    willset_didset_block: openAttached,
    lambda_literal: lambda,
    if_statement: conditions,
    guard_statement: conditions,
    while_statement: conditions,
    for_statement(node, facts) {
      const { tree } = facts;
      facts.open(node, 'block');
      const names = namesIn(facts, tree.child(node, 'item'));
      for (const name of names)
        facts.declare(name, {
          kind: 'variable',
          node: name,
          ...(names.length === 1 ? { elementOf: tree.child(node, 'collection') } : {}),
        });
    },
    pattern(node, facts) {
      const { tree } = facts;
      if (tree.childOf(node, 'value_binding_pattern') < 0) return;
      for (const name of namesIn(facts, node))
        if (facts.declarationOf(name) < 0) facts.declare(name, { kind: 'variable', node: name });
    },
    switch_entry: (node, facts) => void facts.open(node, 'block'),
    catch_block: (node, facts) => void facts.open(node, 'block'),
    do_statement: (node, facts) => void facts.open(node, 'block'),
  },
  values: {
    simple_identifier(node, facts) {
      const name = facts.tree.of(node);
      if (name === '$0') return elementGiven(facts, facts.tree.above(node, 'lambda_literal'));
      return name === 'Self' ? ownType(facts, node) : facts.lookup(name, node);
    },
    navigation_expression(node, facts) {
      const { tree } = facts;
      const of = facts.value(tree.child(node, 'target'));
      const name = tree.of(suffixOf(facts, node));
      if (name === 'self') return of;
      return of < 0 || name === '' ? -1 : facts.member(of, name);
    },
    call_expression(node, facts) {
      const { tree } = facts;
      let callee = tree.firstNamed(node);
      const list = tree.childOf(tree.childOf(node, 'call_suffix'), 'value_arguments');
      const isIndexed = list >= 0 && tree.of(list).startsWith('[');
      // `Row.init()` is `Row()`.
      if (tree.of(suffixOf(facts, callee)) === 'init') callee = tree.child(callee, 'target');
      const of = facts.value(callee);
      return of < 0 ? -1 : facts.expression(isIndexed ? 'element' : 'call', of);
    },
    self_expression(node, facts) {
      const around = facts.classAround(node);
      return around < 0 ? -1 : facts.expression('self', around);
    },
    super_expression(node, facts) {
      const around = facts.classAround(node);
      return around < 0 ? -1 : facts.expression('super', around);
    },
    as_expression: (node, facts) => facts.instance(facts.typeOf(typeIn(facts, node))),
    try_expression: (node, facts) => facts.value(facts.tree.child(node, 'expr')),
    await_expression: (node, facts) => facts.value(facts.tree.namedChildren(node).at(-1) ?? NONE),
    postfix_expression: (node, facts) => facts.value(facts.tree.child(node, 'target')),
    tuple_expression(node, facts) {
      const [value = NONE, ...more] = facts.tree.namedChildren(node);
      return more.length > 0 ? -1 : facts.value(value);
    },
    nil_coalescing_expression: (node, facts) =>
      facts.either(
        facts.value(facts.tree.child(node, 'value')),
        facts.value(facts.tree.child(node, 'if_nil')),
      ),
    user_type: (node, facts) => facts.typeOf(node),
    line_string_literal: (_, facts) => facts.builtin('String'),
    integer_literal: (_, facts) => facts.builtin('Int'),
    real_literal: (_, facts) => facts.builtin('Double'),
    boolean_literal: (_, facts) => facts.builtin('Bool'),
  },
  types: {
    user_type(node, facts) {
      const { tree } = facts;
      let base = -1;
      for (const name of tree.childrenOf(node, 'type_identifier'))
        base = base < 0 ? facts.typeOf(name) : facts.member(base, tree.of(name));
      const last = tree.namedChildren(tree.childOf(node, 'type_arguments')).at(-1) ?? NONE;
      const argument = facts.instance(facts.typeOf(last));
      return base < 0 || argument < 0 ? base : facts.expression('applied', base, argument);
    },
    type_identifier: (node, facts) =>
      facts.tree.of(node) === 'Self' ? ownType(facts, node) : facts.lookup(facts.tree.of(node), node),
    optional_type: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
    opaque_type: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
    existential_type: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
    inheritance_specifier: (node, facts) => facts.typeOf(facts.tree.child(node, 'inherits_from')),
    array_type: (node, facts) => collection(facts, 'Array', typeIn(facts, node)),
    dictionary_type: (node, facts) =>
      collection(facts, 'Dictionary', facts.tree.childrenOf(node, ...TYPES).at(-1) ?? NONE),
    function_type: (node, facts) =>
      collection(facts, 'func', facts.tree.childrenOf(node, ...TYPES).at(-1) ?? NONE),
  },
  use,
};
