/** JavaScript and TypeScript: what the place of an expression expects, which says what the keys of a literal and the parameters of a callback are. */
import { NONE } from '../../../languages/index.ts';
import type { FactsBuilder } from '../../builder.ts';
import { FUNCTIONS, unquoted } from './nodes.ts';

/** Literals inside of literals; deeper ones are data. */
const MOST_DEPTH = 12;

/** A value such as is expected at the place of an expression: of a declared type, of a parameter, of a field; -1 if nothing says. */
export function expectedAt(node: number, facts: FactsBuilder, depth = 0): number {
  const { tree } = facts;
  const parent = tree.parent(node);
  const field = tree.field(node);
  if (depth > MOST_DEPTH) return -1;
  switch (tree.type(parent)) {
    case 'variable_declarator':
    case 'public_field_definition':
    case 'required_parameter':
    case 'optional_parameter':
      return field === 'value' ? facts.instance(facts.typeOf(tree.child(parent, 'type'))) : -1;
    case 'assignment_expression':
      return field === 'right' ? facts.value(tree.child(parent, 'left')) : -1;
    case 'as_expression':
    case 'satisfies_expression': {
      const type = tree.namedChildren(parent)[1] ?? NONE;
      return type < 0 ? expectedAt(parent, facts, depth + 1) : facts.instance(facts.typeOf(type));
    }
    case 'parenthesized_expression':
    case 'non_null_expression':
      return expectedAt(parent, facts, depth + 1);
    case 'ternary_expression':
      return field === 'condition' ? -1 : expectedAt(parent, facts, depth + 1);
    case 'binary_expression':
      return /^(?:\|\||\?\?|&&)$/.test(tree.of(tree.child(parent, 'operator')))
        ? expectedAt(parent, facts, depth + 1)
        : -1;
    case 'await_expression':
      return expectedAt(parent, facts, depth + 1);
    case 'array':
      return derived(facts, 'element', expectedAt(parent, facts, depth + 1));
    case 'pair':
      return field === 'value'
        ? expectedMember(tree.child(parent, 'key'), tree.parent(parent), facts, depth)
        : -1;
    case 'arguments':
      return expectedArgument(node, parent, facts);
    case 'return_statement':
      return expectedResult(tree.above(parent, ...FUNCTIONS), facts, depth);
    case 'arrow_function':
      return field === 'body' ? expectedResult(parent, facts, depth) : -1;
    case 'jsx_expression': {
      const attribute = tree.parent(parent);
      return tree.type(attribute) === 'jsx_attribute' ? expectedAttribute(attribute, facts) : -1;
    }
  }
  return -1;
}

/** The member that a key of an object literal names, if the literal's place says what it is. */
export function expectedMember(key: number, object: number, facts: FactsBuilder, depth = 0): number {
  const whole = facts.attached(object) >= 0 ? -1 : expectedAt(object, facts, depth + 1);
  return whole < 0 || facts.tree.type(key) === 'computed_property_name'
    ? -1
    : facts.member(whole, unquoted(facts.tree.of(key)));
}

/** The same for the name of the key. A literal whose place says nothing is a thing of its own as often as not. */
export function namedMember(key: number, object: number, facts: FactsBuilder): number {
  const member = expectedMember(key, object, facts);
  return member >= 0 ? member : facts.element(facts.builtin('object'));
}

/** An attribute of an element is a member of the first parameter of its component; elements of HTML have names in lower case. */
export function expectedAttribute(attribute: number, facts: FactsBuilder): number {
  const { tree } = facts;
  const component = tree.child(tree.parent(attribute), 'name');
  const name = tree.firstNamed(attribute);
  if (/^[a-z][^.]*$/.test(tree.of(component)) || tree.type(name) !== 'property_identifier') return -1;
  const properties = derived(facts, 'parameter', facts.value(component), 0);
  return properties < 0 ? -1 : facts.member(properties, tree.of(name));
}

function expectedArgument(node: number, list: number, facts: FactsBuilder): number {
  const { tree } = facts;
  const call = tree.parent(list);
  const place = tree.namedChildren(list).indexOf(node);
  const callee = tree.child(call, tree.type(call) === 'new_expression' ? 'constructor' : 'function');
  if (tree.type(callee) === 'super') {
    const around = facts.classAround(call);
    return around < 0
      ? -1
      : derived(facts, 'parameter', facts.member(facts.expression('super', around), 'constructor'), place);
  }
  return place < 0 ? -1 : derived(facts, 'parameter', facts.value(callee), place);
}

function expectedResult(node: number, facts: FactsBuilder, depth: number): number {
  const { tree } = facts;
  const type = tree.child(node, 'return_type');
  const result =
    type >= 0
      ? facts.instance(facts.typeOf(type))
      : derived(facts, 'call', expectedAt(node, facts, depth + 1));
  return tree.childOf(node, 'async') >= 0 ? derived(facts, 'awaited', result) : result;
}

function derived(
  facts: FactsBuilder,
  op: 'element' | 'parameter' | 'call' | 'awaited',
  of: number,
  b = -1,
): number {
  return of < 0 ? -1 : facts.expression(op, of, b);
}
