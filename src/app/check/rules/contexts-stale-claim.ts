import { sentence } from '../reason.ts';
import { defineRule } from '../rule.ts';

const WHAT_HAPPENED = { edited: 'was edited', lost: 'is lost', ambiguous: 'may be any of several places' };

export const contextsStaleClaim = defineRule({
  id: 'contexts/stale-claim',
  severity: 'warning',
  summary:
    'The code that a decision or a constraint is based on was edited, is gone, or may be any of several places.',
  async find({ contexts, typed }) {
    return (await contexts()).flatMap((context) =>
      !('claims' in context)
        ? []
        : context.claims.map(({ claim, state, reason, place, line }) => ({
            file: context.path,
            line,
            message: `The code of ${JSON.stringify(claim)}${place === '' ? '' : ` (${place})`} ${WHAT_HAPPENED[state]}: ${sentence(reason)}`,
            advice: `If it still holds, run pilotbook contexts stamp ${typed(context.scope)}; else correct it.`,
            related: place === '' ? [] : [place.replace(/:[\d-]+$/, '')],
          })),
    );
  },
});
