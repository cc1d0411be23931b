/** Where no index can be made, on a full disk: the files that ripgrep names are read and ranked in memory, for one answer. */
import { crc32 } from 'node:zlib';
import { openSqliteInMemory } from '../../store/index.ts';
import type { IndexOptions, IndexQuery, SearchAnswer } from '../api.ts';
import { reindex } from '../freshness/reindex.ts';
import { LiveIndex } from '../live/live-index.ts';
import { search } from '../ranking/search.ts';
import { INDEX_SCHEMA } from '../storage/schema.ts';
import { IndexStore } from '../storage/store.ts';
import { SegmentMaker } from '../threads/segment-maker.ts';
import { Vectors } from '../vectors/vectors.ts';
import { filesWithWords } from './grep-fallback.ts';
import { Searcher } from './searcher.ts';

/** As long as a first answer may take. */
const WAIT_FOR_WORDS_MS = 1_000;

/** Without the warning that says why there is no index. */
export async function searchWithoutIndex(
  { workspace, clock, log, token }: IndexOptions,
  query: string,
  options: IndexQuery,
): Promise<SearchAnswer> {
  const store = new IndexStore(await openSqliteInMemory(INDEX_SCHEMA));
  try {
    const live = new LiveIndex(store);
    store.read(() => live.synchronise());
    const maker = new SegmentMaker(workspace, undefined, crc32(token()));
    const deadline = AbortSignal.timeout(WAIT_FOR_WORDS_MS);
    const found = await filesWithWords(query, workspace, options.fileGlob, deadline);
    reindex(
      live,
      maker,
      clock,
      found.filter((path) => workspace.lists(path)),
    );
    const searcher = new Searcher({
      live: () => live,
      workspace,
      clock,
      vectors: new Vectors(undefined, log),
      maker: async () => maker,
      rank: search,
    });
    const { hits } = await searcher.search(query, { ...options, mode: 'bm25' });
    return { hits, warnings: [] };
  } finally {
    store.close();
  }
}
