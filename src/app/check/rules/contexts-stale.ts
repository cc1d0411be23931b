import { defineRule } from '../rule.ts';

/** A changed file makes nothing wrong that was written; what a claim rests on is judged by itself. */
export const contextsStale = defineRule({
  id: 'contexts/stale',
  severity: 'info',
  summary: 'Files of a directory changed since its .context.yaml was written.',
  async find({ contexts, typed }) {
    return (await contexts()).flatMap((context) =>
      context.state !== 'stale'
        ? []
        : [
            {
              file: context.path,
              line: 1,
              message: `The files of ${context.scope === '.' ? 'the root directory' : context.scope} changed since this was written.`,
              advice: `Run pilotbook contexts generate ${typed(context.scope)}; if it is written by hand and still holds, pilotbook contexts stamp ${typed(context.scope)}.`,
              related: [context.scope === '.' ? './' : `${context.scope}/`],
            },
          ],
    );
  },
});
