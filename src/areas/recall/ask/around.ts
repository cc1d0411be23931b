/** The symbols around what is shown: who calls it, and what it calls in this repository. */
import { isTest } from '../../../core/file-kind/index.ts';
import type { Passage } from '../../../core/passages/index.ts';
import { calleesOf, lineAt, type SymbolMatch, type SymbolSession } from '../../../core/symbols/index.ts';
import type { Around } from './ask-text.ts';

/** Of the declarations shown, those whose neighbours are looked for. */
const MOST_SYMBOLS = 2;
const MOST_OTHERS = 4;
/** Shorter names are everywhere. */
const SHORTEST_NAME = 4;

interface AroundPassage {
  path: string;
  around: readonly Around[];
}

export async function aroundPassages(
  shown: readonly Passage[],
  session: SymbolSession,
): Promise<AroundPassage[]> {
  const found: AroundPassage[] = [];
  const best = shown.filter(
    ({ unit }, at) => unit.declaration >= 0 && shown.findIndex((other) => other.unit === unit) === at,
  );
  for (const passage of best.slice(0, MOST_SYMBOLS)) {
    const match = await session.describe({ path: passage.file.path, index: passage.unit.declaration });
    if (match === undefined) continue;
    for (const each of [await callersOf(match, session), await usesOf(match, session)])
      if (each.others.length > 0) found.push({ path: passage.file.path, around: [each] });
  }
  return found;
}

async function callersOf(match: SymbolMatch, session: SymbolSession): Promise<Around> {
  const empty = { symbol: match.qualifiedName, relation: 'called by' as const, others: [], more: 0 };
  if (match.name.length < SHORTEST_NAME) return empty;
  const { mentions } = await session.mentions(match);
  const calls = mentions.filter(
    ({ role, path, class: sort }) =>
      role === 'call' && !isTest(path) && (sort === 'certain' || sort === 'likely'),
  );
  const callers = new Map<string, { symbol: string; path: string; line: number }>();
  for (const { path, offset, enclosing } of calls) {
    const read = await session.file(path);
    const symbol = (await session.describe({ path, index: enclosing }))?.qualifiedName ?? 'top level';
    const key = `${path}\n${symbol}`;
    if (read !== undefined && symbol !== match.qualifiedName && !callers.has(key))
      callers.set(key, { symbol, path, line: lineAt(read, offset) });
  }
  const all = [...callers.values()];
  return { ...empty, others: all.slice(0, MOST_OTHERS), more: Math.max(0, all.length - MOST_OTHERS) };
}

async function usesOf(match: SymbolMatch, session: SymbolSession): Promise<Around> {
  const uses: { symbol: string; path: string; line: number }[] = [];
  for (const { meaning } of await calleesOf(session, match)) {
    const declared = 'path' in meaning ? await session.describe(meaning) : undefined;
    if (declared === undefined || declared.qualifiedName === match.qualifiedName) continue;
    uses.push({ symbol: declared.qualifiedName, path: declared.path, line: declared.line });
  }
  return {
    symbol: match.qualifiedName,
    relation: 'uses',
    others: uses.slice(0, MOST_OTHERS),
    more: Math.max(0, uses.length - MOST_OTHERS),
  };
}
