/** Places in the code that the index finds. */
import { moduleOf } from '../place.ts';
import type { CodeHit, CodeSearch } from '../ports.ts';
import type { Candidate } from './candidate.ts';
import { acceptsPath, globOf, type SearchFilter } from './filter.ts';

/** Among the sources code may well be the best in every place; past that, some are filtered out. */
const SPARE_FACTOR = 3;

export interface CodeCandidates {
  candidates: Candidate[];
  warnings: readonly string[];
}

export async function codeCandidates(
  code: CodeSearch,
  query: string,
  filter: SearchFilter,
  limit: number,
  signal: AbortSignal,
): Promise<CodeCandidates> {
  const fileGlob = globOf(filter);
  const { hits, warnings } = await code.search(query, {
    mode: 'hybrid',
    topK: limit * SPARE_FACTOR,
    signal,
    ...(fileGlob === undefined ? {} : { fileGlob }),
  });
  const best = Math.max(...hits.map(({ score }) => score), Number.MIN_VALUE);
  return {
    candidates: hits
      .filter(({ path }) => acceptsPath(filter, path))
      .map((hit) => candidateOf(hit, Math.max(0, hit.score / best))),
    warnings,
  };
}

function candidateOf({ path, startLine, endLine, text }: CodeHit, codeRank: number): Candidate {
  return {
    id: `${path}:${startLine}-${endLine}`,
    source: 'code',
    type: 'code',
    module: moduleOf(path),
    date: undefined,
    title: path,
    text,
    supersededBy: undefined,
    place: { path, startLine, endLine },
    codeRank,
  };
}
