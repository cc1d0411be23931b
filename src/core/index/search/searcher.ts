/** From a query to verified hits: rank, compare with the files, read again what changed, rank again. */
import type { Clock } from '../../clock.ts';
import { matchGlob, type Workspace } from '../../workspace/index.ts';
import type { CodeHit, IndexQuery } from '../api.ts';
import { CollectionSource, type MatrixCache } from '../collection/source.ts';
import type { RankedHit, Search, SearchOptions } from '../contract.ts';
import { reindex } from '../freshness/reindex.ts';
import type { LiveIndex } from '../live/live-index.ts';
import type { SegmentMaker } from '../threads/segment-maker.ts';
import type { Vectors } from '../vectors/vectors.ts';
import { symbolAt } from './symbol-at.ts';
import { type VerifiedHit, verifyHits } from './verify.ts';

export interface SearcherParts {
  live(): LiveIndex;
  workspace: Workspace;
  clock: Clock;
  vectors: Vectors;
  maker(): Promise<SegmentMaker>;
  rank: Search;
}

/** Each round may bring up files that changed too; whoever edits faster than this gets fewer hits. */
const MOST_ROUNDS = 4;

export class Searcher {
  readonly #parts: SearcherParts;
  readonly #matrices: MatrixCache = new WeakMap();
  readonly #sources = new WeakMap<object, CollectionSource>();

  constructor(parts: SearcherParts) {
    this.#parts = parts;
  }

  async search(query: string, options: IndexQuery): Promise<{ hits: CodeHit[]; unsettled: boolean }> {
    const { live, workspace, clock } = this.#parts;
    const ranking = await this.options(query, options);
    if (options.fileGlob !== undefined) ranking.accepts = matchGlob(options.fileGlob);
    for (let round = 1; ; round++) {
      options.signal?.throwIfAborted();
      const ranked = this.rank(query, ranking);
      const { hits, stale } = verifyHits(ranked, live().collection, workspace);
      if (stale.length === 0 || round === MOST_ROUNDS)
        return { hits: this.#described(hits), unsettled: stale.length > 0 };
      reindex(live(), await this.#parts.maker(), clock, stale);
    }
  }

  async options(query: string, { mode, topK, signal }: IndexQuery): Promise<SearchOptions> {
    const options: SearchOptions = { mode, limit: topK };
    if (mode === 'bm25') return options;
    const queryVector = await this.#parts.vectors.queryVector(query, signal);
    return queryVector === undefined ? options : { ...options, queryVector };
  }

  rank(query: string, options: SearchOptions): RankedHit[] {
    const live = this.#parts.live();
    return live.store.read(() => {
      live.synchronise();
      return this.#parts.rank(query, this.#source(live), options);
    });
  }

  #source(live: LiveIndex): CollectionSource {
    const { collection } = live;
    let source = this.#sources.get(collection);
    if (source === undefined) {
      source = new CollectionSource(collection, this.#matrices);
      this.#sources.set(collection, source);
    }
    source.model = this.#parts.vectors.modelId;
    return source;
  }

  #described(hits: readonly VerifiedHit[]): CodeHit[] {
    const live = this.#parts.live();
    return live.store.read(() =>
      hits.map(({ path, startLine, endLine, score, matchedTerms, text }) => {
        const place = live.collection.place(path);
        return {
          path,
          startLine,
          endLine,
          score,
          matchedTerms,
          text,
          symbol:
            place && symbolAt(place.live.segment.declarations(place.file), startLine, endLine, matchedTerms),
        };
      }),
    );
  }
}
