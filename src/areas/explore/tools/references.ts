import { z } from 'zod';
import { AppError } from '../../../core/errors.ts';
import { isGenerated, isTest } from '../../../core/file-kind/index.ts';
import { CLASSES, type Mention, type SymbolMatch, type SymbolSession } from '../../../core/symbols/index.ts';
import { byCodeUnit } from '../../../core/text/index.ts';
import { defineTool, READS } from '../../../core/tool.ts';
import { matchGlob } from '../../../core/workspace/index.ts';
import type { ExploreDeps } from '../explore-deps.ts';
import { findSymbol } from '../symbols/find-symbol.ts';
import { countsOf, type ReferenceFields, referenceFields, symbolFields } from '../symbols/symbol-view.ts';

const DEFAULT_LIMIT = 50;
const MOST_LIMIT = 500;
const MOST_DEPTH = 3;
/** Callers that are followed at each further step. */
const MOST_FOLLOWED = 25;
const ROLES = [
  'call',
  'read',
  'write',
  'import',
  'type',
  'extends',
  'override',
  'decorator',
  're-export',
] as const;
/** What is surely or probably meant; the rest is shown when asked for. */
const MEANT: readonly string[] = ['definition', 'certain', 'likely'];

/** A caller and its own callers, as far as they were followed. */
export interface CallerFields extends ReferenceFields {
  depth: number;
  /** It is above already, so it is not followed again. */
  cycle?: boolean;
}

export const referencesTool = (deps: ExploreDeps) =>
  defineTool({
    name: 'repo.references',
    safeName: 'repo_references',
    description:
      'Every mention of a symbol in code, each in one class, so that counts add up: certain, likely, possible, other, comment, string. Lists certain and likely unless class says otherwise; tests last.',
    annotations: READS,
    input: () =>
      z.object({
        symbol: z.string().min(1).max(500).describe('as in repo.symbol'),
        path: z.string().min(1).optional().describe('where it is declared'),
        role: z.enum(ROLES).optional().describe('only this use'),
        class: z.enum(CLASSES).optional().describe('only this class'),
        scope: z.string().min(1).max(512).optional().describe('glob of files to look in'),
        depth: z.number().int().min(1).max(MOST_DEPTH).default(1).describe("2, 3: callers' callers too"),
        group: z.enum(['file', 'caller']).optional().describe('order'),
        limit: z.number().int().min(1).max(MOST_LIMIT).default(DEFAULT_LIMIT).describe('most references'),
        cursor: z.string().max(100).optional().describe('next_cursor of the answer before'),
      }),
    async handle({ symbol, path, role, class: wanted, scope, depth, group, limit, cursor }, { signal }) {
      const session = await deps.symbols.ask({ signal });
      const { matches, exact } = await findSymbol(session, symbol, path, deps);
      const [match] = matches;
      if (match === undefined)
        throw new AppError('not_found', 'symbol_not_found', `Nothing named ${symbol} is declared.`);
      const warnings =
        matches.length === 1
          ? []
          : [
              `${matches.length} symbols have this name; this is ${match.path}:${match.line}. Give path::name for another: ${others(matches)}.`,
            ];
      if (!exact) warnings.push(`Nothing is named exactly ${symbol}; this is the name most like it.`);
      const { mentions, unparsed } = await session.mentions(
        match,
        scope === undefined ? undefined : matchGlob(scope),
      );
      if (unparsed.length > 0)
        warnings.push(
          `${unparsed.length} files with this name have no parse; their mentions are possible: ${unparsed
            .slice(0, 3)
            .map((each) => `${each.path} (${each.why})`)
            .join(', ')}.`,
        );
      const listed = mentions
        .filter((each) => (wanted === undefined ? MEANT.includes(each.class) : each.class === wanted))
        .filter((each) => role === undefined || each.role === role);
      const common = {
        symbol: await symbolFields(session, match, deps, signal),
        counts: countsOf(mentions),
        files_unparsed: unparsed.length,
      };
      if (depth > 1)
        return { ...common, references: await callerTree(session, match, depth, limit), warnings };
      const ordered = inOrder(listed, group);
      const from = cursor === undefined ? 0 : offsetOf(cursor);
      const references: ReferenceFields[] = [];
      for (const mention of ordered.slice(from, from + limit))
        references.push(await referenceFields(session, mention));
      const next = from + limit;
      return {
        ...common,
        references,
        ...(next < ordered.length ? { next_cursor: String(next) } : {}),
        warnings,
      };
    },
  });

function others(matches: readonly SymbolMatch[]): string {
  return matches
    .slice(1, 4)
    .map((each) => `${each.path}::${each.qualifiedName}`)
    .join(', ');
}

function offsetOf(cursor: string): number {
  if (!/^\d{1,9}$/.test(cursor))
    throw new AppError('invalid', 'invalid_arguments', 'cursor: it is not one of ours.', {
      hint: 'Pass next_cursor as it was given.',
    });
  return Number(cursor);
}

/** Source, then tests, then what tools wrote; within that by file, or by caller. */
function inOrder(mentions: readonly Mention[], group: 'file' | 'caller' | undefined): Mention[] {
  const rank = ({ path }: Mention) => (isGenerated(path, '') ? 2 : isTest(path) ? 1 : 0);
  return [...mentions].sort(
    (a, b) =>
      rank(a) - rank(b) ||
      byCodeUnit(a.path, b.path) ||
      (group === 'caller' ? a.enclosing - b.enclosing : 0) ||
      a.offset - b.offset,
  );
}

/** Callers, their callers, and so on; each function once, what is above it already as a leaf. */
async function callerTree(
  session: SymbolSession,
  match: SymbolMatch,
  depth: number,
  limit: number,
): Promise<CallerFields[]> {
  const found: CallerFields[] = [];
  await follow(match, 1, new Set([`${match.path}\n${match.index}`]));
  return found;

  async function follow(symbol: SymbolMatch, level: number, above: ReadonlySet<string>): Promise<void> {
    const { mentions } = await session.mentions(symbol);
    const calls = inOrder(mentions, 'caller').filter(
      (each) => (each.class === 'certain' || each.class === 'likely') && each.role === 'call',
    );
    const seen = new Set<string>();
    for (const mention of calls) {
      const key = `${mention.path}\n${mention.enclosing}`;
      if (seen.has(key) || seen.size >= MOST_FOLLOWED || found.length >= limit) continue;
      seen.add(key);
      const isCycle = above.has(key);
      found.push({
        ...(await referenceFields(session, mention)),
        depth: level,
        ...(isCycle ? { cycle: true } : {}),
      });
      const caller =
        mention.enclosing < 0 || isCycle || level >= depth
          ? undefined
          : await session.describe({ path: mention.path, index: mention.enclosing });
      if (caller !== undefined) await follow(caller, level + 1, new Set([...above, key]));
    }
  }
}
