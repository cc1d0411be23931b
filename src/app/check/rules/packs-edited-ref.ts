import { defineRule } from '../rule.ts';
import { placeName, refName, refsInState } from './pack-refs.ts';

export const packsEditedRef = defineRule({
  id: 'packs/edited-ref',
  severity: 'info',
  summary: 'The code a pack points at was edited since.',
  find: (facts) =>
    refsInState(facts, 'edited', (found) => ({
      message: `The code of ${refName(found)} (${placeName(found.ref)}) was edited: ${found.now.reason}.`,
      advice: 'See whether what the pack says of it still holds; then refresh the pack.',
    })),
});
