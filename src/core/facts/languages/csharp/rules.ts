/** C#: namespaces without files, partial classes, properties, extension methods, members without `this`. */
import { NONE } from '../../../languages/index.ts';
import type { FactRules, FactsBuilder } from '../../builder.ts';
import { DECLARATION_FLAGS } from '../../facts.ts';
import { openBlock } from '../common.ts';
import {
  constructorOf,
  method,
  openBody,
  parameter,
  property,
  typeDeclaration,
  typedName,
  variables,
} from './members.ts';
import { elementGiven, isImplicit, nameOf } from './nodes.ts';
import { use } from './use.ts';
import { types, values } from './values.ts';

const { static: isStatic, filePrivate } = DECLARATION_FLAGS;

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
  values,
  types,
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
