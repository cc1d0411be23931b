import { defineRule } from '../rule.ts';
import { placeName, refName, refsInState } from './pack-refs.ts';

export const packsAmbiguousRef = defineRule({
  id: 'packs/ambiguous-ref',
  severity: 'warning',
  summary: 'The code a pack points at may be any of several places.',
  find: (facts) =>
    refsInState(facts, 'ambiguous', (found) => {
      const places = (found.now.candidates ?? []).map(
        ({ path, startLine, endLine }) => `${path ?? found.ref.path}:${startLine}-${endLine}`,
      );
      return {
        message: `The code of ${refName(found)} (${placeName(found.ref)}) may be at ${places.join(' or ')}.`,
        advice: 'Point the ref at the place that is meant.',
      };
    }),
});
