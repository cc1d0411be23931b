/**
 * Java: members need no `this`, methods have names of their own beside fields, types are declared nearly everywhere. Methods of
 * one name in one class are one declaration: which overload a call means depends on types of arguments, which nobody infers here.
 */
import { NONE } from '../../../languages/index.ts';
import type { FactRules, FactsBuilder } from '../../builder.ts';
import { DECLARATION_FLAGS } from '../../facts.ts';
import { openBlock } from '../common.ts';
import { constructorOf, fields, method, openBody, pattern, typeDeclaration } from './members.ts';
import { arrayOf, isVar, typed } from './nodes.ts';
import { use } from './use.ts';
import { elementGiven, types, values } from './values.ts';

const { static: isStatic, getter } = DECLARATION_FLAGS;

export const rules: FactRules = {
  names: ['identifier', 'type_identifier'],
  comments: ['line_comment', 'block_comment'],
  strings: ['string_literal', 'character_literal'],
  code: ['string_interpolation'],
  hasImplicitThis: true,
  enter: {
    package_declaration(node, facts) {
      const { tree } = facts;
      facts.space = tree.of(tree.childOf(node, 'scoped_identifier', 'identifier')).replace(/\s/g, '');
    },
    import_declaration: importName,
    class_declaration: typeDeclaration,
    interface_declaration: typeDeclaration,
    enum_declaration: typeDeclaration,
    annotation_type_declaration: typeDeclaration,
    record_declaration: typeDeclaration,
    class_body: openBody,
    interface_body: openBody,
    enum_body: openBody,
    annotation_type_body: openBody,
    method_declaration: method,
    annotation_type_element_declaration: method,
    constructor_declaration: constructorOf,
    compact_constructor_declaration: constructorOf,
    field_declaration: fields,
    constant_declaration: fields,
    enum_constant(node, facts) {
      const { tree } = facts;
      const around = facts.classAround();
      facts.declare(tree.child(node, 'name'), {
        kind: 'constant',
        node,
        flags: isStatic,
        expression: () => (around < 0 ? -1 : facts.expression('self', around)),
      });
    },
    formal_parameter(node, facts) {
      const { tree } = facts;
      const isComponent = tree.type(tree.parent(tree.parent(node))) === 'record_declaration';
      const type = tree.child(node, 'type');
      const name = tree.child(node, 'name');
      if (name < 0) return;
      // A component of a record is a field and the method that reads it.
      if (isComponent) facts.declare(name, { kind: 'field', node, type, flags: getter });
      else facts.declare(name, { kind: 'parameter', node, ...typed(facts, type) });
    },
    spread_parameter(node, facts) {
      const { tree } = facts;
      const name = tree.child(tree.childOf(node, 'variable_declarator'), 'name');
      const type = tree.namedChildren(node).find((each) => /type/.test(tree.type(each))) ?? NONE;
      if (name >= 0)
        facts.declare(name, {
          kind: 'parameter',
          node,
          expression: () => arrayOf(facts, facts.typeOf(type)),
        });
    },
    catch_formal_parameter(node, facts) {
      const { tree } = facts;
      const name = tree.child(node, 'name');
      if (name >= 0) facts.declare(name, { kind: 'variable', node, type: tree.childOf(node, 'catch_type') });
    },
    local_variable_declaration: fields,
    resource(node, facts) {
      const { tree } = facts;
      const name = tree.child(node, 'name');
      if (name < 0) return;
      const type = tree.child(node, 'type');
      facts.declare(name, { kind: 'variable', node, ...typed(facts, type, tree.child(node, 'value')) });
    },
    enhanced_for_statement(node, facts) {
      const { tree } = facts;
      facts.open(node, 'block');
      const name = tree.child(node, 'name');
      const type = tree.child(node, 'type');
      if (name < 0) return;
      const value = isVar(facts, type) ? { elementOf: tree.child(node, 'value') } : { type };
      facts.declare(name, { kind: 'variable', node: name, ...value });
    },
    instanceof_expression(node, facts) {
      const { tree } = facts;
      const name = tree.child(node, 'name');
      if (name >= 0) facts.declare(name, { kind: 'variable', node, type: tree.child(node, 'right') });
    },
    type_pattern: pattern,
    record_pattern_component: pattern,
    lambda_expression(node, facts) {
      const { tree } = facts;
      facts.open(node, 'function');
      const parameters = tree.child(node, 'parameters');
      const names =
        tree.type(parameters) === 'identifier' ? [parameters] : tree.childrenOf(parameters, 'identifier');
      for (const name of names)
        facts.declare(name, {
          kind: 'parameter',
          node: name,
          ...(names.length === 1 ? { expression: () => elementGiven(facts, node) } : {}),
        });
    },
    block: openBlock,
    constructor_body: openBlock,
    switch_block: openBlock,
    for_statement: openBlock,
    try_with_resources_statement: openBlock,
    catch_clause: openBlock,
  },
  values,
  types,
  use,
};

/** `import a.b.Type`, `import a.b.*`, `import static a.b.Type.name`, `import static a.b.Type.*`. */
function importName(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const line = facts.lineOf(tree.start(node));
  const whole = tree.childOf(node, 'scoped_identifier', 'identifier');
  const path = tree.of(whole).replace(/\s/g, '');
  const isStar = tree.childOf(node, 'asterisk') >= 0;
  if (isStar) facts.import({ specifier: `${path}.*`, isStar: true, line });
  else {
    const name = tree.type(whole) === 'identifier' ? whole : tree.child(whole, 'name');
    facts.import(
      { specifier: path, imported: tree.of(name), local: tree.of(name), line },
      { nameNode: name },
    );
  }
  // Types on the way to it are mentioned, but not bound.
  for (let at = isStar ? whole : tree.child(whole, 'scope'); at >= 0; at = tree.child(at, 'scope')) {
    const name = tree.child(at, 'name');
    if (name < 0 || !/^\p{Lu}/u.test(tree.of(name))) break;
    facts.import(
      { specifier: tree.of(at).replace(/\s/g, ''), imported: tree.of(name), line },
      { nameNode: name },
    );
  }
}
