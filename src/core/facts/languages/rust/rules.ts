/** Rust: paths through the tree of modules, members by `impl`, patterns that declare, macros whose insides are only tokens. */
import type { FactRules } from '../../builder.ts';
import { DECLARATION_FLAGS } from '../../facts.ts';
import { elementOf, openBlock } from '../common.ts';
import { constant, functionItem, placed, typeItem, typeParameters } from './items.ts';
import { itemsOfTokens } from './macros.ts';
import { importName, isPublic, moduleItem, useTree } from './modules.ts';
import { attributesOf, nameOfType } from './nodes.ts';
import { bindPattern, parameter } from './patterns.ts';
import { use } from './use.ts';
import { types, values } from './values.ts';

const { static: isStatic } = DECLARATION_FLAGS;

export const rules: FactRules = {
  names: ['identifier', 'type_identifier', 'field_identifier', 'shorthand_field_identifier'],
  comments: ['line_comment', 'block_comment'],
  strings: ['string_literal', 'raw_string_literal', 'char_literal'],
  enter: {
    mod_item: moduleItem,
    extern_crate_declaration(node, facts) {
      const { tree } = facts;
      const name = tree.child(node, 'name');
      const alias = tree.child(node, 'alias');
      const bound = alias >= 0 ? alias : name;
      importName(facts, [], name, bound, isPublic(facts, node));
    },
    use_declaration: (node, facts) =>
      useTree(facts, facts.tree.child(node, 'argument'), [], isPublic(facts, node)),
    struct_item: (node, facts) => typeItem(node, facts, 'struct'),
    union_item: (node, facts) => typeItem(node, facts, 'struct'),
    enum_item: (node, facts) => typeItem(node, facts, 'enum'),
    trait_item: (node, facts) => typeItem(node, facts, 'trait'),
    enum_variant(node, facts) {
      const { tree } = facts;
      const parent = facts.declarationOf(tree.child(tree.parent(tree.parent(node)), 'name'));
      const name = tree.child(node, 'name');
      const base = tree.child(tree.parent(tree.parent(node)), 'name');
      if (parent >= 0) facts.declare(name, { kind: 'variant', node, parent, flags: isStatic, bases: [base] });
    },
    field_declaration(node, facts) {
      const { tree } = facts;
      const parent = facts.declarationOf(tree.child(tree.parent(tree.parent(node)), 'name'));
      if (parent < 0) return;
      const first = attributesOf(facts, node);
      facts.declare(tree.child(node, 'name'), {
        kind: 'field',
        node,
        first,
        parent,
        type: tree.child(node, 'type'),
      });
    },
    type_item(node, facts) {
      const name = facts.tree.child(node, 'name');
      facts.declare(name, { kind: 'type', type: facts.tree.child(node, 'type'), ...placed(facts, node) });
    },
    associated_type(node, facts) {
      const { tree } = facts;
      const bases = tree.namedChildren(tree.child(node, 'bounds'));
      facts.declare(tree.child(node, 'name'), { kind: 'type', bases, ...placed(facts, node) });
    },
    const_item: (node, facts) => constant(node, facts),
    static_item: (node, facts) => constant(node, facts),
    impl_item(node, facts) {
      const { tree } = facts;
      facts.open(node, 'module');
      typeParameters(facts, node);
      const trait = tree.child(node, 'trait');
      const own = facts.bound(tree.of(nameOfType(facts, tree.child(node, 'type'))));
      if (trait >= 0 && own >= 0) facts.describe(own, { bases: [trait] });
    },
    function_item: functionItem,
    function_signature_item: functionItem,
    macro_definition(node, facts) {
      const name = facts.tree.child(node, 'name');
      const first = attributesOf(facts, node);
      // Macros have names of their own: `join!` is not the function `join`.
      const index = facts.declare(name, { kind: 'macro', node, first, parent: -1 });
      facts.bindTo(`${facts.tree.of(name)}!`, index, name);
      facts.open(node, 'function', index);
    },
    block: openBlock,
    if_expression: openBlock,
    while_expression: openBlock,
    match_arm(node, facts) {
      const { tree } = facts;
      facts.open(node, 'block');
      const pattern = tree.firstNamed(tree.child(node, 'pattern'));
      const value = tree.child(tree.parent(tree.parent(node)), 'value');
      bindPattern(facts, pattern, { expression: () => facts.value(value) });
    },
    for_expression(node, facts) {
      const { tree } = facts;
      facts.open(node, 'block');
      const value = tree.child(node, 'value');
      bindPattern(facts, tree.child(node, 'pattern'), {
        expression: () => elementOf(facts, facts.value(value)),
      });
    },
    let_declaration(node, facts) {
      const { tree } = facts;
      const type = tree.child(node, 'type');
      const value = tree.child(node, 'value');
      bindPattern(facts, tree.child(node, 'pattern'), {
        after: node,
        ...(type >= 0 && tree.of(type) !== '_' ? { type } : { expression: () => facts.value(value) }),
      });
    },
    let_condition(node, facts) {
      const { tree } = facts;
      const value = tree.child(node, 'value');
      bindPattern(facts, tree.child(node, 'pattern'), {
        after: node,
        expression: () => facts.value(value),
      });
    },
    closure_expression(node, facts) {
      const { tree } = facts;
      facts.open(node, 'function');
      for (const each of tree.namedChildren(tree.child(node, 'parameters'))) parameter(facts, each);
    },
    token_tree: itemsOfTokens,
  },
  values,
  types,
  use,
};
