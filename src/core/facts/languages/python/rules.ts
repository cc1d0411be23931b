/** Python: functions have scopes, blocks have none; names of a class are reached through it or `self`. */
import type { FactRules, FactsBuilder } from '../../builder.ts';
import { declareParameters, decorated, enterFunction } from './functions.ts';
import { importModules, importNames } from './modules.ts';
import { bind, bindTargets } from './targets.ts';
import { use } from './use.ts';
import { types, values } from './values.ts';

export const rules: FactRules = {
  names: ['identifier'],
  comments: ['comment'],
  strings: ['string'],
  code: ['interpolation'],
  enter: {
    function_definition: enterFunction,
    // What a class is made of is inside of it, as its body is.
    argument_list(node, facts) {
      const declaration = facts.attached(node);
      if (declaration >= 0) facts.open(node, 'block', declaration);
    },
    class_definition(node, facts) {
      const { tree } = facts;
      const name = tree.child(node, 'name');
      const bases = tree
        .namedChildren(tree.child(node, 'superclasses'))
        .filter((child) => !['keyword_argument', 'comment'].includes(tree.type(child)));
      facts.declare(name, { kind: 'class', node: decorated(facts, node), bases });
      facts.attach(tree.child(node, 'superclasses'), facts.declarationOf(name));
    },
    block(node, facts) {
      const { tree } = facts;
      const owner = tree.parent(node);
      if (tree.type(owner) === 'class_definition')
        facts.open(node, 'class', facts.declarationOf(tree.child(owner, 'name')));
    },
    lambda(node, facts) {
      facts.open(node, 'function');
      declareParameters(facts, facts.tree.child(node, 'parameters'));
    },
    list_comprehension: openComprehension,
    set_comprehension: openComprehension,
    dictionary_comprehension: openComprehension,
    generator_expression: openComprehension,
    for_in_clause(node, facts) {
      const { tree } = facts;
      bindTargets(facts, tree.child(node, 'left'), { elementOf: tree.child(node, 'right') });
    },
    for_statement(node, facts) {
      const { tree } = facts;
      bindTargets(facts, tree.child(node, 'left'), { elementOf: tree.child(node, 'right') });
    },
    assignment(node, facts) {
      const { tree } = facts;
      const type = tree.child(node, 'type');
      const value = tree.child(node, 'right');
      bindTargets(facts, tree.child(node, 'left'), {
        ...(type >= 0 ? { type } : {}),
        ...(value >= 0 ? { value } : {}),
        node: statementOf(facts, node),
      });
    },
    named_expression(node, facts) {
      const { tree } = facts;
      const scope = facts.scopeOfKind('function', 'module', 'class');
      const name = tree.child(node, 'name');
      bind(facts, name, { value: tree.child(node, 'value'), node, scope });
    },
    as_pattern(node, facts) {
      const { tree } = facts;
      const target = tree.firstNamed(tree.child(node, 'alias'));
      const value = tree.firstNamed(node);
      const isCaught = tree.type(tree.parent(node)) === 'except_clause';
      bindTargets(facts, target, isCaught ? { type: value } : { expression: () => entered(facts, value) });
    },
    except_clause(node, facts) {
      // Older trees have `except E as e` without as_pattern.
      const { tree } = facts;
      const alias = tree.child(node, 'alias');
      if (alias >= 0) bindTargets(facts, alias, { type: tree.child(node, 'value') });
    },
    global_statement: (node, facts) => aliasNames(facts, node, 0),
    nonlocal_statement: (node, facts) =>
      aliasNames(facts, node, facts.parentScope(facts.scopeOfKind('function'))),
    import_statement: importModules,
    import_from_statement: importNames,
    future_import_statement() {},
  },
  values,
  types,
  use,
};

function openComprehension(node: number, facts: FactsBuilder): void {
  facts.open(node, 'block');
}

function statementOf(facts: FactsBuilder, node: number): number {
  const parent = facts.tree.parent(node);
  return facts.tree.type(parent) === 'expression_statement' ? parent : node;
}

/** `with open() as f` and `with Lock() as lock`: nearly always the thing itself or what its `__enter__` says. */
function entered(facts: FactsBuilder, value: number): number {
  const of = facts.value(value);
  return of < 0 ? -1 : facts.expression('call', facts.member(of, '__enter__'));
}

function aliasNames(facts: FactsBuilder, node: number, scope: number): void {
  for (const name of facts.tree.childrenOf(node, 'identifier')) facts.alias(facts.tree.of(name), scope);
}
