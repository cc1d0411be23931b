/**
 * The formula: score(file) = (best chunk + whole file + path, by words; beside them the vectors, if asked for) × what its kind
 * keeps. A file is shown at its best chunk. Deterministic: the same content gives the same order, whatever the ids are.
 */

import type { WordStatistics } from '../../word-statistics.ts';
import type {
  NeededTerms,
  PostingSource,
  Postings,
  RankedHit,
  RankedPlace,
  SearchOptions,
} from '../contract.ts';
import { type Place, places } from './best-places.ts';
import { fileLayout } from './file-layout.ts';
import { mentionedName, type ParsedQuery, type QueryWord } from './query-terms.ts';
import { scores } from './scores.ts';
import { rarity } from './statistics.ts';

/** What `rank` looks up. */
export function neededTerms({ terms, words, mentions }: ParsedQuery): NeededTerms {
  const needed = new Set(words.flatMap((word) => word.terms));
  for (const { term, name } of terms) {
    needed.add(term);
    if (name !== undefined) needed.add(name);
  }
  return { terms: [...needed], pathTerms: [...new Set([...needed, ...mentions.map(mentionedName)])] };
}

export function rank(query: ParsedQuery, source: PostingSource, options: SearchOptions): RankedHit[] {
  if (query.terms.length === 0 || source.chunkCount === 0) return [];
  const layout = source.layout ?? fileLayout(source);
  const scored = scores(query, source, layout, options);
  const partsOf = (chunk: number) =>
    scored.parts === undefined ? {} : { parts: scored.parts(source.chunkFiles[chunk] ?? 0) };
  const described = ({ chunk, score }: Place): RankedPlace & { path: string } => ({
    ...source.chunkPlace(chunk),
    score,
    matchedTerms: matchedWords(query.words, chunk, source),
  });
  return places(scored, source, layout, options).map(({ chunk, score, candidates, nth }) => {
    const known = candidates.map(described);
    return {
      ...(known[nth] ?? described({ chunk, score })),
      score,
      candidates: known,
      nth,
      ...partsOf(chunk),
    };
  });
}

/** What each word of the query is worth in a text. */
export function termWorth({ terms }: ParsedQuery, statistics: WordStatistics): ReadonlyMap<string, number> {
  if (statistics.chunkCount === 0) return new Map();
  return new Map(terms.map(({ term, weight }) => [term, weight * rarity(statistics, 'chunks', term)]));
}

/** Which words of the query a place holds, in its text or in its path. */
function matchedWords(words: readonly QueryWord[], chunk: number, source: PostingSource): string[] {
  const file = source.chunkFiles[chunk] ?? 0;
  const matched = new Set<string>();
  for (const { typed, terms } of words)
    if (terms.some((term) => holds(source.postings(term), chunk) || holds(source.pathPostings(term), file)))
      matched.add(typed);
  return [...matched];
}

function holds(postings: Postings | undefined, id: number): boolean {
  if (postings === undefined) return false;
  const { ids } = postings;
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  return ids[low] === id;
}
