/** Our classes of mentions beside what the compiler says of the same places. */
import { lineAt, type Mention, type SymbolSession } from '../../src/core/symbols/index.ts';
import { placeKey, type SampledSymbol, type Span, type Truth } from './truth.ts';

export interface Score {
  symbols: number;
  /** Symbols whose declaration we do not know. */
  unknown: number;
  certain: Judged;
  likely: Judged;
  /** References of the compiler that we call certain, likely or a definition. */
  found: number;
  references: number;
  enclosing: Judged;
}

export interface Judged {
  right: number;
  wrong: number;
}

export const emptyScore = (): Score => ({
  symbols: 0,
  unknown: 0,
  certain: { right: 0, wrong: 0 },
  likely: { right: 0, wrong: 0 },
  found: 0,
  references: 0,
  enclosing: { right: 0, wrong: 0 },
});

/** Adds one symbol to the score. Places on which the compiler is silent count nowhere. */
export async function scoreSymbol(
  session: SymbolSession,
  symbol: SampledSymbol,
  truth: Truth,
  score: Score,
): Promise<void> {
  score.symbols++;
  const declaration = await declarationAt(session, symbol);
  if (declaration === undefined) {
    score.unknown++;
    score.references += symbol.refs.length;
    return;
  }
  const { mentions } = await session.mentions({ ...declaration, name: symbol.name });
  const refs = new Set(symbol.refs.map(placeKey));
  const wrong = new Set(symbol.negatives.filter(({ related }) => related === undefined).map(placeKey));
  score.references += refs.size;
  for (const mention of mentions) {
    const text = (await session.file(mention.path))?.text ?? '';
    const place = {
      path: mention.path,
      line: lineAt(text, mention.offset),
      col: mention.offset - (text.lastIndexOf('\n', mention.offset - 1) + 1),
    };
    const key = placeKey(place);
    if (process.env.VERBOSE && (refs.has(key) || wrong.has(key))) {
      const ok = ['certain', 'likely', 'definition'].includes(mention.class);
      if (ok !== refs.has(key))
        console.error(
          ok ? 'WRONG' : 'MISS',
          mention.class,
          symbol.kind,
          symbol.name,
          key,
          JSON.stringify(mention.other ?? ''),
          'def',
          symbol.def.path + ':' + symbol.def.line,
          '|',
          text.split('\n')[place.line - 1]?.trim().slice(0, 100),
        );
    }
    const isMeant = mention.class === 'certain' || mention.class === 'likely';
    if (refs.has(key) && (isMeant || mention.class === 'definition')) score.found++;
    if (mention.class === 'certain' || mention.class === 'likely') {
      if (refs.has(key)) score[mention.class].right++;
      else if (wrong.has(key)) score[mention.class].wrong++;
    }
    if (refs.has(key))
      await scoreEnclosing(session, mention, place.line, truth.spans.get(mention.path) ?? [], score);
  }
}

async function scoreEnclosing(
  session: SymbolSession,
  mention: Mention,
  line: number,
  spans: readonly Span[],
  score: Score,
): Promise<void> {
  const ours =
    mention.enclosing < 0
      ? undefined
      : await session.describe({ path: mention.path, index: mention.enclosing });
  const around = spans.filter((each) => each.startLine <= line && line <= each.endLine);
  const isListed =
    ours === undefined || spans.some((each) => each.line === ours.line && each.name === ours.name);
  // Headers belong to one or the other, and functions without a symbol are not in the compiler's list.
  if (around.length === 0 || !isListed || around.some((each) => each.line === line)) return;
  const innermost = around.reduce((a, b) => (b.endLine - b.startLine <= a.endLine - a.startLine ? b : a));
  if (process.env.VERBOSE && ours?.line !== innermost.line)
    console.error(
      'ENC',
      mention.path + ':' + line,
      'ours',
      ours?.qualifiedName,
      'truth',
      innermost.name,
      innermost.line,
    );
  if (ours !== undefined && ours.line === innermost.line) score.enclosing.right++;
  else score.enclosing.wrong++;
}

async function declarationAt(session: SymbolSession, symbol: SampledSymbol) {
  for (const { path, line, col } of [symbol.def, ...symbol.defs, ...symbol.decls]) {
    const read = await session.file(path);
    const index = read?.facts?.declarations.findIndex(({ name, at }) => {
      const start = read.text.lastIndexOf('\n', at - 1) + 1;
      return name === symbol.name && at - start === col && lineAt(read.text, at) === line;
    });
    if (index !== undefined && index !== -1) return { path, index };
  }
  return undefined;
}

export function share({ right, wrong }: Judged): string {
  return right + wrong === 0 ? '' : `${(right / (right + wrong)).toFixed(4)} of ${right + wrong}`;
}
