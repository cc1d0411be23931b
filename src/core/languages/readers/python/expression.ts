/** Converts nodes of the grammar to CPython's abstract syntax. */
import type { Node } from 'web-tree-sitter';
import { binary, boolean, comparison, union } from './operators.ts';
import { reprNumber } from './repr.ts';
import { stringExpression } from './strings.ts';
import {
  type Argument,
  type Clause,
  type Expression,
  NotPython,
  type Parameter,
  requiredField,
  significantChildren,
} from './syntax-tree.ts';

/** No signature nests deeper, and without a limit the recursion could overflow the stack. */
const MAX_DEPTH = 200;

export function parameterList(node: Node, source: string): Parameter[] {
  return new Converter(source).parameters(node);
}

export function argumentList(node: Node, source: string): Argument[] {
  return new Converter(source).arguments(node);
}

class Converter {
  readonly #source: string;
  #depth = 0;

  constructor(source: string) {
    this.#source = source;
  }

  parameters(node: Node): Parameter[] {
    return significantChildren(node).map((child) => this.#parameter(child));
  }

  arguments(node: Node): Argument[] {
    if (node.type === 'generator_expression') return [{ type: 'positional', value: this.#convert(node) }];
    return significantChildren(node).map((child): Argument => {
      if (child.type === 'keyword_argument')
        return {
          type: 'keyword',
          name: this.#name(requiredField(child, 'name')),
          value: this.#at(child, 'value'),
        };
      if (child.type === 'dictionary_splat') return { type: 'keyword', name: null, value: this.#only(child) };
      return { type: 'positional', value: this.#convert(child) };
    });
  }

  #parameter(node: Node): Parameter {
    const plain = (type: Parameter['type'], name: string): Parameter => ({
      type,
      name,
      annotation: null,
      value: null,
    });
    switch (node.type) {
      case 'identifier':
        return plain('plain', this.#name(node));
      case 'positional_separator':
        return plain('slash', '');
      case 'keyword_separator':
        return plain('star', '');
      case 'list_splat_pattern':
        return plain('star', this.#name(this.#child(node)));
      case 'dictionary_splat_pattern':
        return plain('double-star', this.#name(this.#child(node)));
      case 'typed_parameter':
        return { ...this.#parameter(this.#child(node)), annotation: this.#at(node, 'type') };
      case 'default_parameter':
        return { ...this.#parameter(requiredField(node, 'name')), value: this.#at(node, 'value') };
      case 'typed_default_parameter':
        return {
          ...this.#parameter(requiredField(node, 'name')),
          annotation: this.#at(node, 'type'),
          value: this.#at(node, 'value'),
        };
      default:
        throw new NotPython();
    }
  }

  #convert(node: Node): Expression {
    if (++this.#depth > MAX_DEPTH) throw new NotPython();
    const expression = this.#expression(node);
    this.#depth--;
    return expression;
  }

  #expression(node: Node): Expression {
    switch (node.type) {
      case 'identifier':
      case 'as_pattern_target':
        return { type: 'name', id: this.#name(node) };
      case 'true':
      case 'false':
        return { type: 'constant', text: this.#text(node), integer: true };
      case 'none':
      case 'ellipsis':
        return { type: 'constant', text: this.#text(node), integer: false };
      case 'integer':
      case 'float':
        return { type: 'constant', ...reprNumber(this.#text(node)) };
      case 'string':
        return stringExpression([node], this.#source, (inner) => this.#convert(inner));
      case 'concatenated_string':
        return stringExpression(significantChildren(node), this.#source, (inner) => this.#convert(inner));
      case 'parenthesized_expression':
      case 'type':
        return this.#only(node);
      case 'list':
      case 'list_pattern':
        return { type: 'list', elements: this.#all(node) };
      case 'set':
        return { type: 'set', elements: this.#all(node) };
      case 'tuple':
      case 'expression_list':
      case 'pattern_list':
        return { type: 'tuple', elements: this.#all(node) };
      case 'tuple_pattern': {
        const elements = this.#all(node);
        const [only] = elements;
        return elements.length === 1 && only && !this.#has(node, ',') ? only : { type: 'tuple', elements };
      }
      case 'dictionary':
        return { type: 'dict', items: significantChildren(node).map((child) => this.#dictItem(child)) };
      case 'list_comprehension':
        return this.#comprehension(node, '[]');
      case 'set_comprehension':
      case 'dictionary_comprehension':
        return this.#comprehension(node, '{}');
      case 'generator_expression':
        return this.#comprehension(node, '()');
      case 'call':
        return {
          type: 'call',
          callee: this.#at(node, 'function'),
          arguments: this.arguments(requiredField(node, 'arguments')),
        };
      case 'attribute':
        return {
          type: 'attribute',
          value: this.#at(node, 'object'),
          name: this.#name(requiredField(node, 'attribute')),
        };
      case 'subscript':
        return {
          type: 'subscript',
          value: this.#at(node, 'value'),
          index: this.#index(node, node.childrenForFieldName('subscript')),
        };
      case 'slice':
        return this.#slice(node);
      case 'list_splat':
      case 'list_splat_pattern':
      case 'splat_type':
        return { type: 'starred', value: this.#only(node) };
      case 'unary_operator':
        return {
          type: 'unary',
          operator: this.#text(requiredField(node, 'operator')),
          operand: this.#at(node, 'argument'),
        };
      case 'not_operator':
        return { type: 'unary', operator: 'not', operand: this.#at(node, 'argument') };
      case 'binary_operator':
        return binary(node, this.#source, (part) => this.#convert(part));
      case 'boolean_operator':
        return boolean(node, this.#source, (part) => this.#convert(part));
      case 'comparison_operator':
        return comparison(node, (part) => this.#convert(part));
      case 'conditional_expression': {
        const [body, test, otherwise] = this.#all(node);
        if (!body || !test || !otherwise) throw new NotPython();
        return { type: 'conditional', body, test, otherwise };
      }
      case 'lambda': {
        const parameters = node.childForFieldName('parameters');
        return {
          type: 'lambda',
          parameters: parameters ? this.parameters(parameters) : [],
          body: this.#at(node, 'body'),
        };
      }
      case 'named_expression':
        return { type: 'named', target: this.#at(node, 'name'), value: this.#at(node, 'value') };
      case 'await':
        return { type: 'await', value: this.#only(node) };
      case 'yield': {
        const [value = null] = this.#all(node);
        return { type: 'yield', value, from: this.#has(node, 'from') };
      }
      case 'generic_type':
        return this.#generic(node);
      case 'union_type':
        return union(node, this.#source, (part) => this.#convert(part));
      case 'member_type': {
        const [value, name] = significantChildren(node);
        if (!value || !name) throw new NotPython();
        return { type: 'attribute', value: this.#convert(value), name: this.#name(name) };
      }
      case 'constrained_type': {
        const [lower = null, upper = null] = this.#all(node);
        return { type: 'slice', lower, upper, step: null };
      }
      default:
        throw new NotPython();
    }
  }

  #dictItem(node: Node): { key: Expression | null; value: Expression } {
    if (node.type === 'dictionary_splat') return { key: null, value: this.#only(node) };
    return { key: this.#at(node, 'key'), value: this.#at(node, 'value') };
  }

  #comprehension(node: Node, form: '[]' | '()' | '{}'): Expression {
    const [body, ...rest] = significantChildren(node);
    if (body === undefined) throw new NotPython();
    const { key, value } =
      body.type === 'pair' ? this.#dictItem(body) : { key: this.#convert(body), value: null };
    const clauses: Clause[] = [];
    for (const clause of rest)
      if (clause.type === 'if_clause') clauses.at(-1)?.conditions.push(this.#only(clause));
      else
        clauses.push({
          isAsync: this.#has(clause, 'async'),
          target: this.#at(clause, 'left'),
          iterable: this.#at(clause, 'right'),
          conditions: [],
        });
    if (key === null) throw new NotPython();
    return { type: 'comprehension', form, element: key, value, clauses };
  }

  #index(node: Node, parts: readonly Node[]): Expression {
    const elements = parts.map((part) => this.#convert(part));
    const [only] = elements;
    if (only === undefined) throw new NotPython();
    // A trailing comma or a star makes a tuple of one.
    const isTuple = elements.length > 1 || only.type === 'starred' || this.#has(node, ',');
    return isTuple ? { type: 'tuple', elements } : only;
  }

  #generic(node: Node): Expression {
    const [name, list] = significantChildren(node);
    if (!name || !list) throw new NotPython();
    return {
      type: 'subscript',
      value: this.#convert(name),
      index: this.#index(list, significantChildren(list)),
    };
  }

  #slice(node: Node): Expression {
    const sides: (Expression | null)[] = [null, null, null];
    let side = 0;
    for (const child of node.children)
      if (child.type === ':') side++;
      else if (child.isNamed && child.type !== 'comment') sides[side] = this.#convert(child);
    const [lower = null, upper = null, step = null] = sides;
    return { type: 'slice', lower, upper, step };
  }

  #text(node: Node): string {
    return this.#source.slice(node.startIndex, node.endIndex);
  }

  #name(node: Node): string {
    return this.#text(node).normalize('NFKC');
  }

  #at(node: Node, field: string): Expression {
    return this.#convert(requiredField(node, field));
  }

  #child(node: Node): Node {
    const [child] = significantChildren(node);
    if (child === undefined) throw new NotPython();
    return child;
  }

  #only(node: Node): Expression {
    return this.#convert(this.#child(node));
  }

  #all(node: Node): Expression[] {
    return significantChildren(node).map((child) => this.#convert(child));
  }

  #has(node: Node, token: string): boolean {
    return node.children.some(({ type }) => type === token);
  }
}
