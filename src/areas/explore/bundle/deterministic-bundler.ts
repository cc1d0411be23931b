/**
 * Builds a bundle in the seven steps of specs/repo 11.7: extract keywords, search, rank and dedupe, align to declarations, open
 * as few lines as possible, keep to the budget, give the reasons. The same repository state, prompt and version give the same
 * bytes: no clock, no randomness, ties broken by path and line.
 */
import { createHash } from 'node:crypto';
import { makeAnchor } from '../../../core/anchors/index.ts';
import { mayBeTest } from '../../../core/file-kind/index.ts';
import {
  byCodeUnit,
  countLines,
  estimateTokens,
  keywords,
  ownBlocks,
  splitLines,
} from '../../../core/text/index.ts';
import { isRefusal, type Workspace } from '../../../core/workspace/index.ts';
import { clipped, type Excerpt, excerptFor, type NamedSpan, type Span } from '../excerpt.ts';
import type { OutlinePort, SearchHit, SearchPort } from '../explore-deps.ts';
import type { Bundle, BundleRequest, Bundler, Considered, Selection } from './bundle.ts';
import { type Chosen, choose, mergeTouching, type Place } from './choose.ts';

const MOST_KEYWORDS = 8;
/** The whole prompt gets more hits than a keyword: it ranks better. */
const PROMPT_HITS = 40;
const KEYWORD_HITS = 10;
/** Path line, fence and reason around an excerpt. */
const WRAPPER_TOKENS = 30;

/** Softens the first ranks, as reciprocal rank fusion does. */
const RANK_OFFSET = 10;
/** A keyword counts less than the prompt; it adds what the prompt missed. */
const KEYWORD_WEIGHT = 0.25;

export interface BundlerDeps {
  workspace: Workspace;
  search: SearchPort;
  outline: OutlinePort;
  version: string;
}

export function createBundler(deps: BundlerDeps): Bundler {
  return { build: (request, signal) => build(deps, request, signal) };
}

async function build(deps: BundlerDeps, request: BundleRequest, signal: AbortSignal): Promise<Bundle> {
  const words = keywords(request.prompt, MOST_KEYWORDS);
  const warnings = new Set<string>();
  const runs = [];
  for (const [at, query] of [request.prompt, ...words].entries()) {
    const answer = await deps.search.search(query, {
      mode: 'hybrid',
      topK: at === 0 ? PROMPT_HITS : KEYWORD_HITS,
      signal,
    });
    for (const warning of answer.warnings) warnings.add(warning);
    const hits = request.includeTests ? answer.hits : answer.hits.filter(({ path }) => !mayBeTest(path));
    runs.push({ query: at === 0 ? 'prompt' : query, hits });
  }
  const fused = fuse(runs);
  const { places, dropped } = await openPlaces(deps, fused, signal);
  const choice = choose(places, request.budget);
  const selections = mergeTouching(choice.chosen).map((each) => selectionOf(each));
  const considered = [...choice.considered, ...dropped];
  const promptFingerprint = sha256(request.prompt).slice(0, 16);
  const facts = {
    version: deps.version,
    promptFingerprint,
    budget: request.budget,
    includeTests: request.includeTests,
  };
  return {
    bundleId: `bd_${sha256(JSON.stringify([facts, selections.map(({ path, startLine, endLine, excerpt }) => [path, startLine, endLine, excerpt])])).slice(0, 16)}`,
    ...facts,
    totals: {
      files: new Set(selections.map(({ path }) => path)).size,
      lines: selections.reduce((sum, { startLine, endLine }) => sum + endLine - startLine + 1, 0),
      tokens: selections.reduce((sum, { excerpt }) => sum + estimateTokens(excerpt) + WRAPPER_TOKENS, 0),
      truncated: choice.truncated,
    },
    selections,
    searchQueries: ['prompt', ...words],
    hitsBeforeMerging: runs.reduce((sum, { hits }) => sum + hits.length, 0),
    hitsAfterMerging: fused.length,
    considered,
    warnings: [...warnings],
  };
}

interface FusedHit extends SearchHit {
  /** The list that ranked it best. */
  sourceQuery: string;
}

interface Run {
  query: string;
  hits: readonly SearchHit[];
}

/** Merges ranked lists into one; the first is the prompt's. Hits of the same chunk are merged; ties are broken by path and line. */
export function fuse(runs: readonly Run[]): FusedHit[] {
  const places = new Map<string, FusedHit & { best: number }>();
  for (const [at, { query, hits }] of runs.entries())
    for (const [rank, hit] of hits.entries()) {
      const gain = (at === 0 ? 1 : KEYWORD_WEIGHT) / (RANK_OFFSET + rank);
      const key = `${hit.path}\0${hit.startLine}\0${hit.endLine}`;
      const known = places.get(key);
      const terms = [...new Set([...(known?.matchedTerms ?? []), ...hit.matchedTerms])];
      if (!known)
        places.set(key, { ...hit, matchedTerms: terms, score: gain, sourceQuery: query, best: gain });
      else
        places.set(key, {
          ...known,
          matchedTerms: terms,
          score: known.score + gain,
          sourceQuery: gain > known.best ? query : known.sourceQuery,
          best: Math.max(gain, known.best),
        });
    }
  return [...places.values()]
    .map(({ best: _, ...hit }) => ({ ...hit, score: round(hit.score) }))
    .sort((a, b) => b.score - a.score || byCodeUnit(a.path, b.path) || a.startLine - b.startLine);
}

