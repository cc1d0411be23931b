/** From a prompt to passages: search, read the files found, score their units, take one step further, and put the best first. */
import { mayBeTest } from '../file-kind/index.ts';
import type { SymbolIndex, SymbolSession } from '../symbols/index.ts';
import { byCodeUnit, keywords } from '../text/index.ts';
import { type AnalysedFile, FileAnalysis } from './analysed-file.ts';
import { SeenTexts } from './near-duplicates.ts';
import { stepsFrom } from './one-hop.ts';
import { inOrder } from './part-order.ts';
import { sizeOf } from './parts.ts';
import { relationsOf } from './related.ts';
import { type TestOf, testsOf } from './tests-of.ts';
import { promptStems, type RankedFile, rarityIn, type ScoredUnit, scoreUnits } from './unit-scores.ts';
import type { Span, Unit } from './units.ts';

export interface PassageHit extends Span {
  path: string;
  score: number;
}

export interface PassageDeps {
  search(
    query: string,
    options: { mode: 'bm25' | 'hybrid'; topK: number; signal: AbortSignal; fileGlob?: string },
  ): Promise<{ hits: readonly PassageHit[]; warnings: readonly string[] }>;
  symbols: Pick<SymbolIndex, 'ask'>;
}

export interface PassageRequest {
  prompt: string;
  includeTests: boolean;
  /** How many the answer can show: if not all that was found fits, long declarations are taken apart. */
  characters: number;
  fileGlob?: string | undefined;
  /** What a search found already, best first: no other files are looked for. */
  hits?: readonly PassageHit[] | undefined;
}

/** Lines of one file that belong together: a declaration, or the lines of it that matter. */
export interface Passage {
  file: AnalysedFile;
  unit: Unit;
  spans: readonly Span[];
  score: number;
  terms: readonly string[];
  /** `prompt`, or the keywords that found the file. */
  sourceQuery: string;
  /** The unit that calls or names it, if that is why it is here. */
  from: Unit | undefined;
  /** Nearly the same lines are in a better passage. */
  copyOf: { path: string; startLine: number } | undefined;
}

export interface FoundPassages {
  /** Best first. */
  passages: readonly Passage[];
  queries: readonly string[];
  hits: number;
  places: number;
  warnings: readonly string[];
}

export interface PassageFinder {
  find(request: PassageRequest, session: SymbolSession, signal: AbortSignal): Promise<FoundPassages>;
  /** A session for `find`, and for what is asked about its passages. */
  ask(signal: AbortSignal): Promise<SymbolSession>;
  /** Tests that use the first few of these passages. */
  tests(
    taken: readonly Passage[],
    session: SymbolSession,
    signal: AbortSignal,
  ): Promise<readonly TestOf<Passage>[]>;
}

const MOST_STEMS = 40;
const MOST_KEYWORDS = 8;
const PROMPT_HITS = 40;
const KEYWORD_HITS = 10;
/** Files whose units are compared. */
const MOST_FILES = 12;
/** The same prompt gives the same answer, so the files are waited for; one that takes longer is hostile. */
const PARSING_MS = 5_000;
/** Characters of a declaration that is shown whole: in an answer that has no room for all, and in one that has. */
const LONGEST_OF_MANY = 2_000;
const LONGEST_OF_FEW = 6_000;

export function createPassages({ search, symbols }: PassageDeps): PassageFinder {
  const analysis = new FileAnalysis();
  const opener = (session: SymbolSession, signal: AbortSignal) => async (path: string) => {
    signal.throwIfAborted();
    const read = await session.file(path);
    return read && analysis.of(path, read);
  };
  return {
    ask: (signal) => symbols.ask({ signal, timeMs: PARSING_MS }),
    tests: (taken, session, signal) => testsOf(taken, session, opener(session, signal)),
    async find({ prompt, includeTests, characters, fileGlob, hits }, session, signal) {
      // One search for all of them: on a large repository a search is most of the time that a bundle takes.
      const words = keywords(prompt, MOST_KEYWORDS).join(' ');
      const queries = words === '' || words === prompt || hits !== undefined ? [] : [words];
      const known = hits && (async () => ({ hits, warnings: [] }));
      const found = await searchAll(known ?? search, prompt, queries, { signal, fileGlob, includeTests });
      const open = opener(session, signal);
      const ranked: (RankedFile & { sourceQuery: string })[] = [];
      for (const each of found.files.slice(0, MOST_FILES)) {
        const file = await open(each.path);
        if (file !== undefined) ranked.push({ ...each, file });
      }
      const stems = promptStems(prompt, MOST_STEMS);
      const rarity = rarityIn(ranked, stems);
      const scored = scoreUnits(ranked, stems, rarity).sort(byScore);
      const units = withSteps(scored, await stepsFrom(scored, stems, session, open), includeTests);
      const sources = new Map(ranked.map(({ file, sourceQuery }) => [file.path, sourceQuery]));
      const passages = inOrder(units, relationsOf(units), {
        stems,
        rarity,
        whole: wholeIn(units, characters),
      }).flatMap(({ unit: { scoreOf: _, ...each }, span }) => {
        const spans = [span, ...nameLine(each, span)].flatMap((part) =>
          withoutHidden(part, each.file.hidden),
        );
        return spans.length === 0
          ? []
          : [{ ...each, spans, sourceQuery: sources.get(each.file.path) ?? 'prompt' }];
      });
      const seen = new SeenTexts();
      return {
        passages: passages.map((each) => ({ ...each, copyOf: seen.copyOf(each.file, each.unit) })),
        queries: ['prompt', ...queries],
        hits: found.hits,
        places: found.places,
        warnings: found.warnings,
      };
    },
  };
}

