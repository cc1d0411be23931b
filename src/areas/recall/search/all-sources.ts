/** context_search over all sources: filter, score by one rule, best first. */
import type { Embedder } from '../../../core/embed/index.ts';
import { AppError, asAppError } from '../../../core/errors.ts';
import type { KnowledgeDocument } from '../knowledge-document.ts';
import type { RecallDeps } from '../recall-deps.ts';
import {
  acceptsDocument,
  type Candidate,
  type CodeCandidates,
  codeCandidates,
  documentCandidate,
  type SearchFilter,
  searchText,
  wantsCode,
} from './candidates.ts';
import { type Ranked, rank } from './rank.ts';
import { createTextCache, type Known, type TextCache } from './text-cache.ts';
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
    const meaning = await queryMeaning(deps, asked.query, signal);
    const documents = await deps.knowledge(signal);
    const sessions = await deps.sessions.documents();
    const code = wantsCode(asked)
      ? await codeCandidates(deps.code, { ...asked, byMeaning: meaning.vector !== undefined }, signal)
      : NO_CODE;
    if (
      documents.length + sessions.length === 0 &&
      code.candidates.length === 0 &&
      (await deps.code.isEmpty())
    )
      throw new AppError(
        'unavailable',
        'no_embeddings',
        'Nothing is indexed: the repository has no text files.',
      );
    const accepted = (each: readonly KnowledgeDocument[]) =>
      each.filter((document) => acceptsDocument(asked, document)).map(documentCandidate);
    const candidates: Candidate[] = [...accepted(documents), ...code.candidates, ...accepted(sessions)];
    const stems = queryStems(asked.query);
    const known = await knowAll(deps, cache, candidates, meaning, signal);
    const ranked = rank(candidates, known, stems, meaning.vector);
    if (ranked.length === 0 && meaning.failure !== undefined)
      throw new AppError('unavailable', 'query_embedding', meaning.failure.message, {
        cause: meaning.failure,
      });
    const warnings = [...code.warnings];
    if (meaning.failure !== undefined) warnings.push(`Answered by words only: ${meaning.failure.message}`);
    return { ranked, stems, warnings };
  };
}

/** Without a vector only words are compared. */
interface Meaning {
  embedder: Embedder | undefined;
  vector: Int8Array | undefined;
  failure: AppError | undefined;
}

async function queryMeaning(deps: RecallDeps, query: string, signal: AbortSignal): Promise<Meaning> {
  try {
    const embedder = await deps.embedder();
    const [vector] = await embedder.embed([query], signal);
    return { embedder, vector, failure: undefined };
  } catch (thrown) {
    return withoutMeaning(deps, thrown, signal);
  }
}

/** If the embedder fails halfway, the answer is by words only. */
async function knowAll(
  deps: RecallDeps,
  cache: TextCache,
  candidates: readonly Candidate[],
  meaning: Meaning,
  signal: AbortSignal,
): Promise<Known[]> {
  const texts = candidates.map(searchText);
  try {
    return await cache.know(texts, meaning.embedder, signal);
  } catch (thrown) {
    Object.assign(meaning, withoutMeaning(deps, thrown, signal));
    return cache.know(texts, undefined, signal);
  }
}

function withoutMeaning(deps: RecallDeps, thrown: unknown, signal: AbortSignal): Meaning {
  signal.throwIfAborted();
  const failure = asAppError(thrown);
  if (failure.kind === 'internal') throw thrown;
  deps.log.warn('search by meaning failed', { error: failure });
  return { embedder: undefined, vector: undefined, failure };
}
