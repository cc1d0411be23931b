/** Several ranked lists into one. Pure. */
import { byCodeUnit } from '../../../core/text/index.ts';
import type { SearchHit } from '../ports.ts';

export interface FusedHit extends SearchHit {
  /** The list that ranked it best. */
  sourceQuery: string;
}

export interface Run {
  query: string;
  hits: readonly SearchHit[];
}

/** Softens the first ranks, as reciprocal rank fusion does. */
const RANK_OFFSET = 10;
/** A keyword alone says less than the prompt; it adds what the prompt missed. */
const KEYWORD_WEIGHT = 0.25;

/** The first run is the prompt's. Hits of the same chunk are one; ties by path, then line. */
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
