/** How repo.references answers: mentions in classes that add up, or a tree of callers. */
import { pageOf, withCursor } from '../../../core/cursor.ts';
import { AppError } from '../../../core/errors.ts';
import type { MentionClass } from '../../../core/mention-class.ts';
import type { Mention, SymbolMatch, SymbolSession } from '../../../core/symbols/index.ts';
import { matchGlob } from '../../../core/workspace/index.ts';
import type { ExploreDeps } from '../explore-deps.ts';
import { findSymbol, timeFor } from './find-symbol.ts';
import {
  aliasWarnings,
  countsOf,
  inOrder,
  isMeant,
  type ReferenceFields,
  referenceFields,
  relativesWarnings,
  symbolFields,
  timeWarnings,
  unparsedWarnings,
} from './symbol-view.ts';

/** Callers that are followed at each further step. */
const MOST_FOLLOWED = 25;

export interface ReferencesAsked {
  symbol: string;
  /** Where it is declared. */
  path?: string | undefined;
  role?: Mention['role'];
  wanted: MentionClass | undefined;
  /** A glob. */
  scope?: string | undefined;
  depth: number;
  group?: 'file' | 'caller' | undefined;
  limit: number;
  cursor?: string | undefined;
  signal: AbortSignal;
  commandLine: boolean;
}

export async function answerReferences(
  deps: ExploreDeps,
  { symbol, path, role, wanted, scope, depth, group, limit, cursor, signal, commandLine }: ReferencesAsked,
) {
  const session = await deps.symbols.ask(timeFor(commandLine, signal));
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
  if (!exact) warnings.push(`Nothing is named exactly ${symbol}; ${match.qualifiedName} is most like it.`);
  const accepts = scope === undefined ? undefined : matchGlob(scope);
  const { mentions, aliased, unparsed } = await session.mentions(match, accepts);
  warnings.push(
    ...unparsedWarnings(unparsed),
    ...aliasWarnings(aliased),
    ...(await relativesWarnings(session, match, mentions)),
  );
  const listed = [...mentions, ...aliased]
    .filter((each) =>
      wanted === undefined ? each.class === 'definition' || isMeant(each) : each.class === wanted,
    )
    .filter((each) => role === undefined || each.role === role);
  const common = {
    symbol: await symbolFields(session, match, deps, signal),
    counts: countsOf(mentions),
    files_unparsed: unparsed.length,
  };
  if (depth > 1) {
    const { callers, left, late } = await callerTree(session, match, { depth, limit, role, accepts });
    if (left > 0)
      warnings.push(
        `${left} more callers were not listed or not followed: raise limit, or ask about one of them.`,
      );
    warnings.push(...lateWarnings(late));
    return { ...common, references: callers, warnings: [...warnings, ...timeWarnings(session)] };
  }
  const ordered = inOrder(listed, group);
  const { shown, next } = pageOf(ordered, { limit, cursor }, ({ path, offset }) => `${path}:${offset}`);
  const references: ReferenceFields[] = [];
  for (const mention of shown) references.push(await referenceFields(session, mention));
  return {
    ...common,
    references,
    ...withCursor(next),
    warnings: [...warnings, ...timeWarnings(session)],
  };
}

function others(matches: readonly SymbolMatch[]): string {
  return matches
    .slice(1, 4)
    .map((each) => `${each.path}::${each.qualifiedName}`)
    .join(', ');
}

/** More are not named. */
const MOST_LATE = 3;

/** What is said of a tree that ends early because time was up. */
export function lateWarnings(late: readonly string[]): string[] {
  if (late.length === 0) return [];
  const names = `${late.slice(0, MOST_LATE).join(', ')}${late.length > MOST_LATE ? ', …' : ''}`;
  const callers = late.length === 1 ? '1 of them' : `${late.length} of them`;
  return [
    `Who calls ${callers} was not looked for, for lack of time: ${names}. Ask again for more, or about one of them.`,
  ];
}

interface TreeOptions {
  depth: number;
  limit: number;
  role: Mention['role'];
  accepts: ((path: string) => boolean) | undefined;
}

/** Callers, each followed by its own callers. A function is followed once; where it comes again it is a leaf. */
async function callerTree(
  session: SymbolSession,
  match: SymbolMatch,
  { depth, limit, role, accepts }: TreeOptions,
): Promise<{ callers: ReferenceFields[]; left: number; late: readonly string[] }> {
  const callers: ReferenceFields[] = [];
  const followed = new Set<string>();
  const late = new Set<string>();
  let left = 0;
  await follow(match, 1, new Set([keyOf(match.path, match.index)]));
  return { callers, left, late: [...late] };

  async function follow(symbol: SymbolMatch, level: number, above: ReadonlySet<string>): Promise<void> {
    const { mentions, aliased } = await session.mentions(symbol, accepts);
    const uses = inOrder([...mentions, ...aliased], 'caller').filter(
      (each) => isMeant(each) && isFollowed(each, role),
    );
    const seen = new Set<string>();
    for (const mention of uses) {
      const key = keyOf(mention.path, mention.enclosing);
      // At the top of a file each place counts: tests of some languages are calls there.
      const place = mention.enclosing < 0 ? `${key}\n${mention.offset}` : key;
      if (seen.has(place)) continue;
      seen.add(place);
      if (seen.size > MOST_FOLLOWED || callers.length >= limit) {
        left++;
        continue;
      }
      const isCycle = above.has(key);
      const isRepeated = !isCycle && followed.has(key);
      callers.push({
        ...(await referenceFields(session, mention)),
        depth: level,
        ...(isCycle ? { cycle: true } : {}),
        ...(isRepeated ? { repeated: true } : {}),
      });
      if (mention.enclosing < 0 || isCycle || isRepeated || level >= depth) continue;
      const caller = await session.describe({ path: mention.path, index: mention.enclosing });
      if (caller === undefined) continue;
      if (session.isLate) {
        late.add(`${caller.path}::${caller.qualifiedName}`);
        continue;
      }
      followed.add(key);
      await follow(caller, level + 1, new Set([...above, key]));
    }
  }
}

/** Calls, if no other use is asked for; a decorator is called where it stands. */
function isFollowed(mention: Mention, role: TreeOptions['role']): boolean {
  return role === undefined ? mention.role === 'call' || mention.role === 'decorator' : mention.role === role;
}

function keyOf(path: string, declaration: number): string {
  return `${path}\n${declaration}`;
}
