import { defineRule } from '../rule.ts';

export const contextsInvalid = defineRule({
  id: 'contexts/invalid',
  severity: 'error',
  summary: 'A .context.yaml is not valid.',
  async find({ contexts }) {
    return (await contexts()).flatMap((context) =>
      context.state !== 'invalid'
        ? []
        : context.problems.map(({ line, message }) => ({
            file: context.path,
            line,
            message: `The document is not valid: ${message}.`.replace(/\.\.$/, '.'),
            advice: 'Correct the field, or remove the file and generate it anew.',
          })),
    );
  },
});