/** The line with the name, if it is not in the part. */
function nameLine({ file, unit }: Pick<ScoredUnit, 'file' | 'unit'>, part: Span): Span[] {
  const line = file.facts?.declarations[unit.declaration]?.startLine ?? part.startLine;
  return line < part.startLine ? [{ startLine: line, endLine: line }] : [];
}

interface FoundFile {
  path: string;
  share: number;
  places: Span[];
  sourceQuery: string;
}

/** The files of the prompt in the index's order, and then those that only the keywords find. */
async function searchAll(
  search: PassageDeps['search'],
  prompt: string,
  queries: readonly string[],
  {
    signal,
    fileGlob,
    includeTests,
  }: { signal: AbortSignal; fileGlob: string | undefined; includeTests: boolean },
): Promise<{ files: FoundFile[]; hits: number; places: number; warnings: readonly string[] }> {
  const glob = fileGlob === undefined ? {} : { fileGlob };
  const files = new Map<string, FoundFile>();
  const warnings = new Set<string>();
  const places = new Set<string>();
  let hits = 0;
  for (const [at, query] of [prompt, ...queries].entries()) {
    const isPrompt = at === 0;
    const options = isPrompt
      ? { mode: 'hybrid' as const, topK: PROMPT_HITS }
      : { mode: 'bm25' as const, topK: KEYWORD_HITS };
    const answer = await search(query, { ...options, ...glob, signal });
    for (const warning of answer.warnings) warnings.add(warning);
    const wanted = includeTests ? answer.hits : answer.hits.filter(({ path }) => !mayBeTest(path));
    const best = Math.max(Number.MIN_VALUE, ...wanted.map(({ score }) => score));
    const least = Math.min(1, ...[...files.values()].map(({ share }) => share));
    hits += wanted.length;
    for (const { path, startLine, endLine, score } of wanted) {
      places.add(`${path}\n${startLine}`);
      const known = files.get(path);
      if (known === undefined)
        files.set(path, {
          path,
          share: isPrompt ? Math.max(0, score / best) : least,
          places: [{ startLine, endLine }],
          sourceQuery: isPrompt ? 'prompt' : query,
        });
      else if (known.places.every((place) => place.startLine !== startLine))
        known.places.push({ startLine, endLine });
    }
  }
  return { files: [...files.values()], hits, places: places.size, warnings: [...warnings] };
}

type Reached = ScoredUnit & { from: Unit | undefined };

/** A unit that a step leads to is as good as the step says, if it is not better by itself. */
function withSteps(
  scored: readonly ScoredUnit[],
  steps: readonly (ScoredUnit & { from: Unit })[],
  includeTests: boolean,
): Reached[] {
  const keyOf = ({ file, unit }: ScoredUnit) => `${file.path}\n${unit.startLine}`;
  const units = new Map<string, Reached>(scored.map((each) => [keyOf(each), { ...each, from: undefined }]));
  for (const step of steps) {
    const key = keyOf(step);
    const known = units.get(key);
    if ((known?.score ?? 0) >= step.score || (!includeTests && mayBeTest(step.file.path))) continue;
    const terms = [...new Set([...(known?.terms ?? []), ...step.terms])];
    units.set(key, { ...step, terms });
  }
  return [...units.values()].sort(byScore);
}

function withoutHidden(span: Span, hidden: readonly Span[]): Span[] {
  let rest = [span];
  for (const { startLine, endLine } of hidden)
    rest = rest.flatMap((each) =>
      [
        { startLine: each.startLine, endLine: Math.min(each.endLine, startLine - 1) },
        { startLine: Math.max(each.startLine, endLine + 1), endLine: each.endLine },
      ].filter(
        (part) => part.startLine <= part.endLine && (part.startLine > endLine || part.endLine < startLine),
      ),
    );
  return rest;
}

function wholeIn(units: readonly ScoredUnit[], characters: number): number {
  const all = units.reduce((sum, { file, unit }) => sum + sizeOf(file.lines, unit), 0);
  return all <= characters ? LONGEST_OF_FEW : Math.min(LONGEST_OF_MANY, characters / 2);
}

function byScore(a: ScoredUnit, b: ScoredUnit): number {
  return b.score - a.score || byPlace(a, b);
}

function byPlace(a: ScoredUnit, b: ScoredUnit): number {
  return byCodeUnit(a.file.path, b.file.path) || a.unit.startLine - b.unit.startLine;
}
