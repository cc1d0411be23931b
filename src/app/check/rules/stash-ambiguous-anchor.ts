import { defineRule } from '../rule.ts';
import { anchorsInState, placeName, supersede } from './entry-anchors.ts';

export const stashAmbiguousAnchor = defineRule({
  id: 'stash/ambiguous-anchor',
  severity: 'warning',
  summary:
    'The code an entry is anchored to may be any of several places, and nothing has replaced the entry.',
  find: (facts) =>
    anchorsInState(facts, 'ambiguous', (place) => {
      const { entry, anchor, now } = place;
      const places = (now.candidates ?? []).map(
        ({ path, startLine, endLine }) => `${path ?? anchor.path}:${startLine}-${endLine}`,
      );
      return {
        message: `The code of entry ${entry.ref} (${placeName(place)}) may be at ${places.join(' or ')}.`,
        advice: `Say which place is meant in an entry that replaces it: ${supersede(entry.ref)} --anchors.`,
      };
    }),
});
