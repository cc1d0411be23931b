import { z } from 'zod';
import { AppError } from '../../../core/errors.ts';
import { defineTool, READS } from '../../../core/tool.ts';
import { overLimit, withKnowledge } from '../envelope.ts';
import { snippetOf } from '../excerpt.ts';
import type { ExploreDeps, SearchHit } from '../explore-deps.ts';

const DEFAULT_HITS = 10;
const LONGEST_QUERY = 2000;

export const searchTool = ({ search, limits, knowledgeAt }: ExploreDeps) =>
  defineTool({
    name: 'repo.search',
    safeName: 'repo_search',
    description:
      'Search the repository, best place first. Mode bm25 ranks by words and names, semantic by meaning, hybrid by both.',
    annotations: READS,
    input: () =>
      z.object({
        query: z.string().min(1).max(LONGEST_QUERY).describe('words, a symbol or a question'),
        mode: z.enum(['bm25', 'semantic', 'hybrid']).default('bm25').describe('how to rank'),
        top_k: z.number().int().min(1).optional().describe(`maximum hits (default ${DEFAULT_HITS})`),
        file_glob: z.string().min(1).max(512).optional().describe('only files that match'),
      }),
    plain: ['mode', 'file_glob'],
    async handle({ query, mode, top_k, file_glob }, { signal }) {
      if (query.trim() === '') throw new AppError('invalid', 'invalid_arguments', 'query: it is blank');
      const topK = top_k ?? Math.min(DEFAULT_HITS, limits.maxSearchHits);
      if (topK > limits.maxSearchHits)
        throw overLimit(`top_k ${topK}`, limits.maxSearchHits, 'max-search-hits');
      const answer = await search.search(query, {
        mode,
        topK,
        signal,
        ...(file_glob === undefined ? {} : { fileGlob: file_glob }),
      });
      const known = await knowledgeAt(answer.hits, signal);
      return {
        hits: answer.hits.map((hit, at) => ({ ...hitFields(hit), ...withKnowledge(known[at]) })),
        warnings: answer.warnings,
      };
    },
  });

function hitFields(hit: SearchHit) {
  const snippet = snippetOf(hit.text, hit.startLine, hit.matchedTerms, hit.symbol);
  return {
    path: hit.path,
    start_line: hit.startLine,
    end_line: hit.endLine,
    snippet: snippet.text,
    snippet_start_line: snippet.startLine,
    score: Math.round(hit.score * 1e4) / 1e4,
    matched_terms: hit.matchedTerms,
  };
}
