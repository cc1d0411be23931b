/**
 * A search, from top to bottom: parse the query, take a snapshot of the index, fetch the postings and vectors that the query needs, rank,
 * compare the hits with the files on disk, read again what changed and start over; then describe what is left.
 *
 * A hit is shown only if its file still has the very content that was indexed: then its lines are where the index says they are.
 */
import type { Clock } from '../clock.ts';
import { folded, splitLines } from '../text/index.ts';
import { isRefusal, matchGlob, type RepoPath, type Workspace } from '../workspace/index.ts';
import type { CodeHit, IndexQuery } from './code-index.ts';
import type { HistorySource, RankedHit, SearchOptions } from './contract.ts';
import type { LiveIndex, WantedBlock } from './live/live-index.ts';
import { PostingSources } from './live/posting-source.ts';
import type { Snapshot } from './live/snapshot.ts';
import { condensed, type ParsedQuery, parseQuery } from './ranking/query-terms.ts';
import { neededTerms, rank } from './ranking/rank.ts';
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
  /** What past commits say of the files of a snapshot. */
  history?(snapshot: Snapshot): Promise<HistorySource | undefined>;
}

/** Each round may bring up files that changed too; whoever edits faster than this gets fewer hits. */
const MOST_ROUNDS = 4;

export class Searcher {
  readonly #deps: SearcherDeps;
  readonly #sources = new WeakMap<LiveIndex, PostingSources>();

  constructor(deps: SearcherDeps) {
    this.#deps = deps;
  }

  async search(query: string, asked: IndexQuery): Promise<{ hits: CodeHit[]; unsettled: boolean }> {
    const { workspace, clock, vectors, maker } = this.#deps;
    const parsed = parseQuery(query);
    const options: SearchOptions = { mode: asked.mode, limit: asked.topK };
    if (asked.fileGlob !== undefined) options.accepts = matchGlob(asked.fileGlob);
    const queryVector =
      asked.mode === 'bm25' ? undefined : await vectors.queryVector(condensed(query), asked.signal);
    if (queryVector !== undefined) options.queryVector = queryVector;

    for (let round = 1; ; round++) {
      asked.signal?.throwIfAborted();
      const live = this.#deps.live();
      const { ranked, snapshot } = await this.#ranked(live, parsed, options);
      const { hits, stale } = verified(ranked, snapshot, workspace);
      if (stale.length > 0 && round < MOST_ROUNDS) {
        reindex(live, await maker(), clock, stale);
        continue;
      }
      const shown = await described(hits, snapshot, live);
      if (shown !== undefined) return { hits: shown, unsettled: stale.length > 0 };
    }
  }

  /** Over one snapshot. If others merged its segments before its blocks were read, over the next. */
  async #ranked(
    live: LiveIndex,
    query: ParsedQuery,
    options: SearchOptions,
  ): Promise<{ ranked: RankedHit[]; snapshot: Snapshot }> {
    const sources = this.#sources.get(live) ?? new PostingSources((wanted) => live.blocks(wanted));
    this.#sources.set(live, sources);
    const needed = neededTerms(query);
    const model = options.queryVector === undefined ? undefined : this.#deps.vectors.modelId;
    for (;;) {
      const snapshot = await live.current();
      const history = await this.#deps.history?.(snapshot);
      const ranked = await sources.with(snapshot, needed, model, (source) =>
        rank(query, source, { ...options, history }),
      );
      if (ranked !== undefined) return { ranked, snapshot };
    }
  }
}

type VerifiedHit = Omit<RankedHit, 'path'> & { path: RepoPath; text: string };

/** The hits with their lines as they are now, and the files that are not as they were indexed. */
function verified(
  hits: readonly RankedHit[],
  snapshot: Snapshot,
  workspace: Workspace,
): { hits: VerifiedHit[]; stale: RepoPath[] } {
  const lines = new Map<string, string[] | undefined>();
  const shown: VerifiedHit[] = [];
  const stale: RepoPath[] = [];
  for (const hit of hits) {
    // Every path in the index came from a listing of the workspace; the read below checks it again.
    const path = hit.path as RepoPath;
    if (!lines.has(path)) {
      const text = unchangedText(path, snapshot, workspace);
      lines.set(path, text === undefined ? undefined : splitLines(text));
      if (text === undefined) stale.push(path);
    }
    const now = lines.get(path)?.slice(hit.startLine - 1, hit.endLine);
    if (now !== undefined) shown.push({ ...hit, path, text: now.join('\n') });
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

/** With the symbol of each. Undefined: others merged the segments before the names were read. */
async function described(
  hits: readonly VerifiedHit[],
  snapshot: Snapshot,
  index: LiveIndex,
): Promise<CodeHit[] | undefined> {
  const places = hits.map(({ path }) => snapshot.place(path));
  const wanted = places.flatMap((place): WantedBlock[] =>
    place === undefined
      ? []
      : [{ live: place.live, kind: 'declarations', number: declarationBlock(place.file) }],
  );
  const read = wanted.length === 0 ? [] : await index.blocks(wanted);
  if (read === undefined) return undefined;
  const blocks = read.values();
  return hits.map(({ path, startLine, endLine, score, matchedTerms, text }, i) => {
    const place = places[i];
    const block = place === undefined ? undefined : blocks.next().value;
    const names =
      place === undefined || block === undefined
        ? undefined
        : decodeDeclarations(encodedDeclarations(block, place.file));
    const symbol = names && symbolAt(names, startLine, endLine, matchedTerms);
    return { path, startLine, endLine, score, matchedTerms, text, symbol };
  });
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
