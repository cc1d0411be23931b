/** Places in the code that the index finds, by words with meaning and by meaning alone, as one list. */
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

export interface CodeQuery extends SearchFilter {
  query: string;
  limit: number;
  /** False: there are no vectors to search by. */
  byMeaning: boolean;
}

export async function codeCandidates(
  code: CodeSearch,
  asked: CodeQuery,
  signal: AbortSignal,
): Promise<CodeCandidates> {
  const fileGlob = globOf(asked);
  const ask = async (mode: 'hybrid' | 'semantic') => {
    const options = { mode, topK: asked.limit * SPARE_FACTOR, signal };
    const answer = await code.search(
      asked.query,
      fileGlob === undefined ? options : { ...options, fileGlob },
    );
    return { ...answer, hits: answer.hits.filter(({ path }) => acceptsPath(asked, path)) };
  };
  const hybrid = await ask('hybrid');
  const semantic = asked.byMeaning ? await ask('semantic') : { hits: [], warnings: [] };
  return {
    candidates: merged(hybrid.hits, semantic.hits),
    warnings: [...new Set([...hybrid.warnings, ...semantic.warnings])],
  };
}

/** The two lists often show a file at different places; then the first list decides where, and both count. */
function merged(hybrid: readonly CodeHit[], semantic: readonly CodeHit[]): Candidate[] {
  const byId = new Map<string, Candidate>();
  const firstOfFile = new Map<string, Candidate>();
  const add = (hit: CodeHit, codeRank: { hybrid: number; semantic: number }) => {
    const candidate = candidateOf(hit, codeRank);
    byId.set(candidate.id, candidate);
    if (!firstOfFile.has(hit.path)) firstOfFile.set(hit.path, candidate);
  };
  for (const [hit, share] of withShares(hybrid)) add(hit, { hybrid: share, semantic: 0 });
  for (const [hit, share] of withShares(semantic)) {
    const rank = (byId.get(idOf(hit)) ?? firstOfFile.get(hit.path))?.codeRank;
    if (rank === undefined) add(hit, { hybrid: 0, semantic: share });
    else rank.semantic = Math.max(rank.semantic, share);
  }
  return [...byId.values()];
}

/** Scores as a share of the best one. */
function withShares(hits: readonly CodeHit[]): (readonly [CodeHit, number])[] {
  const best = Math.max(...hits.map(({ score }) => score), Number.MIN_VALUE);
  return hits.map((hit) => [hit, Math.max(0, hit.score / best)] as const);
}

const idOf = ({ path, startLine, endLine }: CodeHit) => `${path}:${startLine}-${endLine}`;

function candidateOf(hit: CodeHit, codeRank: { hybrid: number; semantic: number }): Candidate {
  const { path, startLine, endLine, text } = hit;
  return {
    id: idOf(hit),
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
