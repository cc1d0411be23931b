/**
 * Builds a bundle in the seven steps of specs/repo 11.7: extract keywords, search, rank and dedupe, align to declarations, open
 * as few lines as possible (these five are core/passages), keep to the budget, give the reasons. The same repository state,
 * prompt and version give the same bytes: no clock, no randomness, ties broken by path and line.
 */
import { createHash } from 'node:crypto';
import { makeAnchor, openPage, type Page } from '../../../core/anchors/index.ts';
import {
  type AnalysedFile,
  type FoundPassages,
  type Passage,
  type PassageFinder,
  sizeOf,
  type TestOf,
} from '../../../core/passages/index.ts';
import { byCodeUnit, estimateTokens, stem, words } from '../../../core/text/index.ts';
import type { Bundle, BundleBudget, BundleRequest, Bundler, Considered, Selection } from './bundle.ts';
import { type Choice, type Chosen, choose, mergeTouching, type Place } from './choose.ts';

/** The path line around excerpts of a file. */
const WRAPPER_TOKENS = 30;
/** Of a line of code and of a token, for a guess at how many a budget has. */
const LINE_CHARACTERS = 44;
const TOKEN_CHARACTERS = 4;
/** As text, of what is shown first and of the line above the code of a file. */
const FIRST_CHARACTERS = 7_700;
const HEAD_CHARACTERS = 60;
/** Of the budget, for tests of what was taken; and of a score, for a test of what has it. */
const FOR_TESTS = 0.2;
const TEST_SHARE = 0.5;

export interface BundlerDeps {
  passages: PassageFinder;
  version: string;
}

export function createBundler(deps: BundlerDeps): Bundler {
  return { build: (request, signal) => build(deps, request, signal) };
}

async function build(deps: BundlerDeps, request: BundleRequest, signal: AbortSignal): Promise<Bundle> {
  const { prompt, budget, includeTests } = request;
  const session = await deps.passages.ask(signal);
  const found = await deps.passages.find(
    { prompt, includeTests, characters: charactersIn(budget) },
    session,
    signal,
  );
  const { places, copies } = placesOf(found);
  const whole = choose(places, budget);
  const used = includeTests ? await deps.passages.tests(taken(whole.chosen), session, signal) : [];
  const fitted = chooseTests(used, whole.chosen, budget);
  // choose() returns the places it was given.
  const tests = fitted.chosen as (Chosen & PassagePlace)[];
  // They fit, so they are chosen; of the rest, what they leave room for.
  const choice =
    tests.length === 0
      ? whole
      : choose([...tests, ...places.filter((each) => !tests.some((test) => overlaps(test, each)))], budget);
  const merged = [
    ...firstThenRest(choice.chosen.slice(tests.length)),
    choice.chosen.slice(0, tests.length),
  ].flatMap((part) => byFile(mergeTouching(part)));
  const pages = new Map<string, Page>();
  const asked = wordsByStem(prompt);
  const selections = merged.map((each) => selectionOf(each, pages, asked));
  const promptFingerprint = sha256(prompt).slice(0, 16);
  const facts = { version: deps.version, promptFingerprint, budget, includeTests };
  return {
    bundleId: `bd_${sha256(JSON.stringify([facts, selections.map(({ path, startLine, endLine, excerpt }) => [path, startLine, endLine, excerpt])])).slice(0, 16)}`,
    ...facts,
    totals: {
      files: new Set(selections.map(({ path }) => path)).size,
      lines: selections.reduce((sum, { startLine, endLine }) => sum + endLine - startLine + 1, 0),
      tokens: selections.reduce((sum, { excerpt }) => sum + estimateTokens(excerpt) + WRAPPER_TOKENS, 0),
      truncated: choice.truncated || fitted.truncated,
    },
    selections,
    searchQueries: found.queries,
    hitsBeforeMerging: found.hits,
    hitsAfterMerging: found.places,
    considered: [
      ...choice.considered,
      ...fitted.considered.filter(({ verdict }) => verdict === 'dropped'),
      ...copies,
    ],
    warnings: found.warnings,
  };
}

