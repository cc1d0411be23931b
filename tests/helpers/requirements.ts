import { type TestContext, test } from 'vitest';
import { requirements } from '../requirements.ts';

const known = new Set(requirements.map((requirement) => requirement.id));

/** A test that proves clauses of a specification: its name begins with their ids. */
export function verifies(
  ids: string | readonly string[],
  name: string,
  work: (context: TestContext) => Promise<void> | void,
  timeout?: number,
): void {
  const cited = typeof ids === 'string' ? [ids] : ids;
  const unknown = cited.filter((id) => !known.has(id));
  if (unknown.length > 0) throw new Error(`tests/requirements.ts has no ${unknown.join(', ')}`);
  test(`${cited.join(' ')}: ${name}`, timeout === undefined ? {} : { timeout }, work);
}
