/** Lua: tables are modules, classes and objects; a name that is not local is seen by all files. */
import { NONE } from '../../../languages/index.ts';
import type { FactRules } from '../../builder.ts';
import { openBlock } from '../common.ts';
import { assign, declareField, declareFunction, declareLocals, declareParameters } from './declarations.ts';
import { exportValue } from './modules.ts';
import { argumentsOf, isCallOf, metaOf, tableOf } from './tables.ts';
import { use } from './use.ts';
import { called, member, named } from './values.ts';

export const rules: FactRules = {
  names: ['identifier'],
  comments: ['comment', 'hash_bang_line'],
  strings: ['string'],
  enter: {
    function_declaration: declareFunction,
    function_definition(node, facts) {
      facts.open(node, 'function', facts.attached(node));
      declareParameters(facts, node, NONE);
    },
    variable_declaration: declareLocals,
    assignment_statement(node, facts) {
      const { tree } = facts;
      if (tree.type(tree.parent(node)) === 'variable_declaration') return;
      const values = tree.namedChildren(tree.childOf(node, 'expression_list'));
      for (const [index, target] of tree.namedChildren(tree.childOf(node, 'variable_list')).entries())
        assign(facts, target, values[index] ?? NONE, node);
    },
    field: declareField,
    function_call(node, facts) {
      const { tree } = facts;
      if (!isCallOf(facts, node, 'setmetatable')) return;
      const [table = NONE, meta = NONE] = argumentsOf(facts, node);
      const owner = tableOf(facts, table);
      const base = metaOf(facts, meta);
      if (owner >= 0 && base >= 0 && tree.of(base) !== tree.of(table))
        facts.describe(owner, { bases: [base] });
    },
    return_statement(node, facts) {
      const { tree } = facts;
      if (tree.type(tree.parent(node)) === 'chunk')
        exportValue(facts, tree.firstNamed(tree.firstNamed(node)));
    },
    for_statement: openBlock,
    for_generic_clause(node, facts) {
      const { tree } = facts;
      for (const name of tree.childrenOf(tree.childOf(node, 'variable_list'), 'identifier'))
        facts.declare(name, { kind: 'variable', node, after: node });
    },
    for_numeric_clause: (node, facts) =>
      void facts.declare(facts.tree.child(node, 'name'), { kind: 'variable', node, after: node }),
    repeat_statement: openBlock,
    block(node, facts) {
      // The condition after `until` sees the names of the block.
      if (facts.tree.type(facts.tree.parent(node)) !== 'repeat_statement') openBlock(node, facts);
    },
  },
  values: {
    identifier: named,
    dot_index_expression: member,
    method_index_expression: member,
    function_call: called,
    parenthesized_expression: (node, facts) => facts.value(facts.tree.firstNamed(node)),
    binary_expression(node, facts) {
      const { tree } = facts;
      const [left = NONE, right = NONE] = tree.namedChildren(node);
      return tree.childOf(node, 'or') >= 0 ? facts.either(facts.value(left), facts.value(right)) : -1;
    },
    string: (_, facts) => facts.builtin('string'),
    number: (_, facts) => facts.builtin('number'),
  },
  use,
};
