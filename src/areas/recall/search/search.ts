/** context_search: all sources, filtered, scored by one rule, best first. */
import type { Embedder } from '../../../core/embed/index.ts';
import { AppError, asAppError } from '../../../core/errors.ts';
import type { RecallDeps } from '../ports.ts';
import { type Candidate, documentCandidate, searchText } from './candidate.ts';
import { type CodeCandidates, codeCandidates } from './code-candidates.ts';
import { acceptsDocument, type SearchFilter, wantsCode } from './filter.ts';
import { type Ranked, rank } from './rank.ts';
import { createTextCache, type TextCache } from './text-cache.ts';
import { queryStems } from './word-match.ts';

export interface SearchQuery extends SearchFilter {
  query: string;
  limit: number;
}

export interface Found {
  ranked: Ranked[];
  stems: readonly string[];
  warnings: readonly string[];
}

export type ContextSearch = (query: SearchQuery, signal: AbortSignal) => Promise<Found>;

const NO_CODE: CodeCandidates = { candidates: [], warnings: [] };

export function createContextSearch(deps: RecallDeps): ContextSearch {
  const cache = createTextCache();
  return async (asked, signal) => {
    const { query, limit } = asked;
    const documents = [...(await deps.knowledge(signal)), ...(await deps.sessions.documents())];
    const code = wantsCode(asked) ? await codeCandidates(deps.code, query, asked, limit, signal) : NO_CODE;
    if (documents.length === 0 && code.candidates.length === 0 && (await deps.code.isEmpty()))
      throw new AppError('unavailable', 'no_embeddings', 'Nothing is indexed yet.');
    const candidates: Candidate[] = [
      ...documents.filter((document) => acceptsDocument(asked, document)).map(documentCandidate),
      ...code.candidates,
    ];
    const stems = queryStems(query);
    const meaning = await byMeaning(deps, cache, candidates, query, signal);
    const ranked = rank(candidates, meaning.known, stems, meaning.queryVector);
    if (ranked.length === 0 && meaning.failure !== undefined)
      throw new AppError('unavailable', 'query_embedding', meaning.failure.message, {
        cause: meaning.failure,
      });
    const warnings = [...code.warnings];
    if (meaning.failure !== undefined) warnings.push(`Answered by words only: ${meaning.failure.message}`);
    return { ranked, stems, warnings };
  };
}

/** With vectors if they can be had; an embedder that fails costs the meaning, not the answer. */
async function byMeaning(
  deps: RecallDeps,
  cache: TextCache,
  candidates: readonly Candidate[],
  query: string,
  signal: AbortSignal,
) {
  const texts = candidates.map(searchText);
  let failure: AppError | undefined;
  try {
    const embedder: Embedder = await deps.embedder();
    const [queryVector] = await embedder.embed([query], signal);
    return { known: await cache.know(texts, embedder, signal), queryVector, failure };
  } catch (thrown) {
    signal.throwIfAborted();
    failure = asAppError(thrown);
    if (failure.kind === 'internal') throw thrown;
    deps.log.warn('search by meaning failed', { error: failure });
    return { known: await cache.know(texts, undefined, signal), queryVector: undefined, failure };
  }
}
