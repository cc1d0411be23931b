/** Rules about directory notes. */
import { defineRule, sentence } from './rule.ts';

const contextsInvalid = defineRule<{ scope: string }>({
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

/** A changed file makes nothing wrong that was written; what a claim rests on is judged by itself. */
const contextsStale = defineRule({
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

const WHAT_HAPPENED = { edited: 'was edited', lost: 'is lost', ambiguous: 'may be any of several places' };

const contextsStaleClaim = defineRule({
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

const contextsUnknownVersion = defineRule({
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

export const contextRules = [contextsInvalid, contextsStale, contextsStaleClaim, contextsUnknownVersion];
