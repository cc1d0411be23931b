/** JavaScript and TypeScript: block scopes, modules of both kinds, members by `this`, prototypes and object literals, declared types. */
import type { FactRules, FactsBuilder, Use } from '../../builder.ts';
import type { Role } from '../../facts.ts';
import { expectedAttribute, namedMember } from './context.ts';
import {
  bindPattern,
  functionType,
  namedFunction,
  openFunction,
  ownName,
  variableDeclarator,
} from './functions.ts';
import {
  assignment,
  classLike,
  enumBody,
  field,
  method,
  namespace,
  objectMember,
  openBlock,
  openBody,
  shorthandMember,
  typeAlias,
} from './members.ts';
import { exportStatement, importStatement } from './modules.ts';
import { requiredModule } from './nodes.ts';
import { nested, types, values } from './values.ts';

/** The blank before a generic signature on a line of its own, which the grammar takes for arguments of the type above unless a mark ends that. */
const GENERIC_SIGNATURE = /(?<=^[ \t]*)[ \t](?=<\s*[A-Z]\w*(?:\s+extends\s|(?:,[^<>()]*)?>\())/gm;

export const rules: FactRules = {
  names: [
    'identifier',
    'property_identifier',
    'private_property_identifier',
    'type_identifier',
    'shorthand_property_identifier',
    'shorthand_property_identifier_pattern',
    'statement_identifier',
  ],
  comments: ['comment', 'html_comment', 'hash_bang_line'],
  strings: ['string', 'template_string', 'regex', 'jsx_text'],
  code: ['template_substitution'],
  // `#name` is found as `name` too.
  sigil: /^#/,
  enter: {
    import_statement: importStatement,
    export_statement: exportStatement,
    variable_declarator: variableDeclarator,
    function_declaration: namedFunction,
    generator_function_declaration: namedFunction,
    function_signature: namedFunction,
    function_expression: (node, facts) => openFunction(node, facts, ownName(node, facts)),
    function: (node, facts) => openFunction(node, facts, ownName(node, facts)),
    generator_function: (node, facts) => openFunction(node, facts, ownName(node, facts)),
    arrow_function: (node, facts) => openFunction(node, facts, facts.attached(node)),
    method_definition: method,
    method_signature: method,
    abstract_method_signature: method,
    public_field_definition: field,
    field_definition: field,
    property_signature: field,
    class_declaration: classLike,
    abstract_class_declaration: classLike,
    class: classLike,
    interface_declaration: classLike,
    enum_declaration: classLike,
    type_alias_declaration: typeAlias,
    internal_module: namespace,
    module: namespace,
    class_body: openBody,
    interface_body: openBody,
    enum_body: enumBody,
    object_type: openBody,
    statement_block: openBlock,
    switch_body: openBlock,
    for_statement: openBlock,
    for_in_statement(node, facts) {
      const { tree } = facts;
      facts.open(node, 'block');
      if (tree.child(node, 'kind') < 0) return;
      const isOf = tree.of(tree.child(node, 'operator')) === 'of';
      bindPattern(facts, tree.child(node, 'left'), {
        kind: 'variable',
        ...(isOf ? { elementOf: tree.child(node, 'right') } : {}),
      });
    },
    catch_clause(node, facts) {
      facts.open(node, 'block');
      bindPattern(facts, facts.tree.child(node, 'parameter'), { kind: 'variable' });
    },
    assignment_expression: assignment,
    pair: objectMember,
    shorthand_property_identifier: shorthandMember,
    function_type: functionType,
    call_signature: functionType,
    call_expression(node, facts) {
      const specifier = requiredModule(facts, node);
      if (specifier !== undefined && facts.attached(node) < 0)
        facts.attach(
          node,
          facts.import({ specifier, kind: 'require', line: facts.lineOf(facts.tree.start(node)) }),
        );
    },
  },
  values,
  types,
  use,
  simplified: (text) => text.replace(GENERIC_SIGNATURE, ';'),
};

function use(node: number, facts: FactsBuilder): Use | undefined {
  const { tree } = facts;
  const parent = tree.parent(node);
  const field = tree.field(node);
  const type = tree.type(node);
  switch (tree.type(parent)) {
    case 'member_expression':
      if (field === 'property') return { role: roleOf(facts, parent), ref: facts.value(parent) };
      break;
    case 'nested_type_identifier':
    case 'nested_identifier':
      if (tree.start(node) > tree.start(parent)) return { role: 'type', ref: nested(parent, facts) };
      break;
    case 'pair':
      if (type === 'property_identifier' && field === 'key')
        return { role: 'write', ref: namedMember(node, tree.parent(parent), facts) };
      break;
    case 'jsx_attribute':
      if (type === 'property_identifier') return { role: 'write', ref: expectedAttribute(parent, facts) };
      break;
    case 'method_definition':
      if (type === 'property_identifier' && tree.type(tree.parent(parent)) === 'object')
        return { role: 'write', ref: namedMember(node, tree.parent(parent), facts) };
      if (type === 'property_identifier') return { role: 'write', ref: -1 };
      break;
    case 'property_signature':
    case 'method_signature':
      if (type === 'property_identifier') return { role: 'write', ref: -1 };
      break;
    case 'labeled_statement':
    case 'break_statement':
    case 'continue_statement':
      if (type === 'statement_identifier') return { role: 'read', ref: facts.builtin('label') };
      break;
    case 'index_signature':
      return { role: 'read', ref: -1 };
  }
  // Names of types and properties in places that the cases above do not know.
  if (type === 'property_identifier' || type === 'private_property_identifier')
    return { role: 'read', ref: -1 };
  return { role: roleOf(facts, node) };
}

function roleOf(facts: FactsBuilder, node: number): Role {
  const { tree } = facts;
  const parent = tree.parent(node);
  const field = tree.field(node);
  switch (tree.type(parent)) {
    case 'call_expression':
      if (field === 'function') return tree.type(tree.parent(parent)) === 'decorator' ? 'decorator' : 'call';
      return 'read';
    case 'new_expression':
      return field === 'constructor' ? 'call' : 'read';
    case 'jsx_opening_element':
    case 'jsx_self_closing_element':
      return 'call';
    case 'decorator':
      return 'decorator';
    case 'extends_clause':
    case 'implements_clause':
    case 'extends_type_clause':
    case 'class_heritage':
      return 'extends';
    case 'assignment_expression':
    case 'augmented_assignment_expression':
      return field === 'left' ? 'write' : 'read';
    case 'update_expression':
      return 'write';
  }
  if (tree.type(node) === 'type_identifier' || tree.above(node, 'type_annotation', 'type_arguments') >= 0)
    return 'type';
  return 'read';
}
