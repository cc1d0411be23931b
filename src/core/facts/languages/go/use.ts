/** Go: what each name refers to, and in which role. */
import type { FactsBuilder, Use } from '../../builder.ts';
import { elementOf } from '../common.ts';
import { named } from './values.ts';

/** Maps by another name, whose keys are values and no fields. */
const MAPS_OF_LIBRARIES = /^(?:http\.Header|url\.Values|textproto\.MIMEHeader)$/;
/** Literals inside of literals, further than people nest them. */
const MOST_NESTED = 30;

export function use(node: number, facts: FactsBuilder): Use | undefined {
  const { tree } = facts;
  const parent = tree.parent(node);
  const type = tree.type(node);
  const name = tree.of(node);
  switch (tree.type(parent)) {
    case 'selector_expression':
      if (tree.field(node) === 'field') return { role: roleOf(facts, parent), ref: facts.value(parent) };
      break;
    case 'qualified_type':
      if (tree.field(node) === 'name') return { role: typeRole(facts, parent), ref: facts.typeOf(parent) };
      return { role: 'read' };
    case 'package_clause':
      return { role: 'read', ref: facts.builtin(`package ${name}`) };
    case 'literal_element':
      if (tree.field(parent) === 'key') return keyOfLiteral(facts, node, parent);
  }
  if (type === 'label_name') return { role: 'read', ref: facts.builtin(`label ${name}`) };
  const ref = named(node, facts);
  return { role: type === 'type_identifier' ? typeRole(facts, node) : roleOf(facts, node), ref };
}

/** A field, unless the literal is a map or a list. */
function keyOfLiteral(facts: FactsBuilder, node: number, element: number): Use {
  const { tree } = facts;
  const body = tree.parent(tree.parent(element));
  const type = tree.child(tree.parent(body), 'type');
  const isCollection = /^(?:map|slice|array|implicit_length_array)_type$/.test(tree.type(type));
  const of = isCollection ? -1 : literal(facts, body);
  if (isCollection || MAPS_OF_LIBRARIES.test(tree.of(type)) || isListInFile(facts, type))
    return { role: 'read', ref: named(node, facts) };
  return { role: 'write', ref: of < 0 ? -1 : facts.member(of, tree.of(node)) };
}

/** What a `{…}` of a literal makes: its type is written before it, or is that of the elements around it. */
function literal(facts: FactsBuilder, body: number, nested = 0): number {
  const { tree } = facts;
  const parent = tree.parent(body);
  if (tree.type(parent) === 'composite_literal') return facts.value(parent);
  const around = tree.above(body, 'literal_value', 'block');
  if (nested > MOST_NESTED || tree.type(around) !== 'literal_value') return -1;
  return elementOf(facts, literal(facts, around, nested + 1));
}

/** A type of this file that is neither a struct nor another name of one that may be. */
function isListInFile(facts: FactsBuilder, type: number): boolean {
  if (facts.tree.type(type) !== 'type_identifier') return false;
  const declaration = facts.declarationAt(facts.declarationIn(facts.typeOf(type)));
  return declaration?.kind === 'type';
}

function typeRole(facts: FactsBuilder, node: number): Use['role'] {
  const { tree } = facts;
  const around = tree.type(tree.parent(node));
  if (around === 'type_elem' && tree.type(tree.parent(tree.parent(node))) === 'interface_type')
    return 'extends';
  const isCalled =
    around === 'generic_type' && tree.type(tree.parent(tree.parent(node))) === 'type_conversion_expression';
  return isCalled ? 'call' : 'type';
}

function roleOf(facts: FactsBuilder, node: number): Use['role'] {
  const { tree } = facts;
  const parent = tree.parent(node);
  switch (tree.type(parent)) {
    case 'call_expression':
      return tree.field(node) === 'function' ? 'call' : 'read';
    case 'expression_list':
      return /^(?:assignment_statement|range_clause|receive_statement)$/.test(
        tree.type(tree.parent(parent)),
      ) && tree.field(parent) === 'left'
        ? 'write'
        : 'read';
    case 'inc_statement':
    case 'dec_statement':
      return 'write';
  }
  return 'read';
}
