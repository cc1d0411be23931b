import type { NewPlace } from '../fix/move-ref.ts';
import { defineRule, type Problem } from '../rule.ts';
import { placeName, refName, refsInState } from './pack-refs.ts';

interface Move {
  pack: string;
  section: string;
  ref: string;
  place: NewPlace;
}

export const packsMovedRef = defineRule<Move>({
  id: 'packs/moved-ref',
  severity: 'info',
  summary: 'The code a pack points at is elsewhere now, unchanged.',
  fixes: 'writes the new lines into the pack, if it is a draft',
  find: (facts) =>
    refsInState<Problem & { subject?: Move }>(facts, 'moved', (found) => {
      const { pack, section, ref, now } = found;
      const place = { path: now.path ?? ref.path, start: now.startLine ?? 1, end: now.endLine ?? 1 };
      return {
        message: `The code of ${refName(found)} moved from ${placeName(ref)} to ${place.path}:${place.start}-${place.end}.`,
        ...(pack.status === 'draft'
          ? {
              advice: 'Run pilotbook check --fix, or refresh the pack.',
              subject: { pack: pack.id, section, ref: ref.key, place },
            }
          : { advice: 'Nothing needs to be done: the finalized pack shows it at its new place.' }),
      };
    }),
  async fix({ pack, section, ref, place }, actions) {
    await actions.moveRef(pack, section, ref, place);
    return `${section}/${ref} now points at ${place.path}:${place.start}-${place.end}`;
  },
});
