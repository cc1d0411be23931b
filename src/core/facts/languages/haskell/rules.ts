/** Haskell: modules with qualified names, constructors and fields, classes and instances, equations, patterns; no types of values. */
import type { FactRules, Read } from '../../builder.ts';
import { openBlock } from '../common.ts';
import {
  classDeclaration,
  equation,
  instanceDeclaration,
  patternSynonym,
  signature,
  typeDeclaration,
} from './declarations.ts';
import { bareName, readModule, valueKey } from './modules.ts';
import { declarePattern } from './patterns.ts';
import { use } from './use.ts';

const value: Read = (node, facts) => bareName(facts, valueKey(facts.tree.of(node)), node);

export const rules: FactRules = {
  names: ['variable', 'name', 'constructor', 'module_id'],
  comments: ['comment', 'haddock', 'pragma'],
  strings: ['string', 'char', 'quasiquote_body'],
  enter: {
    haskell: readModule,
    data_type: typeDeclaration('type'),
    newtype: typeDeclaration('type'),
    type_synomym: typeDeclaration('type'),
    type_family: typeDeclaration('type'),
    data_family: typeDeclaration('type'),
    class: classDeclaration,
    instance: instanceDeclaration,
    signature,
    function: equation,
    bind: equation,
    pattern_synonym: patternSynonym,
    match: openBlock,
    do: openBlock,
    let_in: openBlock,
    list_comprehension: openBlock,
    generator: (node, facts) => declarePattern(facts, facts.tree.child(node, 'pattern')),
    pattern_guard: (node, facts) => declarePattern(facts, facts.tree.child(node, 'pattern'), { after: node }),
    lambda(node, facts) {
      facts.open(node, 'block');
      declarePattern(facts, facts.tree.child(node, 'patterns'), { kind: 'parameter' });
    },
    alternative(node, facts) {
      facts.open(node, 'block');
      for (const field of ['pattern', 'patterns']) declarePattern(facts, facts.tree.child(node, field));
    },
  },
  values: {
    variable: value,
    constructor: value,
    name: (node, facts) => bareName(facts, facts.tree.of(node), node),
  },
  use,
};
