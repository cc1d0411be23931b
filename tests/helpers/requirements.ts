import { type TestContext, test } from 'vitest';
import { requirements } from '../requirements.ts';
import { isLacking, type Need, named } from './probes.ts';

const known = new Set(requirements.map((requirement) => requirement.id));

/** A test that proves clauses of a specification: its name begins with their ids. */
export function verifies(
  ids: string | readonly string[],
  name: string,
  work: (context: TestContext) => Promise<void> | void,
  options: { timeout?: number; needs?: readonly Need[] } = {},
): void {
  const cited = typeof ids === 'string' ? [ids] : ids;
  const unknown = cited.filter((id) => !known.has(id));
  if (unknown.length > 0) throw new Error(`tests/requirements.ts has no ${unknown.join(', ')}`);
  const { needs = [], ...limits } = options;
  test.skipIf(isLacking(...needs))(named(`${cited.join(' ')}: ${name}`, ...needs), limits, work);
}
