/**
 * Elixir: modules have full names that aliases shorten, functions are seen in their module and through its name. Clauses of one
 * name are one function, whatever number of parameters they take.
 */
import type { FactRules } from '../../builder.ts';
import { bindPattern, enterAttribute, enterCall } from './declarations.ts';
import { functionNamed, moduleAround, moduleNamed } from './modules.ts';
import { operatorOf, wordOf } from './nodes.ts';
import { use } from './use.ts';

export const rules: FactRules = {
  names: ['identifier', 'alias'],
  comments: ['comment'],
  strings: ['string', 'charlist', 'sigil'],
  code: ['interpolation'],
  // `App.User` is found as that and as `User`.
  sigil: /^(?:\w+\.)+(?=\w)/,
  hasImplicitThis: true,
  enter: {
    call: enterCall,
    unary_operator: enterAttribute,
    do_block: (node, facts) => void facts.open(node, 'block'),
    stab_clause(node, facts) {
      facts.open(node, 'block');
      const { tree } = facts;
      const around = tree.above(node, 'call', 'anonymous_function', 'unary_operator');
      if (tree.type(around) === 'unary_operator' || wordOf(facts, around) === 'cond') return;
      bindPattern(facts, tree.child(node, 'left'), 'variable');
    },
    binary_operator(node, facts) {
      const operator = operatorOf(facts, node);
      if (operator === '=' || operator === '<-')
        bindPattern(facts, facts.tree.child(node, 'left'), 'variable');
    },
  },
  values: {
    alias: (node, facts) => moduleNamed(facts, facts.tree.of(node)),
    identifier(node, facts) {
      const name = facts.tree.of(node);
      if (name === '__MODULE__') return moduleAround(facts, node);
      const found = facts.lookup(name, node);
      return facts.isFree(found) ? functionNamed(facts, node) : found;
    },
  },
  use,
};
