/** The declarations of a file by their names. Made once for each facts, when somebody first asks. */
import type { FileFacts } from './facts.ts';

const NOTHING: readonly number[] = [];
const tables = new WeakMap<FileFacts, ReadonlyMap<string, readonly number[]>>();

/** Indexes of the declarations with this name, ascending. */
export function declarationsBy(facts: FileFacts, name: string): readonly number[] {
  let table = tables.get(facts);
  if (table === undefined) {
    table = tableOf(facts);
    tables.set(facts, table);
  }
  return table.get(name) ?? NOTHING;
}

function tableOf({ declarations }: FileFacts): ReadonlyMap<string, readonly number[]> {
  const table = new Map<string, number[]>();
  for (const [index, { name }] of declarations.entries()) {
    const known = table.get(name);
    if (known === undefined) table.set(name, [index]);
    else known.push(index);
  }
  return table;
}
