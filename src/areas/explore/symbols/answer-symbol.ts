/** How repo.symbol answers: a declaration with its text and what was asked for beside it. */
import { isTest } from '../../../core/file-kind/index.ts';
import {
  calleesOf,
  type Mention,
  type SymbolMatch,
  type SymbolSession,
} from '../../../core/symbols/index.ts';
import { withKnowledge } from '../envelope.ts';
import type { ExploreDeps } from '../explore-deps.ts';
import { findSymbol, timeFor } from './find-symbol.ts';
import {
  bodyOf,
  countsOf,
  firstLineOf,
  inOrder,
  isMeant,
  type ReferenceFields,
  referenceFields,
  type SymbolFields,
  symbolFields,
  timeWarnings,
  unparsedWarnings,
} from './symbol-view.ts';

/** Of one symbol, all that is asked for is shown; of several, a line each. */
const MOST_WHOLE = 3;

type With = 'callers' | 'callees' | 'tests' | 'bases' | 'subclasses' | 'usages';

export interface SymbolAsked {
  symbol: string;
  path: string | undefined;
  show: 'body' | 'signature' | 'outline';
  wanted: readonly With[];
  /** Of each list. */
  limit: number;
  signal: AbortSignal;
  commandLine: boolean;
}

export interface CalleeFields {
  name: string;
  line: number;
  count: number;
  /** `path:line` of its declaration; absent where that is not known. */
  declared?: string;
  /** Not of this repository. */
  external?: boolean;
}

interface ShownSymbol extends SymbolFields {
  body?: string;
  callers?: readonly ReferenceFields[];
  callees?: readonly CalleeFields[];
  tests?: readonly ReferenceFields[];
  bases?: readonly string[];
  subclasses?: readonly string[];
  usages?: readonly ReferenceFields[];
}

export async function answerSymbol(
  deps: ExploreDeps,
  { symbol, path, show, wanted, limit, signal, commandLine }: SymbolAsked,
) {
  const session = await deps.symbols.ask(timeFor(commandLine, signal));
  const { matches, exact } = await findSymbol(session, symbol, path, deps);
  const isWhole = matches.length <= (exact ? MOST_WHOLE : 1);
  const warnings: string[] = [];
  const shown: (ShownSymbol & ReturnType<typeof withKnowledge>)[] = [];
  for (const match of matches.slice(0, limit)) {
    const fields = await symbolFields(session, match, deps, signal);
    const rest = isWhole
      ? await details(session, match, { show, wanted, limit, warnings, deps, signal })
      : {};
    const [known] = isWhole
      ? await deps.knowledgeAt(
          [{ path: match.path, startLine: await firstLineOf(session, match), endLine: match.endLine }],
          signal,
        )
      : [];
    shown.push({ ...fields, ...rest, ...withKnowledge(known) });
  }
  if (!exact)
    warnings.push(
      `Nothing is named exactly ${symbol}; ${matches.length === 1 ? 'this is' : 'these are'} like it.`,
    );
  if (!isWhole)
    warnings.push(
      `${shown.length < matches.length ? `${shown.length} of ` : ''}${matches.length} symbols, without bodies: give path::name or Class.method for the whole of one.`,
    );
  warnings.push(...timeWarnings(session));
  return { matches: shown, exact, total: matches.length, warnings };
}

interface Details extends Pick<SymbolAsked, 'show' | 'wanted' | 'limit' | 'signal'> {
  warnings: string[];
  deps: ExploreDeps;
}

async function details(
  session: SymbolSession,
  match: SymbolMatch,
  { show, wanted, limit, warnings, deps, signal }: Details,
): Promise<Partial<ShownSymbol>> {
  const shown: Partial<ShownSymbol> = {};
  if (show === 'body') shown.body = await bodyOf(session, match);
  if (show === 'outline') shown.body = await outlineOf(session, match, deps, signal);
  if (wanted.includes('callees')) shown.callees = (await calleeFields(session, match)).slice(0, limit);
  if (wanted.includes('bases')) shown.bases = (await session.supertypes(match)).map(placeOf);
  if (wanted.includes('subclasses'))
    shown.subclasses = (await session.subtypes(match)).slice(0, limit).map(placeOf);
  if (!wanted.some((each) => each === 'callers' || each === 'tests' || each === 'usages')) return shown;
  const { mentions, aliased, unparsed } = await session.mentions(match);
  warnings.push(...unparsedWarnings(unparsed));
  const meant = inOrder([...mentions.filter(isMeant), ...aliased]);
  const lists: readonly [With & keyof ShownSymbol, (mention: Mention) => boolean][] = [
    ['callers', ({ role, path }) => (role === 'call' || role === 'decorator') && !isTest(path)],
    ['usages', ({ path }) => !isTest(path)],
    // A test is where it is used; what a file of tests imports is said by the uses.
    ['tests', ({ path, role }) => isTest(path) && role !== 'import'],
  ];
  for (const [name, isWanted] of lists) {
    if (!wanted.includes(name)) continue;
    const all = meant.filter(isWanted);
    const fields: ReferenceFields[] = [];
    for (const mention of all.slice(0, limit)) fields.push(await referenceFields(session, mention));
    Object.assign(shown, { [name]: fields });
    if (all.length > limit)
      warnings.push(`${name}: ${limit} of ${all.length} shown; repo.references has the rest.`);
  }
  const { possible } = countsOf(mentions);
  if (possible > 0)
    warnings.push(
      `${possible} more ${possible === 1 ? 'mention' : 'mentions'} of ${match.name} may be this one: repo.references with class possible lists ${possible === 1 ? 'it' : 'them'}.`,
    );
  return shown;
}

async function calleeFields(session: SymbolSession, match: SymbolMatch): Promise<CalleeFields[]> {
  const found: CalleeFields[] = [];
  for (const { meaning, name, line, count } of await calleesOf(session, match)) {
    const declared = 'path' in meaning ? await session.describe(meaning) : undefined;
    found.push({
      name: declared?.qualifiedName ?? (meaning.is === 'external' ? meaning.name : name),
      line,
      count,
      ...(declared === undefined ? {} : { declared: `${declared.path}:${declared.line}` }),
      ...(meaning.is === 'external' ? { external: true } : {}),
    });
  }
  return found;
}

/** The members of a class or module, one line each. */
async function outlineOf(
  session: SymbolSession,
  match: SymbolMatch,
  { outline }: ExploreDeps,
  signal: AbortSignal,
): Promise<string> {
  const text = (await session.file(match.path))?.text ?? '';
  const { symbols } = await outline.outline(match.path, text, { signal });
  return symbols
    .filter(({ startLine, endLine }) => startLine >= match.startLine && endLine <= match.endLine)
    .map(
      ({ startLine, endLine, kind, name, signature }) =>
        `${startLine}-${endLine} ${kind} ${name}${signature}`,
    )
    .join('\n');
}

function placeOf(type: SymbolMatch | { external: string }): string {
  return 'external' in type ? type.external : `${type.path}:${type.line} ${type.qualifiedName}`;
}
