/**
 * `pilotbook brief` and the prompt `brief-me`: what was written down about a change or a set of files, and what the
 * change puts at risk, within a budget of tokens. Reads only, and writes nothing.
 */
import { AppError } from '../../core/errors.ts';
import { whyNoGit } from '../git.ts';
import type { Services } from '../services.ts';
import type { MakeBrief } from './brief.ts';
import { DEFAULT_TOKENS, LEAST_TOKENS, MOST_TOKENS, withinBudget } from './budget.ts';
import { changeOf } from './change.ts';
import { governingOf, unreadNotes } from './governing.ts';
import { risksOf } from './risks.ts';

export function createBrief(services: Services): MakeBrief {
  return async (options) => {
    const { tokens = DEFAULT_TOKENS, signal } = options;
    if (!Number.isSafeInteger(tokens) || tokens < LEAST_TOKENS || tokens > MOST_TOKENS)
      throw new AppError(
        'invalid',
        'usage',
        `The budget must be from ${LEAST_TOKENS} to ${MOST_TOKENS} tokens.`,
      );
    const facts = services.knowledge.facts(signal);
    const change = await changeOf(services.workspace, facts, options);
    const paths = new Set(change.files.map(({ path }) => path));
    const links = await facts.linksTo(paths);
    const governing = governingOf(paths, links);
    const risks = await risksOf(change, links, facts, services, signal);
    const unread = await unreadNotes(paths, facts);
    const lack = whyNoGit(services.workspace);
    const git =
      lack === undefined
        ? []
        : [`${lack}: what a change puts at risk cannot be determined, only what is stale now.`];
    return withinBudget(
      { change, risks, governing, unread, notes: [...change.notes, ...git, ...facts.notes()] },
      tokens,
    );
  };
}
