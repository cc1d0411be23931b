/**
 * `pilotbook brief` and the prompt `brief-me`: what was written down about a change or a set of files, and what the
 * change puts at risk, within a budget of tokens. Reads only, and writes nothing.
 */
import { AppError } from '../../core/errors.ts';
import { whyNoGit } from '../git.ts';
import { changedSymbols } from '../impact/changed-symbols.ts';
import { type Users, usersOf } from '../impact/users.ts';
import type { Services } from '../services.ts';
import type { MakeBrief } from './brief.ts';
import { DEFAULT_TOKENS, LEAST_TOKENS, MOST_TOKENS, withinBudget } from './budget.ts';
import { type Change, changeOf } from './change.ts';
import type { Before } from './cited-code.ts';
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
    const { risks, before } = await risksOf(change, links, facts, services, signal);
    const unread = await unreadNotes(paths, facts);
    const { notes: reachNotes, ...reached } = await reachOf(services, change, before, signal);
    const lack = whyNoGit(services.workspace);
    const git =
      lack === undefined
        ? []
        : [`${lack}: what a change puts at risk cannot be determined, only what is stale now.`];
    return withinBudget(
      {
        change,
        risks,
        governing,
        reached,
        unread,
        notes: [...change.notes, ...git, ...facts.notes(), ...reachNotes],
      },
      tokens,
    );
  };
}

/** A brief is read before other things are done; what takes longer is for `pilotbook impact`. */
const REACH_MS = 4_000;
const MOST_FOLLOWED = 30;
/** Tests often reach a symbol through another. */
const TEST_DEPTH = 2;

/** Who uses the symbols that the change touched. Nothing for files that were only named. */
async function reachOf(
  services: Services,
  { files }: Change,
  before: Before | undefined,
  signal: AbortSignal,
): Promise<Pick<Users, 'users' | 'tests'> & { notes: readonly string[] }> {
  if (before === undefined) return { users: [], tests: [], notes: [] };
  const session = await services.symbols.ask({ signal, timeMs: REACH_MS });
  const { matches } = await changedSymbols(services, session, { files, before: before.text }, signal);
  const found = await usersOf(session, matches, { depth: TEST_DEPTH, mostFollowed: MOST_FOLLOWED });
  const isCut = found.notFollowed > 0 || session.filesLeft > 0;
  return {
    users: found.users.filter(({ depth }) => depth === 1),
    tests: found.tests,
    notes: isCut ? ['More may use what changed than is listed here: pilotbook impact looks further.'] : [],
  };
}
