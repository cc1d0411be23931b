import { sentence } from '../reason.ts';
import { defineRule } from '../rule.ts';
import { placeName, refName, refsInState } from './pack-refs.ts';

export const packsLostRef = defineRule({
  id: 'packs/lost-ref',
  severity: 'warning',
  summary: 'The code a pack points at is gone.',
  find: (facts) =>
    refsInState(facts, 'lost', (found) => ({
      message: `The code of ${refName(found)} (${placeName(found.ref)}) is lost: ${sentence(found.now.reason)}`,
      advice: 'Point the ref at the code that replaced it, or delete it.',
    })),
});