function charactersIn({ maxTotalLines, maxTokens }: BundleBudget): number {
  return Math.min(
    maxTotalLines * LINE_CHARACTERS,
    (maxTokens ?? Number.POSITIVE_INFINITY) * TOKEN_CHARACTERS,
  );
}

type PassagePlace = Place & {
  passage: Passage;
  /** The declaration that these lines test, if that is why they are here. */
  testOf?: string;
};

/** One place for each run of lines of a passage. Copies of what is there are no places. */
function placesOf({ passages }: FoundPassages): { places: PassagePlace[]; copies: Considered[] } {
  const places: PassagePlace[] = [];
  const copies: Considered[] = [];
  for (const passage of passages) {
    const { file, unit, score, terms, sourceQuery, copyOf } = passage;
    for (const { startLine, endLine } of passage.spans) {
      if (copyOf !== undefined) {
        const reason = `nearly the same lines as ${copyOf.path}:${copyOf.startLine}`;
        copies.push({
          path: file.path,
          startLine,
          endLine,
          score: rounded(score),
          verdict: 'dropped',
          reason,
        });
        continue;
      }
      places.push({
        passage,
        path: file.path,
        excerpt: {
          startLine,
          endLine,
          matchLine: matchLineOf(passage, startLine, endLine),
          declaration: unit.name === '' ? undefined : unit,
        },
        score: rounded(score),
        sourceQuery,
        matchedTerms: terms,
        tokens: tokensIn(file),
      });
    }
  }
  return { places, copies };
}

/** Each range is counted once: places may be chosen from twice. */
function tokensIn({ lines }: AnalysedFile): Place['tokens'] {
  const counted = new Map<string, number>();
  return (from, to, room) => {
    const least =
      Math.ceil(sizeOf(lines, { startLine: from, endLine: to }) / TOKEN_CHARACTERS) + WRAPPER_TOKENS;
    if (least > room) return least;
    const key = `${from}-${to}`;
    const own = counted.get(key) ?? estimateTokens(lines.slice(from - 1, to).join('\n'));
    counted.set(key, own);
    return Math.max(least, Math.ceil(own) + WRAPPER_TOKENS);
  };
}

function taken(chosen: readonly Chosen[]): Passage[] {
  // choose() returns the places it was given, each with its passage.
  return (chosen as (Chosen & PassagePlace)[]).map(({ passage }) => passage);
}

/** Tests of which nothing is shown yet, within their part of the budget. */
function chooseTests(
  tests: readonly TestOf<Passage>[],
  chosen: readonly Chosen[],
  { maxFiles, maxTotalLines, maxTokens }: BundleBudget,
): Choice {
  const places = tests.map(placeOfTest).filter((test) => !chosen.some((each) => overlaps(test, each)));
  return choose(places, {
    maxFiles: Math.max(Math.min(1, maxFiles - 1), Math.floor(maxFiles * FOR_TESTS)),
    maxTotalLines: Math.floor(maxTotalLines * FOR_TESTS),
    maxTokens: maxTokens && Math.floor(maxTokens * FOR_TESTS),
  });
}

function placeOfTest({ of, file, unit, line }: TestOf<Passage>): PassagePlace {
  const { startLine, endLine } = unit;
  const score = of.score * TEST_SHARE;
  return {
    passage: {
      file,
      unit,
      spans: [unit],
      score,
      terms: [],
      sourceQuery: of.sourceQuery,
      from: of.unit,
      copyOf: undefined,
    },
    testOf: of.unit.name,
    path: file.path,
    excerpt: { startLine, endLine, matchLine: line, declaration: unit.name === '' ? undefined : unit },
    score: rounded(score),
    sourceQuery: of.sourceQuery,
    matchedTerms: [],
    tokens: tokensIn(file),
  };
}

function overlaps(a: Place, b: Place): boolean {
  return (
    a.path === b.path && a.excerpt.startLine <= b.excerpt.endLine && b.excerpt.startLine <= a.excerpt.endLine
  );
}

