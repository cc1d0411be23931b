/** Which entries take the place of which. */
import type { StashConfig } from './config.ts';
import type { Entry } from './entry.ts';
import { parseRef } from './naming.ts';

/** Number of an entry → refs of those that say they take its place, by number. */
export type Successors = ReadonlyMap<bigint, readonly string[]>;

export function successorsIn(all: readonly Entry[], config: StashConfig): Successors {
  const successors = new Map<bigint, string[]>();
  for (const { number, ref, fields } of all) {
    const superseded = new Set(fields.supersedes?.map((written) => parseRef(written, config)?.number));
    for (const old of superseded) {
      // Nothing takes its own place.
      if (old === undefined || old === number) continue;
      const known = successors.get(old);
      if (known) known.push(ref);
      else successors.set(old, [ref]);
    }
  }
  return successors;
}
