/** Scala: packages, imports with renames and wildcards, companions, fields in constructors, patterns. */
import { NONE } from '../../../languages/index.ts';
import type { FactRules, FactsBuilder } from '../../builder.ts';
import { DECLARATION_FLAGS } from '../../facts.ts';
import {
  classParameter,
  declareTypeParameters,
  functionDefinition,
  openBody,
  typeDefinition,
  values,
} from './declarations.ts';
import { importNames } from './imports.ts';
import { declarePattern, elementGiven } from './patterns.ts';
import { use } from './use.ts';

const { local } = DECLARATION_FLAGS;

export const rules: FactRules = {
  names: ['identifier', 'type_identifier'],
  comments: ['comment', 'block_comment'],
  strings: ['string', 'interpolated_string', 'character_literal'],
  code: ['interpolation'],
  hasImplicitThis: true,
  enter: {
    package_clause(node, facts) {
      const name = facts.tree.of(facts.tree.child(node, 'name')).replace(/\s/g, '');
      facts.space = facts.space === '' ? name : `${facts.space}.${name}`;
    },
    import_declaration: importNames,
    class_definition: typeDefinition,
    trait_definition: typeDefinition,
    object_definition: typeDefinition,
    package_object: typeDefinition,
    enum_definition: typeDefinition,
    template_body: openBody,
    enum_body: openBody,
    simple_enum_case: typeDefinition,
    full_enum_case: typeDefinition,
    class_parameter: classParameter,
    function_definition: functionDefinition,
    function_declaration: functionDefinition,
    parameter(node, facts) {
      const name = facts.tree.child(node, 'name');
      if (name >= 0) facts.declare(name, { kind: 'parameter', node, type: facts.tree.child(node, 'type') });
    },
    val_definition: values,
    var_definition: values,
    val_declaration: values,
    var_declaration: values,
    type_definition(node, facts) {
      const name = facts.tree.child(node, 'name');
      if (name < 0) return;
      facts.declare(name, { kind: 'type', node, type: facts.tree.child(node, 'type') });
      facts.open(node, 'block');
      declareTypeParameters(facts, node);
    },
    self_type(node, facts) {
      const around = facts.classAround();
      const name = facts.tree.childOf(node, 'identifier');
      if (name >= 0 && around >= 0 && facts.tree.of(name) !== 'this')
        facts.declare(name, {
          kind: 'variable',
          node,
          flags: local,
          expression: () => facts.expression('self', around),
        });
    },
    lambda_expression(node, facts) {
      const { tree } = facts;
      facts.open(node, 'function');
      const parameters = tree.child(node, 'parameters');
      const names =
        tree.type(parameters) === 'identifier'
          ? [parameters]
          : tree.childrenOf(parameters, 'binding').map((each) => tree.child(each, 'name'));
      for (const name of names) {
        if (name < 0) continue;
        const type = name === parameters ? NONE : tree.child(tree.parent(name), 'type');
        const given = names.length === 1 ? { expression: () => elementGiven(facts, node) } : {};
        facts.declare(name, { kind: 'parameter', node: name, ...(type >= 0 ? { type } : given) });
      }
    },
    for_expression: (node, facts) => void facts.open(node, 'block'),
    enumerator(node, facts) {
      const { tree } = facts;
      const [pattern = NONE, of = NONE] = tree.namedChildren(node);
      if (of < 0) return;
      const isTaken = tree.childOf(node, '<-') >= 0;
      const given = isTaken ? { elementOf: of } : { value: of };
      declarePattern(facts, pattern, { kind: 'variable', after: node }, given);
    },
    case_clause(node, facts) {
      const { tree } = facts;
      facts.open(node, 'block');
      const pattern = tree.child(node, 'pattern');
      const match = tree.parent(tree.parent(node));
      const given = tree.type(match) === 'match_expression' ? { value: tree.child(match, 'value') } : {};
      declarePattern(facts, pattern, { kind: 'variable' }, given);
    },
    block: (node, facts) => void facts.open(node, 'block'),
  },
  values: {
    identifier(node, facts) {
      const name = facts.tree.of(node);
      const around = facts.classAround(node);
      if (name === 'this' || name === 'super')
        return around < 0 ? -1 : facts.expression(name === 'this' ? 'self' : 'super', around);
      return facts.lookup(name, node);
    },
    field_expression(node, facts) {
      const of = facts.value(facts.tree.child(node, 'value'));
      return of < 0 ? -1 : facts.member(of, facts.tree.of(facts.tree.child(node, 'field')));
    },
    call_expression(node, facts) {
      const of = facts.value(facts.tree.child(node, 'function'));
      return of < 0 ? -1 : facts.expression('call', of);
    },
    generic_function(node, facts) {
      const { tree } = facts;
      const called = tree.child(node, 'function');
      if (tree.of(tree.child(called, 'field')) === 'asInstanceOf')
        return facts.instance(facts.typeOf(tree.firstNamed(tree.child(node, 'type_arguments'))));
      return facts.value(called);
    },
    instance_expression: (node, facts) => facts.instance(facts.typeOf(facts.tree.firstNamed(node))),
    ascription_expression: (node, facts) =>
      facts.instance(facts.typeOf(facts.tree.namedChildren(node).at(-1) ?? NONE)),
    parenthesized_expression: (node, facts) => facts.value(facts.tree.firstNamed(node)),
    string: (_, facts) => facts.builtin('String'),
    interpolated_string_expression: (_, facts) => facts.builtin('String'),
    integer_literal: (_, facts) => facts.builtin('Int'),
    boolean_literal: (_, facts) => facts.builtin('Boolean'),
  },
  types: {
    generic_type(node, facts) {
      const { tree } = facts;
      const base = facts.typeOf(tree.child(node, 'type'));
      const last = tree.namedChildren(tree.child(node, 'type_arguments')).at(-1) ?? NONE;
      const argument = facts.instance(facts.typeOf(last));
      return base < 0 || argument < 0 ? base : facts.expression('applied', base, argument);
    },
    stable_type_identifier(node, facts) {
      const [of = NONE, name = NONE] = facts.tree.namedChildren(node);
      const owner = facts.typeOf(of);
      return owner < 0 ? -1 : facts.member(owner, facts.tree.of(name));
    },
    stable_identifier: (node, facts) => stable(facts, node),
    lazy_parameter_type: (node, facts) => facts.typeOf(facts.tree.child(node, 'type')),
    repeated_parameter_type: (node, facts) => facts.typeOf(facts.tree.child(node, 'type')),
    annotated_type: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
    compound_type: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
    singleton_type: (node, facts) => facts.value(facts.tree.firstNamed(node)),
    function_type(node, facts) {
      const given = facts.instance(facts.typeOf(facts.tree.child(node, 'return_type')));
      return given < 0 ? facts.builtin('func') : facts.expression('applied', facts.builtin('func'), given);
    },
  },
  use,
};

function stable(facts: FactsBuilder, node: number): number {
  const [of = NONE, name = NONE] = facts.tree.namedChildren(node);
  const owner = facts.typeOf(of);
  return owner < 0 ? -1 : facts.member(owner, facts.tree.of(name));
}