function round(score: number): number {
  return Math.round(score * 1e6) / 1e6;
}

interface OpenFile {
  text: string;
  lines: string[];
  declarations: NamedSpan[];
  /** The blocks that `init` wrote, which are never shown. */
  ownBlocks: Span[];
}

type OpenedPlace = Place & { file: OpenFile };

/** Reads each file once. A file that cannot be read loses its own hits; the bundle goes on. */
async function openPlaces(
  deps: BundlerDeps,
  hits: readonly FusedHit[],
  signal: AbortSignal,
): Promise<{ places: OpenedPlace[]; dropped: Considered[] }> {
  const files = new Map<string, OpenFile | undefined>();
  const places: OpenedPlace[] = [];
  const dropped: Considered[] = [];
  for (const hit of hits) {
    signal.throwIfAborted();
    if (!files.has(hit.path)) files.set(hit.path, await openFile(deps, hit, signal));
    const file = files.get(hit.path);
    const shown = file && excerptIn(file, hit);
    if (!shown) {
      const { path, startLine, endLine, score } = hit;
      const reason = file ? 'only the block that init wrote matches' : 'cannot be read now';
      dropped.push({ path, startLine, endLine, score, verdict: 'dropped', reason });
      continue;
    }
    places.push({
      path: hit.path,
      file,
      score: hit.score,
      sourceQuery: hit.sourceQuery,
      matchedTerms: shown.terms,
      lineCount: file.lines.length,
      excerpt: shown.excerpt,
      tokens: (startLine, endLine) =>
        estimateTokens(file.lines.slice(startLine - 1, endLine).join('\n')) + WRAPPER_TOKENS,
    });
  }
  return { places, dropped };
}

/** The lines to show for a hit, and the terms that match outside our own blocks; undefined if none does. */
function excerptIn(
  { lines, declarations, ownBlocks: hidden }: OpenFile,
  hit: FusedHit,
): { excerpt: Excerpt; terms: readonly string[] } | undefined {
  if (hidden.length === 0)
    return { excerpt: excerptFor(lines, hit, hit.matchedTerms, declarations), terms: hit.matchedTerms };
  const isHidden = (line: number) =>
    hidden.some(({ startLine, endLine }) => startLine <= line && line <= endLine);
  const open = lines.map((line, at) => (isHidden(at + 1) ? '' : line));
  const text = open
    .slice(hit.startLine - 1, hit.endLine)
    .join('\n')
    .toLowerCase();
  const terms = hit.matchedTerms.filter((term) => text.includes(term));
  if (terms.length === 0 && hit.matchedTerms.length > 0) return undefined;
  const outside = declarations.filter(({ startLine }) => !isHidden(startLine));
  const excerpt = clipped(excerptFor(open, hit, terms, outside), hidden);
  return excerpt && { excerpt, terms };
}

async function openFile(
  { workspace, outline }: BundlerDeps,
  hit: FusedHit,
  signal: AbortSignal,
): Promise<OpenFile | undefined> {
  const read = await workspace.readText(hit.path);
  if (isRefusal(read)) return undefined;
  const { symbols } = await outline.outline(hit.path, read.text, { signal });
  return {
    text: read.text,
    lines: splitLines(read.text),
    declarations: symbols.toSorted((a, b) => a.startLine - b.startLine || byCodeUnit(a.name, b.name)),
    ownBlocks: ownBlocks(read.text).map(({ start, end }) => ({
      startLine: countLines(read.text.slice(0, start + 1)),
      endLine: countLines(read.text.slice(0, end)),
    })),
  };
}

function selectionOf(chosen: Chosen): Selection {
  // choose() returns the places it was given, each with its file.
  const { file, path, excerpt, score, sourceQuery, matchedTerms, shortened } = chosen as Chosen & {
    file: OpenFile;
  };
  const { startLine, endLine, declaration } = excerpt;
  const what = declaration ? `${declaration.kind} ${declaration.name}` : 'lines around the match';
  const found = matchedTerms.length > 0 ? `matches ${matchedTerms.join(', ')}` : 'is near in meaning';
  return {
    path,
    startLine,
    endLine,
    excerpt: file.lines.slice(startLine - 1, endLine).join('\n'),
    rationale: `${what}: ${found}${sourceQuery === 'prompt' ? '' : ` (by the keyword "${sourceQuery}")`}${shortened ? '; shortened to fit the budget' : ''}`,
    score,
    sourceQuery,
    anchor: makeAnchor(path, file.text, startLine, endLine, file.declarations),
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
