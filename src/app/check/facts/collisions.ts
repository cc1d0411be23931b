/**
 * Numbers that two texts claim: two files of one number, a merge that stopped in the middle of an entry, or one that
 * went through and dropped the text of a side. A text that lost its number can get the next free one; the comments
 * that came with it then go along.
 */
import { conflictLine } from '../../../core/text/index.ts';
import type { Citation } from './citations.ts';
import type { Collision, CollisionParts } from './collision.ts';
import type { EntryHistory } from './history.ts';
import { isBlob } from './history.ts';
import { lostInMerge } from './lost-in-merge.ts';
import type { FactParts } from './parts.ts';
import type { StashFacts } from './stash.ts';
import { stoppedMerge } from './stopped-merge.ts';
import { twinFiles } from './twin-files.ts';

export async function findCollisions(
  parts: FactParts,
  stash: StashFacts,
  history: EntryHistory | undefined,
  citations: () => Promise<readonly Citation[]>,
): Promise<readonly Collision[]> {
  if (stash.state !== 'ready') return [];
  const all: CollisionParts = { ...parts, stash, history, citations };
  const found = await twinFiles(all);
  for (const entry of stash.entries) {
    const line = conflictLine(entry.bytes.toString('utf8'));
    const asItCame = (history?.get(entry.path) ?? []).some(({ blob }) => isBlob(entry.bytes, blob));
    // An entry may speak about merges; one that came with such lines shows them on purpose.
    if (line !== undefined && !asItCame) found.push(await stoppedMerge(all, entry, line));
    else found.push(...(await lostInMerge(all, entry)));
  }
  // Which of the two a later entry supersedes cannot be told, and its text may not be changed.
  return found.map(({ renumbering, ...collision }) =>
    renumbering === undefined || stash.superseded.has(collision.entry.number)
      ? collision
      : { ...collision, renumbering },
  );
}
