/** Go: a directory is a package whose files see each other's names; methods name their type; every value has a declared type. */
import { NONE } from '../../../languages/index.ts';
import type { FactRules, FactsBuilder } from '../../builder.ts';
import { elementOf, openBlock } from '../common.ts';
import {
  bind,
  bindAll,
  declareConstants,
  declareFields,
  declareParameters,
  declareType,
  declareVariables,
  openCase,
  openType,
} from './declarations.ts';
import { use } from './use.ts';
import { part, resultOf, types, values } from './values.ts';

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
  values,
  types,
  use,
};

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
