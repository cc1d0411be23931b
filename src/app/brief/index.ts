/**
 * `pilotbook brief` and the prompt `brief-me`: what was written down about a change or a set of files, and what the
 * change puts at risk, within a budget of tokens. Reads only, and writes nothing.
 */
import type { Config } from '../../config/index.ts';
import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { gatherFacts } from '../check/facts/facts.ts';
import { folderBelow } from '../check/pack-folder.ts';
import { whyNoGit } from '../no-git.ts';
import type { Services } from '../services.ts';
import type { MakeBrief } from './brief.ts';
import { DEFAULT_TOKENS, LEAST_TOKENS, MOST_TOKENS, withinBudget } from './budget.ts';
import { changeOf } from './change.ts';
import { governingOf, unreadNotes } from './governing.ts';
import { risksOf } from './risks.ts';

export function createBrief(
  services: Services,
  config: Pick<Config, 'root' | 'packRoot'>,
  clock: Clock,
): MakeBrief {
  return async (options) => {
    const { tokens = DEFAULT_TOKENS, signal } = options;
    if (!Number.isSafeInteger(tokens) || tokens < LEAST_TOKENS || tokens > MOST_TOKENS)
      throw new AppError(
        'invalid',
        'usage',
        `The budget must be from ${LEAST_TOKENS} to ${MOST_TOKENS} tokens.`,
      );
    const change = await changeOf(services.workspace, options);
    const packFolder = folderBelow(config.root, config.packRoot);
    const facts = gatherFacts({ services, clock, signal, packFolder });
    const paths = new Set(change.files.map(({ path }) => path));
    const governing = await governingOf(paths, facts, services);
    const risks = await risksOf(change, facts, services, signal);
    const unread = await unreadNotes(paths, facts);
    const lack = whyNoGit(services.workspace);
    const git =
      lack === undefined
        ? []
        : [`${lack}: what a change puts at risk cannot be determined, only what is stale now.`];
    return withinBudget(
      { change, risks, governing, notes: [...change.notes, ...unread, ...git, ...facts.notes()] },
      tokens,
    );
  };
}
