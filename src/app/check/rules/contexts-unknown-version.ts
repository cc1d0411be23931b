import { defineRule } from '../rule.ts';

export const contextsUnknownVersion = defineRule({
  id: 'contexts/unknown-version',
  severity: 'warning',
  summary: 'A .context.yaml was written by a later version of the format.',
  async find({ contexts }) {
    return (await contexts()).flatMap((context) =>
      context.state !== 'unknown_version'
        ? []
        : [
            {
              file: context.path,
              line: 1,
              message: `The document has version ${context.version}, which this program cannot read.`,
              advice: 'Update pilotbook, or write the document in version 1.',
            },
          ],
    );
  },
});
