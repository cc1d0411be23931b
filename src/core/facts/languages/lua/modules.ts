/** What a Lua file requires, and what it gives to others. */
import { NONE } from '../../../languages/index.ts';
import type { FactsBuilder } from '../../builder.ts';
import { DECLARATION_FLAGS } from '../../facts.ts';
import { argumentsOf, isCallOf } from './tables.ts';

const { filePrivate } = DECLARATION_FLAGS;

/** The name under which a file offers what it returns. */
const WHOLE_MODULE = 'module.exports';

/** True for the table that the file returns. */
export function isReturned(facts: FactsBuilder, table: number): boolean {
  const { tree } = facts;
  const statement = tree.parent(tree.parent(table));
  return tree.type(statement) === 'return_statement' && tree.type(tree.parent(statement)) === 'chunk';
}

/** What `require` of this file gives. Of a table written out, its fields are exported one by one. */
export function exportValue(facts: FactsBuilder, value: number): void {
  const { tree } = facts;
  const type = tree.type(value);
  if (value < 0 || type === 'table_constructor') return;
  if (type === 'identifier' || type === 'dot_index_expression') {
    facts.export(WHOLE_MODULE, value);
    return;
  }
  // Something that nobody can name: it has none of the names of this file.
  facts.declare(value, { kind: 'object', node: value, name: WHOLE_MODULE, parent: -1, flags: filePrivate });
}

/** The specifier of `require "a.b"`; undefined for anything else. */
export function requiredBy(facts: FactsBuilder, call: number): string | undefined {
  const { tree } = facts;
  if (!isCallOf(facts, call, 'require')) return undefined;
  const [path = NONE] = argumentsOf(facts, call);
  return tree.type(path) === 'string' ? tree.of(tree.child(path, 'content')) : undefined;
}
