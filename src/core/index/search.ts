/**
 * A search, from top to bottom: parse the query, take a snapshot of the index, fetch the postings and vectors that the query needs, rank,
 * compare the hits with the files on disk, read again what changed and start over; then describe what is left.
 *
 * A hit is shown only if its file still has the very content that was indexed: then its lines are where the index says they are.
 */
import type { Clock } from '../clock.ts';
import { isProse } from '../file-kind/index.ts';
import { folded, splitLines } from '../text/index.ts';
import type { WordStatistics } from '../word-statistics.ts';
import { isRefusal, matchGlob, type RepoPath, type Workspace } from '../workspace/index.ts';
import type { CodeHit, IndexQuery, LineSpan } from './code-index.ts';
import type {
  Exactness,
  HistorySource,
  NeededTerms,
  PostingSource,
  RankedHit,
  RankedPlace,
  SearchOptions,
} from './contract.ts';
import type { LiveIndex, ReadBlocks, WantedBlock } from './live/live-index.ts';
import { PostingSources } from './live/posting-source.ts';
import { recentBlocks } from './live/recent-blocks.ts';
import type { Snapshot } from './live/snapshot.ts';
import { AskedTerms } from './place/asked-terms.ts';
import { choosePlaces } from './place/choose-place.ts';
import { focusOf } from './place/focus.ts';
import { condensed, type ParsedQuery, parseQuery } from './ranking/query-terms.ts';
import { neededTerms, rank, termWorth } from './ranking/rank.ts';
import { statisticsOf } from './ranking/statistics.ts';
import { reindex } from './refresh.ts';
import {
  type DeclarationColumns,
  declarationBlock,
  decodeDeclarations,
  encodedDeclarations,
} from './segment/declared-names.ts';
import { contentHash, type SegmentMaker, sameHash } from './threads/segment-maker.ts';
import type { Vectors } from './vectors.ts';

export interface SearcherDeps {
  live(): LiveIndex;
  workspace: Workspace;
  clock: Clock;
  vectors: Vectors;
  maker(): Promise<SegmentMaker>;
  /** Of vectors; by default as is fastest. */
  exactness?: Exactness | undefined;
  /** What past commits say of the files of a snapshot. */
  history?(snapshot: Snapshot): Promise<HistorySource | undefined>;
}

/** Each round may bring up files that changed too; whoever edits faster than this gets fewer hits. */
const MOST_ROUNDS = 4;
/** Kept of those that were read. */
const MOST_BLOCK_BYTES = 32 * 1024 * 1024;

export class Searcher {
  readonly #deps: SearcherDeps;
  readonly #sources = new WeakMap<LiveIndex, { read: ReadBlocks; postings: PostingSources }>();

  constructor(deps: SearcherDeps) {
    this.#deps = deps;
  }

  async search(query: string, asked: IndexQuery): Promise<{ hits: CodeHit[]; unsettled: boolean }> {
    const { workspace, clock, vectors, maker } = this.#deps;
    const parsed = parseQuery(query);
    const options: SearchOptions = { mode: asked.mode, limit: asked.topK, explain: asked.explain === true };
    options.statistics = asked.statistics;
    if (asked.fileGlob !== undefined) options.accepts = matchGlob(asked.fileGlob);
    const queryVector =
      asked.mode === 'bm25' ? undefined : await vectors.queryVector(condensed(query), asked.signal);
    if (queryVector !== undefined) options.queryVector = queryVector;

    for (let round = 1; ; round++) {
      asked.signal?.throwIfAborted();
      const live = this.#deps.live();
      const { ranked, wanted, snapshot } = await this.#ranked(live, parsed, options);
      const { hits, stale } = verified(ranked, wanted, snapshot, workspace);
      if (stale.length > 0 && round < MOST_ROUNDS) {
        reindex(live, await maker(), clock, stale);
        continue;
      }
      const shown = await described(hits, wanted, snapshot, this.#of(live).read);
      if (shown !== undefined) return { hits: shown, unsettled: stale.length > 0 };
    }
  }

  async wordStatistics(query: string): Promise<WordStatistics> {
    const parsed = parseQuery(query);
    return (
      await this.#over(this.#deps.live(), neededTerms(parsed), undefined, (source) =>
        statisticsOf(parsed, source),
      )
    ).made;
  }

  async #ranked(
    live: LiveIndex,
    query: ParsedQuery,
    options: SearchOptions,
  ): Promise<{ ranked: RankedHit[]; wanted: AskedTerms; snapshot: Snapshot }> {
    const model = options.queryVector === undefined ? undefined : this.#deps.vectors.modelId;
    const { made, snapshot } = await this.#over(live, neededTerms(query), model, (source, history) => {
      const statistics = options.statistics ?? statisticsOf(query, source);
      return {
        ranked: rank(query, source, { ...options, statistics, history }),
        wanted: new AskedTerms(termWorth(query, statistics)),
      };
    });
    return { ...made, snapshot };
  }

  /** Over one snapshot. If others merged its segments before its blocks were read, over the next. */
  async #over<Made>(
    live: LiveIndex,
    needed: NeededTerms,
    model: string | undefined,
    make: (source: PostingSource, history: HistorySource | undefined) => Made,
  ): Promise<{ made: Made; snapshot: Snapshot }> {
    const { postings } = this.#of(live);
    for (;;) {
      const snapshot = await live.current();
      const history = await this.#deps.history?.(snapshot);
      const made = await postings.with(snapshot, needed, model, (source) => make(source, history));
      if (made !== undefined) return { made, snapshot };
    }
  }

  #of(live: LiveIndex): { read: ReadBlocks; postings: PostingSources } {
    const known = this.#sources.get(live);
    if (known !== undefined) return known;
    const read = recentBlocks((wanted) => live.blocks(wanted), MOST_BLOCK_BYTES);
    const made = { read, postings: new PostingSources(read, this.#deps.exactness) };
    this.#sources.set(live, made);
    return made;
  }
}

