/**
 * The formula: score(file) = (best chunk + whole file + path, by words; beside them the vectors, if asked for) × what its kind
 * keeps. A file is shown at its best chunk. Deterministic: the same content gives the same order, whatever the ids are.
 */
import type { PostingSource, RankedHit, Search, SearchOptions } from '../contract.ts';
import { fileLayout } from './layout.ts';
import { matchedWords } from './matched-words.ts';
import { places } from './places.ts';
import { parseQuery } from './query.ts';
import { scores } from './scores.ts';

export const search: Search = (query: string, source: PostingSource, options: SearchOptions): RankedHit[] => {
  const parsed = parseQuery(query);
  if (parsed.terms.length === 0 || source.chunkCount === 0) return [];
  const layout = fileLayout(source);
  return places(scores(parsed, source, layout, options), source, layout, options).map(({ chunk, score }) => ({
    chunk,
    ...source.chunkPlace(chunk),
    score,
    matchedTerms: matchedWords(parsed.words, chunk, source),
  }));
};
