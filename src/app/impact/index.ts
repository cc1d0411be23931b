/**
 * `pilotbook impact`: what a change of symbols reaches. From a symbol, or from the declarations that differ from a commit, to
 * those who use them, the tests to run and the notes that govern them. Reads only.
 */

import { symbolQuestions } from '../../areas/explore/index.ts';
import { AppError } from '../../core/errors.ts';
import type { KnowledgeNote } from '../../core/knowledge-note.ts';
import type { SymbolMatch, SymbolSession } from '../../core/symbols/index.ts';
import { changeOf } from '../brief/change.ts';
import type { Services } from '../services.ts';
import { type ChangedSymbol, changedSymbols, described, textsBefore } from './changed-symbols.ts';
import { type UserAtDepth, usersOf } from './users.ts';

export interface ImpactOptions {
  /** As in repo.symbol; without it, what changed. */
  symbol?: string | undefined;
  path?: string | undefined;
  /** A revision; without it, what is not committed. */
  since?: string | undefined;
  depth?: number | undefined;
  /** Of each list. */
  limit?: number | undefined;
  signal: AbortSignal;
}

export interface Impact {
  /** `2 files changed since 1a2b3c4d5e`, or the symbol. */
  title: string;
  changed: readonly ChangedSymbol[];
  users: readonly UserAtDepth[];
  /** Functions of tests that reach what changed. */
  tests: readonly UserAtDepth[];
  /** Notes about the changed lines. */
  notes: readonly KnowledgeNote[];
  /** How many of each list are not in it. */
  left_out: { changed: number; users: number; tests: number };
  warnings: readonly string[];
}

export type MakeImpact = (options: ImpactOptions) => Promise<Impact>;

const DEFAULT_DEPTH = 2;
const MOST_DEPTH = 3;
const DEFAULT_LIMIT = 50;
const MOST_LIMIT = 500;
/** In a message. */
const MOST_NAMES = 5;
/** More would take longer than a person waits. */
const MOST_FOLLOWED = 200;

export function createImpact(services: Services): MakeImpact {
  return async (options) => {
    const { symbol, since, depth = DEFAULT_DEPTH, limit = DEFAULT_LIMIT, signal } = options;
    inRange('depth', depth, MOST_DEPTH);
    inRange('limit', limit, MOST_LIMIT);
    if (symbol !== undefined && since !== undefined)
      throw new AppError('invalid', 'usage', 'Give a symbol or a revision, not both.');
    const { firstLineOf, timeFor } = await symbolQuestions();
    const session = await services.symbols.ask(timeFor(true, signal));
    const start =
      symbol === undefined
        ? await fromChange(services, session, { since, signal })
        : await fromSymbol(services, session, symbol, options.path);
    const { users, tests, notFollowed, late } = await usersOf(session, start.matches, {
      depth,
      mostFollowed: MOST_FOLLOWED,
    });
    const places: Parameters<Services['knowledgeAt']>[0][number][] = [];
    for (const match of start.matches)
      places.push({
        path: match.path,
        startLine: await firstLineOf(session, match),
        endLine: match.endLine,
      });
    const notes = await services.knowledgeAt(places, signal);
    const warnings = [
      ...start.warnings,
      ...(notFollowed === 0
        ? []
        : [`The users of ${notFollowed} symbols were not looked for: ask about one symbol, or lower depth.`]),
      ...(late === 0
        ? []
        : [
            `The users of ${late === 1 ? '1 symbol' : `${late} symbols`} were not looked for, for lack of time: ask again for more.`,
          ]),
      ...(session.filesLeft === 0
        ? []
        : [`${session.filesLeft} files were not parsed for lack of time: ask again for more.`]),
    ];
    return {
      title: start.title,
      changed: start.changed.slice(0, limit),
      users: users.slice(0, limit),
      tests: tests.slice(0, limit),
      notes: [...new Map(notes.flat().map((note) => [`${note.kind} ${note.id}`, note])).values()],
      left_out: {
        changed: Math.max(0, start.changed.length - limit),
        users: Math.max(0, users.length - limit),
        tests: Math.max(0, tests.length - limit),
      },
      warnings,
    };
  };
}

function inRange(name: string, value: number, most: number): void {
  if (!Number.isSafeInteger(value) || value < 1 || value > most)
    throw new AppError('invalid', 'usage', `The ${name} must be from 1 to ${most}.`);
}

interface Start {
  title: string;
  changed: readonly ChangedSymbol[];
  /** Of what is still declared. */
  matches: readonly SymbolMatch[];
  warnings: readonly string[];
}

async function fromSymbol(
  services: Services,
  session: SymbolSession,
  symbol: string,
  path: string | undefined,
): Promise<Start> {
  const { findSymbol } = await symbolQuestions();
  const { matches, exact } = await findSymbol(session, symbol, path, services);
  const [match] = matches;
  if (match === undefined || matches.length > 1)
    throw new AppError(
      'invalid',
      'usage',
      `${matches.length} symbols are named ${exact ? '' : 'like '}${symbol}.`,
      {
        hint: `Give one of them: ${matches
          .slice(0, MOST_NAMES)
          .map((each) => `${each.path}::${each.qualifiedName}`)
          .join(', ')}${matches.length > MOST_NAMES ? ', …' : ''}`,
      },
    );
  return {
    title: match.qualifiedName,
    changed: [described(match, 'named')],
    matches: [match],
    warnings: exact ? [] : [`Nothing is named exactly ${symbol}; this is like it.`],
  };
}

async function fromChange(
  services: Services,
  session: SymbolSession,
  { since, signal }: Pick<ImpactOptions, 'since' | 'signal'>,
): Promise<Start> {
  const facts = services.knowledge.facts(signal);
  const change = await changeOf(services.workspace, facts, { since, signal });
  const texts = await textsBefore(services, change, signal);
  const { files } = change;
  const found = await changedSymbols(services, session, { files, before: (path) => texts.get(path) }, signal);
  const removed = found.changed
    .filter(({ change: kind }) => kind === 'removed')
    .map((each) => each.qualified_name);
  const names = `${removed.slice(0, MOST_NAMES).join(', ')}${removed.length > MOST_NAMES ? ', …' : ''}`;
  return {
    title: change.title,
    ...found,
    warnings:
      removed.length === 0
        ? []
        : [`What still uses removed symbols is not listed; look for their names: ${names}.`],
  };
}