interface VerifiedHit extends RankedPlace {
  path: RepoPath;
  /** Of the whole file, as they are now. */
  lines: readonly string[];
  /** The place of the file that is next best; undefined if there is none, or it is a hit of its own. */
  next: RankedPlace | undefined;
}

/** The hits at the places that their text speaks for, and the files that are not as they were indexed. */
function verified(
  hits: readonly RankedHit[],
  asked: AskedTerms,
  snapshot: Snapshot,
  workspace: Workspace,
): { hits: VerifiedHit[]; stale: RepoPath[] } {
  const files = new Map<string, { lines: string[]; places: readonly RankedPlace[] } | undefined>();
  const shown: VerifiedHit[] = [];
  const stale: RepoPath[] = [];
  const counts = new Map<string, number>();
  for (const { path } of hits) counts.set(path, (counts.get(path) ?? 0) + 1);
  for (const hit of hits) {
    // Every path in the index came from a listing of the workspace; the read below checks it again.
    const path = hit.path as RepoPath;
    if (!files.has(path)) {
      const text = unchangedText(path, snapshot, workspace);
      const lines = text === undefined ? undefined : splitLines(text);
      files.set(path, lines && { lines, places: choosePlaces(lines, isProse(path), asked, hit.candidates) });
      if (text === undefined) stale.push(path);
    }
    const file = files.get(path);
    if (file === undefined) continue;
    const { startLine, endLine, matchedTerms } = file.places[hit.nth] ?? hit;
    const next = counts.get(path) === 1 ? file.places[1] : undefined;
    const { score, parts } = hit;
    const explained = parts === undefined ? {} : { parts };
    shown.push({ path, startLine, endLine, matchedTerms, score, lines: file.lines, next, ...explained });
  }
  return { hits: shown, stale };
}

/** The text of the file if it is the one that was indexed. */
export function unchangedText(path: RepoPath, snapshot: Snapshot, workspace: Workspace): string | undefined {
  const known = snapshot.entry(path);
  const file = workspace.readTextSync(path);
  if (known === undefined || isRefusal(file) || !sameHash(contentHash(file.text), known.hash))
    return undefined;
  return file.text;
}

/** How many lines are shown of the first hit, of the second and so on; the last number is for all that follow. */
const FOCUS_LINES = [24, 16, 10, 6, 6, 5, 5, 4] as const;
/** The same of a second place in the first files. */
const FURTHER_LINES = [14, 10] as const;
const FEWEST_LINES = 4;

/** With the symbol of each and the lines that answer. Undefined: others merged the segments before the names were read. */
async function described(
  hits: readonly VerifiedHit[],
  asked: AskedTerms,
  snapshot: Snapshot,
  readBlocks: ReadBlocks,
): Promise<CodeHit[] | undefined> {
  const places = hits.map(({ path }) => snapshot.place(path));
  const wanted = places.flatMap((place): WantedBlock[] =>
    place === undefined
      ? []
      : [{ live: place.live, kind: 'declarations', number: declarationBlock(place.file) }],
  );
  const read = wanted.length === 0 ? [] : await readBlocks(wanted);
  if (read === undefined) return undefined;
  const blocks = read.values();
  return hits.map(({ lines, next, ...hit }, i) => {
    const place = places[i];
    const block = place === undefined ? undefined : blocks.next().value;
    const names =
      place === undefined || block === undefined
        ? NO_DECLARATIONS
        : decodeDeclarations(encodedDeclarations(block, place.file));
    const { path, startLine, endLine, matchedTerms } = hit;
    const within = (span: LineSpan) => lines.slice(span.startLine - 1, span.endLine);
    const focus = (span: RankedPlace, size: number) =>
      focusOf(within(span), span.startLine, {
        asked,
        declaring: declaringLines(names, span),
        isProse: isProse(path),
        size,
      });
    const size = FURTHER_LINES[i];
    const second = next === undefined || size === undefined ? undefined : focus(next, size);
    return {
      ...hit,
      text: within(hit).join('\n'),
      symbol: symbolAt(names, startLine, endLine, matchedTerms),
      focus: focus(hit, FOCUS_LINES[i] ?? FEWEST_LINES),
      further: second && { ...second, text: within(second).join('\n') },
    };
  });
}

const NO_DECLARATIONS: DeclarationColumns = { names: [], kinds: [], lines: new Uint32Array() };

function declaringLines({ names, lines }: DeclarationColumns, place: RankedPlace): Set<number> {
  const words = new Set(place.matchedTerms.map(folded));
  const found = new Set<number>();
  for (const [i, line] of lines.entries())
    if (line >= place.startLine && line <= place.endLine && words.has(folded(lastPart(names[i] ?? ''))))
      found.add(line);
  return found;
}

/** The first name declared in the lines that was asked for; else the first one there, or the last one before them. */
function symbolAt(
  { names, kinds, lines }: DeclarationColumns,
  startLine: number,
  endLine: number,
  asked: readonly string[],
): CodeHit['symbol'] {
  const words = new Set(asked.map(folded));
  const isIn = (line: number) => line >= startLine && line <= endLine;
  let at = lines.findIndex((line, i) => isIn(line) && words.has(folded(lastPart(names[i] ?? ''))));
  if (at === -1) at = lines.findIndex(isIn);
  if (at === -1) at = lines.findLastIndex((line) => line < startLine);
  const [name, kind, line] = [names[at], kinds[at], lines[at]];
  return name === undefined || kind === undefined || line === undefined ? undefined : { name, kind, line };
}

const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);