/** The line with most words of the prompt; the first of several. */
function matchLineOf({ file, terms }: Passage, startLine: number, endLine: number): number {
  const counts = new Map<number, number>();
  for (const term of terms)
    for (const line of new Set(file.linesWith(term)))
      if (startLine <= line && line <= endLine) counts.set(line, (counts.get(line) ?? 0) + 1);
  let best = startLine;
  for (const [line, count] of counts) {
    const most = counts.get(best) ?? 0;
    if (count > most || (count === most && line < best)) best = line;
  }
  return best;
}

/** What a reader sees first is the best of each file; what else a file has comes after it. */
function firstThenRest(chosen: readonly Chosen[]): Chosen[][] {
  const first: Chosen[] = [];
  const paths = new Set<string>();
  let characters = 0;
  for (const each of chosen) {
    // choose() returns the places it was given, each with its passage.
    const { path, excerpt, passage } = each as Chosen & PassagePlace;
    characters += sizeOf(passage.file.lines, excerpt) + (paths.has(path) ? 0 : HEAD_CHARACTERS);
    if (characters > FIRST_CHARACTERS) break;
    paths.add(path);
    first.push(each);
  }
  return [first, chosen.slice(first.length)];
}

/** Files in the order of their best excerpts; the excerpts of a file in the order of its lines. */
function byFile(chosen: readonly Chosen[]): Chosen[] {
  const order = [...new Set(chosen.map(({ path }) => path))];
  const rank = new Map(order.map((path, at) => [path, at]));
  return chosen.toSorted(
    (a, b) =>
      (rank.get(a.path) ?? 0) - (rank.get(b.path) ?? 0) ||
      a.excerpt.startLine - b.excerpt.startLine ||
      byCodeUnit(a.path, b.path),
  );
}

/** The words of the prompt as they are written there: a stem such as `retri` is no word. */
function wordsByStem(prompt: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const word of words(prompt)) if (!found.has(stem(word))) found.set(stem(word), word);
  return found;
}

function selectionOf(
  chosen: Chosen,
  pages: Map<string, Page>,
  asked: ReadonlyMap<string, string>,
): Selection {
  // choose() returns the places it was given, each with its passage.
  const { passage, testOf, path, excerpt, score, sourceQuery, matchedTerms, shortened } = chosen as Chosen &
    PassagePlace;
  const { file, from, unit } = passage;
  const { startLine, endLine, declaration } = excerpt;
  const page = pages.get(path) ?? pageOf(file);
  pages.set(path, page);
  const what = declaration ? `${declaration.kind} ${declaration.name}` : 'lines outside of declarations';
  const found =
    matchedTerms.length > 0
      ? `matches ${matchedTerms.map((each) => asked.get(each) ?? each).join(', ')}`
      : 'is near in meaning';
  const reached = from === undefined ? '' : `; named by ${from.name}`;
  // A test was shortened before it was chosen.
  const isPart = shortened || (testOf !== undefined && endLine - startLine < unit.endLine - unit.startLine);
  const reason = testOf === undefined ? `${found}${reached}` : `test of ${testOf}`;
  const by = sourceQuery === 'prompt' ? '' : ` (by the keywords "${sourceQuery}")`;
  return {
    path,
    startLine,
    endLine,
    symbol: declaration?.name,
    excerpt: file.lines.slice(startLine - 1, endLine).join('\n'),
    rationale: `${what}: ${reason}${by}${isPart ? '; shortened to fit the budget' : ''}`,
    score,
    sourceQuery,
    anchor: makeAnchor(path, page, startLine, endLine),
  };
}

/** Marks the excerpts of a file are found again by, made once for all of them. */
function pageOf({ text, units }: AnalysedFile): Page {
  return openPage(
    text,
    units.filter(({ name }) => name !== ''),
  );
}

function rounded(score: number): number {
  return Math.round(score * 1e6) / 1e6;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
