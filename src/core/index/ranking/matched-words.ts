/** Which words of the query a place holds, in its text or in its path. */
import type { PostingSource, Postings } from '../contract.ts';
import type { QueryWord } from './query.ts';

export function matchedWords(words: readonly QueryWord[], chunk: number, source: PostingSource): string[] {
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
