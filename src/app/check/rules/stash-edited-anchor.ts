import { sentence } from '../reason.ts';
import { defineRule } from '../rule.ts';
import { anchorsInState, placeName, supersede } from './entry-anchors.ts';

export const stashEditedAnchor = defineRule({
  id: 'stash/edited-anchor',
  severity: 'info',
  summary: 'The code an entry is anchored to was edited since, and nothing has replaced the entry.',
  find: (facts) =>
    anchorsInState(facts, 'edited', (place) => {
      const { entry, anchor, now } = place;
      const at = `${now.path ?? anchor.path}:${now.startLine}-${now.endLine}`;
      const moved = at === placeName(place) ? '' : ` and is now ${at}`;
      return {
        message: `The code of entry ${entry.ref} (${placeName(place)}) was edited${moved}: ${sentence(now.reason)}`,
        advice: `See whether the entry still holds; if not, replace it: ${supersede(entry.ref)}.`,
      };
    }),
});
