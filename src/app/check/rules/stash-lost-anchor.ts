import { whyUnreadable } from '../../../areas/stash/index.ts';
import type { Facts } from '../facts/facts.ts';
import { sentence } from '../reason.ts';
import { defineRule, type Problem } from '../rule.ts';
import { anchorsInState, placeName, supersede } from './entry-anchors.ts';

export const stashLostAnchor = defineRule({
  id: 'stash/lost-anchor',
  severity: 'warning',
  summary: 'The code an entry is anchored to is gone, and nothing has replaced the entry.',
  find: async (facts) => [
    ...(await anchorsInState(facts, 'lost', (place) => ({
      message: `The code of entry ${place.entry.ref} (${placeName(place)}) is lost: ${sentence(place.now.reason)}`,
      advice: `Write what holds now into an entry that replaces it: ${supersede(place.entry.ref)}, with --anchors where there is code for it.`,
    }))),
    ...(await unreadable(facts)),
  ],
});

async function unreadable({ stash }: Facts): Promise<Problem[]> {
  const facts = await stash();
  if (facts.state !== 'ready') return [];
  return facts.entries
    .filter(({ successors }) => successors.length === 0)
    .flatMap(({ path, ref, unreadableAnchors }) =>
      unreadableAnchors.map((anchor) => ({
        file: path,
        line: 1,
        message: `The code of entry ${ref} (${anchor.at}) cannot be followed: ${sentence(whyUnreadable(anchor))}`,
        advice: `Restore that file from git; if it was never committed, ${supersede(ref)} --anchors anchors the code again.`,
      })),
    );
}
