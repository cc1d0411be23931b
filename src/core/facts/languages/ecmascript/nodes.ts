/** What the rules of JavaScript and TypeScript ask of nodes. */
import type { Declare, FactsBuilder } from '../../builder.ts';

export const FUNCTIONS = new Set([
  'arrow_function',
  'function_expression',
  'function',
  'generator_function',
  'function_declaration',
  'generator_function_declaration',
  'method_definition',
]);

export function requiredModule(facts: FactsBuilder, node: number): string | undefined {
  const { tree } = facts;
  if (tree.type(node) !== 'call_expression') return undefined;
  const callee = tree.child(node, 'function');
  if (tree.of(callee) !== 'require' && tree.type(callee) !== 'import') return undefined;
  const argument = tree.firstNamed(tree.child(node, 'arguments'));
  return tree.type(argument) === 'string' ? unquoted(tree.of(argument)) : undefined;
}

/** Whose inside a value is, if it has one: a function, a class, an object literal. */
export function attachValue(facts: FactsBuilder, value: number, declaration: number): void {
  const { tree } = facts;
  const type = tree.type(value);
  if (declaration >= 0 && (FUNCTIONS.has(type) || type === 'class' || type === 'object'))
    facts.attach(value, declaration);
}

/** The value of a declaration by its type or what it is set to; of a function, what it gives. */
export function valueBy(
  facts: FactsBuilder,
  type: number,
  value: number,
): Pick<Declare, 'type' | 'value' | 'expression'> {
  if (FUNCTIONS.has(facts.tree.type(value)))
    return type < 0 ? {} : { expression: () => givenBy(facts, type) };
  return type >= 0 ? { type } : value >= 0 ? { value } : {};
}

/** What a function of a declared type gives. */
function givenBy(facts: FactsBuilder, type: number): number {
  const of = facts.instance(facts.typeOf(type));
  return of < 0 ? -1 : facts.expression('call', of);
}

export function kindOf(facts: FactsBuilder, value: number, otherwise: string): string {
  const type = facts.tree.type(value);
  if (FUNCTIONS.has(type)) return 'function';
  if (/^(?:class|class_declaration)$/.test(type)) return 'class';
  return type === 'object' ? 'object' : otherwise;
}

/** `export const …`, decorators: the whole statement. */
export function exportedStatement(facts: FactsBuilder, node: number): number {
  const parent = facts.tree.parent(node);
  return facts.tree.type(parent) === 'export_statement' ? parent : node;
}

const WRAPPERS = /^(?:React\.)?(?:memo|forwardRef)$/;

/** Without parentheses and assertions around it. */
export function unwrapped(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  let at = node;
  for (;;) {
    const type = tree.type(at);
    const isPlain =
      type === 'parenthesized_expression' ||
      type === 'non_null_expression' ||
      (type === 'as_expression' && tree.namedChildren(at).length === 1);
    // `React.memo(f)` and the like give a component of the same parameters.
    if (type === 'call_expression' && WRAPPERS.test(tree.of(tree.child(at, 'function'))))
      at = tree.firstNamed(tree.child(at, 'arguments'));
    else if (isPlain) at = tree.firstNamed(at);
    else return at;
  }
}

export function unquoted(text: string): string {
  return text.replace(/^["'`]|["'`]$/g, '');
}
