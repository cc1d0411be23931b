/** Operators, grouped as Python groups them where the grammar does it differently. */
import type { Node } from 'web-tree-sitter';
import { type Expression, NotPython, requiredField, significantChildren } from './syntax-tree.ts';

type Convert = (node: Node) => Expression;

function operatorOf(node: Node, source: string): string {
  const operator = requiredField(node, 'operator');
  return source.slice(operator.startIndex, operator.endIndex);
}

export function binary(node: Node, source: string, convert: Convert): Expression {
  const operator = operatorOf(node, source);
  if (operator === '&' || operator === '^') return bitwise(node, source, convert);
  const left = convert(requiredField(node, 'left'));
  return { type: 'binary', operator, left, right: convert(requiredField(node, 'right')) };
}

/** The grammar binds `^` tighter than `&`; in Python it is the other way round. */
function bitwise(node: Node, source: string, convert: Convert): Expression {
  const operands: Expression[] = [];
  const collect = (part: Node, operator: string): void => {
    const own = part.type === 'binary_operator' ? operatorOf(part, source) : '';
    if (own === '&' || own === '^') {
      collect(requiredField(part, 'left'), operator);
      collect(requiredField(part, 'right'), own);
      return;
    }
    const operand = convert(part);
    const left = operator === '&' ? operands.pop() : undefined;
    operands.push(left ? { type: 'binary', operator, left, right: operand } : operand);
  };
  collect(node, '');
  return operands.reduce((left, right) => ({ type: 'binary', operator: '^', left, right }));
}

/** The grammar splits `A[b] | c | d` at the first bar; Python joins from the left. */
export function union(node: Node, source: string, convert: Convert): Expression {
  const members: Expression[] = [];
  const collect = (part: Node): void => {
    const isBar = part.type === 'binary_operator' && operatorOf(part, source) === '|';
    if (isBar || part.type === 'union_type' || part.type === 'type')
      significantChildren(part).forEach(collect);
    else members.push(convert(part));
  };
  collect(node);
  return members.reduce((left, right) => ({ type: 'binary', operator: '|', left, right }));
}

/** `a or b or c` is one operation of three; one in parentheses stays its own. */
export function boolean(node: Node, source: string, convert: Convert): Expression {
  const operator = operatorOf(node, source);
  const values: Expression[] = [];
  let left = node;
  while (left.type === 'boolean_operator' && operatorOf(left, source) === operator) {
    values.unshift(convert(requiredField(left, 'right')));
    left = requiredField(left, 'left');
  }
  values.unshift(convert(left));
  return { type: 'bool', operator, values };
}

export function comparison(node: Node, convert: Convert): Expression {
  const [first, ...others] = significantChildren(node).map(convert);
  const operators = node.childrenForFieldName('operators').map((operator) => operator.type);
  if (first === undefined || others.length !== operators.length) throw new NotPython();
  const rest = others.map((value, index) => ({ operator: operators[index] ?? '', value }));
  return { type: 'compare', first, rest };
}
