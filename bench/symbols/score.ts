/** Our classes of mentions beside what the compiler says of the same places. */
import { definedBy, expressionAt, ROLES } from '../../src/core/facts/index.ts';
import { lineAt, type Mention, type SymbolSession } from '../../src/core/symbols/index.ts';
import { type Place, placeKey, placesOf, type SampledSymbol } from './truth.ts';

export interface Judged {
  right: number;
  wrong: number;
}

export interface Score {
  symbols: number;
  /** Symbols whose declaration we do not know: their references count as missed. */
  unknown: number;
  certain: Judged;
  likely: Judged;
  /** References of the compiler: right if we call them certain, likely or a definition. */
  recall: Judged;
  enclosing: Judged;
}

const nothing = (): Judged => ({ right: 0, wrong: 0 });

export const emptyScore = (): Score => ({
  symbols: 0,
  unknown: 0,
  certain: nothing(),
  likely: nothing(),
  recall: nothing(),
  enclosing: nothing(),
});

/** Told of each place on which we and the compiler differ. */
export type Differs = (what: 'wrong' | 'missed' | 'enclosing', line: string) => void;

/** Adds one symbol to the score. Places on which the compiler is silent count nowhere. */
export async function scoreSymbol(
  session: SymbolSession,
  symbol: SampledSymbol,
  score: Score,
  differs: Differs,
): Promise<void> {
  score.symbols++;
  const references = new Map(placesOf(symbol.references).map((place) => [placeKey(place), place]));
  const declaration = await declarationOf(session, symbol);
  if (declaration === undefined) {
    score.unknown++;
    score.recall.wrong += references.size;
    for (const place of references.keys())
      differs('missed', `unknown ${symbol.kind} ${symbol.name} ${place}`);
    return;
  }
  const others = new Set(placesOf(symbol.others).map(placeKey));
  const { mentions } = await session.mentions({ ...declaration, name: symbol.name });
  let found = 0;
  for (const mention of mentions) {
    const place = await placeOf(session, mention);
    const truth = references.get(placeKey(place));
    if (truth === undefined && !others.has(placeKey(place))) continue;
    const isMeant = mention.class === 'certain' || mention.class === 'likely';
    if (mention.class === 'certain' || mention.class === 'likely')
      score[mention.class][truth === undefined ? 'wrong' : 'right']++;
    const line = `${mention.class} ${symbol.kind} ${symbol.name} ${placeKey(place)} ${place.text}`;
    if (truth === undefined) {
      if (isMeant) differs('wrong', line);
      continue;
    }
    if (isMeant || mention.class === 'definition') found++;
    else differs('missed', line);
    await scoreEnclosing(session, mention, truth, score, differs);
  }
  score.recall.right += found;
  score.recall.wrong += references.size - found;
}

async function scoreEnclosing(
  session: SymbolSession,
  mention: Mention,
  { path, line, enclosingLine }: Place,
  score: Score,
  differs: Differs,
): Promise<void> {
  if (enclosingLine === undefined) return;
  const lines = mention.enclosing < 0 ? [] : await linesOf(session, path, mention.enclosing);
  // Functions that the compiler gives no symbol, such as callbacks with a name of their own, are inside of those that it has.
  const isFiner = lines.some((each) => each > enclosingLine && each <= line);
  if (lines.includes(enclosingLine)) score.enclosing.right++;
  else if (!isFiner) {
    score.enclosing.wrong++;
    differs('enclosing', `${path}:${line} ours line ${lines.join(', ')}, compiler line ${enclosingLine}`);
  }
}

/** Where a declaration is written: each overload, and each function that a member is set to. */
async function linesOf(session: SymbolSession, path: string, index: number): Promise<number[]> {
  const read = await session.file(path);
  if (read?.facts === undefined) return [];
  const { facts } = read;
  const lines = new Set([lineAt(read, facts.declarations[index]?.at ?? 0)]);
  for (const [token, ref] of facts.tokenRefs.entries()) {
    const role = ROLES[facts.tokenRoles[token] ?? 1];
    const [op, of] = ref < 0 ? ['', -1] : expressionAt(facts, ref);
    if (definedBy(ref) === index || (role === 'write' && op === 'declaration' && of === index))
      lines.add(lineAt(read, facts.tokenStarts[token] ?? 0));
  }
  return [...lines];
}

async function placeOf(session: SymbolSession, { path, offset }: Mention) {
  const read = (await session.file(path)) ?? { text: '' };
  const { text } = read;
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const line = lineAt(read, offset);
  return { path, line, column: offset - start, text: text.slice(start, text.indexOf('\n', offset)).trim() };
}

async function declarationOf(session: SymbolSession, symbol: SampledSymbol) {
  for (const { path, line, column } of placesOf(symbol.declared)) {
    const read = await session.file(path);
    if (read?.facts === undefined) continue;
    const lines = read.text.split('\n').slice(0, line - 1);
    const offset = lines.reduce((sum, { length }) => sum + length + 1, column);
    // A name may be one of several parts of its definition, such as an overload.
    const index = definedBy(read.facts.tokenRefs[read.facts.tokenStarts.indexOf(offset)] ?? -1);
    const name = index === undefined ? undefined : read.facts.declarations[index]?.name;
    // The compiler names `#a` without its mark.
    if (index !== undefined && name?.replace(/^#/, '') === symbol.name) return { path, index };
  }
  return undefined;
}

export function share({ right, wrong }: Judged): string {
  return right + wrong === 0 ? '' : `${(right / (right + wrong)).toFixed(4)} of ${right + wrong}`;
}
