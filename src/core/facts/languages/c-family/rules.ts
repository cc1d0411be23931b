/** C and C++, by the same rules: nodes that C lacks never occur in its trees, and headers are read by the grammar of C++. */
import type { FactRules, FactsBuilder } from '../../builder.ts';
import { DECLARATION_FLAGS } from '../../facts.ts';
import { openBlock } from '../common.ts';
import { withoutHalves } from './conditionals.ts';
import { declared } from './declarators.ts';
import { declaration, functionDefinition, parameter } from './functions.ts';
import { tagged } from './tags.ts';
import { use } from './use.ts';
import { types, values } from './values.ts';

export const rules: FactRules = {
  names: [
    'identifier',
    'field_identifier',
    'type_identifier',
    'namespace_identifier',
    'statement_identifier',
  ],
  comments: ['comment'],
  strings: ['string_literal', 'char_literal', 'raw_string_literal', 'system_lib_string'],
  hasImplicitThis: true,
  simplified: withoutHalves,
  enter: {
    preproc_include(node, facts) {
      const { tree } = facts;
      const path = tree.child(node, 'path');
      const specifier = tree.of(path).replace(/^"|"$/g, '');
      facts.import({ specifier, kind: 'include', line: facts.lineOf(tree.start(node)) });
    },
    preproc_def: macro,
    preproc_function_def: macro,
    namespace_definition(node, facts) {
      const { tree } = facts;
      const name = tree.child(node, 'name');
      const index = facts.isName(name)
        ? facts.declare(name, { kind: 'namespace', node, merge: true })
        : facts.declarationAround;
      facts.open(node, 'module', index);
    },
    struct_specifier: tagged,
    union_specifier: tagged,
    class_specifier: tagged,
    enum_specifier: tagged,
    field_declaration_list: (node, facts) => facts.open(node, 'class', facts.attached(node)),
    enumerator(node, facts) {
      const { tree } = facts;
      const specifier = tree.parent(tree.parent(node));
      const owner = facts.attached(tree.parent(node));
      const isScoped = tree.childOf(specifier, 'class', 'struct') >= 0 && owner >= 0;
      facts.declare(tree.child(node, 'name'), {
        kind: 'constant',
        node,
        ...(isScoped ? { parent: owner } : {}),
        ...(owner >= 0 ? { expression: () => facts.instance(facts.expression('declaration', owner)) } : {}),
      });
    },
    type_definition(node, facts) {
      const { tree } = facts;
      const type = tree.child(node, 'type');
      for (const declarator of tree.childrenBy(node, 'declarator')) {
        const { name } = declared(facts, declarator);
        const isOwnName =
          tree.child(type, 'name') < 0 && tree.child(type, 'body') >= 0 && name === declarator;
        if (facts.isName(name) && !isOwnName) facts.declare(name, { kind: 'type', node, type });
      }
    },
    alias_declaration(node, facts) {
      const { tree } = facts;
      facts.declare(tree.child(node, 'name'), { kind: 'type', node, type: tree.child(node, 'type') });
    },
    type_parameter_declaration: (node, facts) => typeParameter(facts, facts.tree.firstNamed(node)),
    optional_type_parameter_declaration: (node, facts) =>
      typeParameter(facts, facts.tree.child(node, 'name')),
    template_declaration: (node, facts) => {
      facts.open(node, 'module');
    },
    function_definition: functionDefinition,
    declaration: declaration,
    field_declaration: declaration,
    parameter_list(node, facts) {
      // The parameters of a prototype or of a pointer to a function are seen by nobody.
      if (facts.tree.type(facts.tree.parent(node)) === 'function_declarator' && facts.attached(node) < 0)
        facts.open(node, 'block');
    },
    parameter_declaration: parameter,
    optional_parameter_declaration: parameter,
    compound_statement(node, facts) {
      const owner = facts.attached(node);
      if (owner >= 0) facts.open(node, 'class', owner);
      else facts.open(node, 'block');
    },
    for_statement: openBlock,
    for_range_loop(node, facts) {
      const { tree } = facts;
      facts.open(node, 'block');
      const { name } = declared(facts, tree.child(node, 'declarator'));
      const type = tree.child(node, 'type');
      const isAuto = tree.type(type) === 'placeholder_type_specifier';
      if (facts.isName(name))
        facts.declare(name, {
          kind: 'variable',
          node: name,
          ...(isAuto ? { elementOf: tree.child(node, 'right') } : { type }),
        });
    },
    catch_clause: openBlock,
    if_statement: openBlock,
    lambda_expression: (node, facts) => {
      facts.open(node, 'function');
    },
  },
  values,
  types,
  use,
};

function macro(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const isGuard = tree.type(node) === 'preproc_def' && tree.child(node, 'value') < 0;
  const name = tree.child(node, 'name');
  if (!facts.isName(name)) return;
  // A macro is seen everywhere in the file, whatever is around it.
  facts.declare(name, { kind: isGuard ? 'constant' : 'macro', node, scope: 0, merge: true });
}

function typeParameter(facts: FactsBuilder, name: number): void {
  if (facts.isName(name)) facts.declare(name, { kind: 'type', node: name, flags: DECLARATION_FLAGS.local });
}
