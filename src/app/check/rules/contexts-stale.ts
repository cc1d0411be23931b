import { defineRule } from '../rule.ts';

export const contextsStale = defineRule({
  id: 'contexts/stale',
  severity: 'warning',
  summary: 'Files of a directory changed since its .context.yaml was written.',
  async find({ contexts }) {
    return (await contexts()).flatMap((context) =>
      context.state !== 'stale'
        ? []
        : [
            {
              file: context.path,
              line: 1,
              message: `The files of ${context.scope === '.' ? 'the root directory' : context.scope} changed since this was written.`,
              advice: `If it still holds, run pilotbook contexts stamp ${context.scope}; else correct it, or run pilotbook contexts generate ${context.scope}.`,
              related: [context.scope === '.' ? './' : `${context.scope}/`],
            },
          ],
    );
  },
});
