/** C's declarators: a name wrapped in pointers, arrays, parentheses and parameter lists. */
import type { Node } from 'web-tree-sitter';

const NAMES = new Set([
  'identifier',
  'field_identifier',
  'type_identifier',
  'qualified_identifier',
  'destructor_name',
  'operator_name',
  'operator_cast',
  'template_function',
]);

export interface Declared {
  name: Node;
  /** The parameters, where the declarator is that of a function and not of a pointer to one. */
  parameters: Node | null;
}

export function declared(declarator: Node | null): Declared | undefined {
  let node = declarator;
  let parameters: Node | null = null;
  while (node !== null && !NAMES.has(node.type)) {
    if (node.type === 'function_declarator') parameters = node.childForFieldName('parameters');
    // In `(*name)(int)` the parameters are those of what the pointer points to.
    if (node.type === 'parenthesized_declarator') parameters = null;
    node = node.childForFieldName('declarator') ?? innerDeclarator(node);
  }
  if (node === null) return undefined;
  if (node.type === 'operator_cast')
    return {
      name: node,
      parameters: node.childForFieldName('declarator')?.childForFieldName('parameters') ?? null,
    };
  return { name: node, parameters };
}

function innerDeclarator(node: Node): Node | null {
  return node.namedChildren.find(({ type }) => NAMES.has(type) || type.endsWith('_declarator')) ?? null;
}
