import { defineRule } from '../rule.ts';

export const contextsInvalid = defineRule<{ scope: string }>({
  id: 'contexts/invalid',
  severity: 'error',
  summary: 'A .context.yaml is not valid, or contains merge conflict markers.',
  fixes: 'resolves merge conflicts: what people wrote is kept from both sides, the rest is regenerated',
  async find({ contexts, typed }) {
    return (await contexts()).flatMap((context) =>
      context.state !== 'invalid'
        ? []
        : context.problems.map(({ line, message }) => ({
            file: context.path,
            line,
            message: `The document is not valid: ${message}.`.replace(/\.\.$/, '.'),
            advice: context.isConflict
              ? `Run pilotbook check --fix, or pilotbook contexts generate ${typed(context.scope)}: decisions and constraints of both sides are kept.`
              : `Open ${typed(context.path)} in an editor and correct it.`,
            ...(context.isConflict ? { subject: { scope: context.scope } } : {}),
          })),
    );
  },
  fix: ({ scope }, actions) => actions.resolveContext(scope),
});
