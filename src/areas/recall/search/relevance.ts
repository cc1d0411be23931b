/**
 * One number between 0 and 1 for how well a text answers a query, by the same rule for every source: the words
 * it shares and the nearness of its vector. A query that shares few words with anything leans on the vectors.
 */

/** Of unrelated texts; below it nearness says nothing. */
const UNRELATED_COSINE = 0.05;
/** Of a text that answers the question in other words. */
const ANSWERING_COSINE = 0.5;
const LEAST_VECTOR_SHARE = 0.4;
const MOST_VECTOR_SHARE = 0.85;
/** The list by words already has vectors in it, so the list by meaning alone may weigh less. */
const LEAST_SEMANTIC_SHARE = 0.3;
const MOST_SEMANTIC_SHARE = 0.7;

/** `bestCoverage`: the largest share of the query's words that any candidate has. */
export function vectorShare(bestCoverage: number): number {
  return LEAST_VECTOR_SHARE + (MOST_VECTOR_SHARE - LEAST_VECTOR_SHARE) * (1 - bestCoverage);
}

/** How much the list by meaning counts in the order of code. */
export function semanticShare(bestCoverage: number): number {
  return LEAST_SEMANTIC_SHARE + (MOST_SEMANTIC_SHARE - LEAST_SEMANTIC_SHARE) * (1 - bestCoverage);
}

export function nearness(cosine: number): number {
  return clamp((cosine - UNRELATED_COSINE) / (ANSWERING_COSINE - UNRELATED_COSINE));
}

/** Without a cosine the words alone decide. */
export function relevance(wordScore: number, cosine: number | undefined, share: number): number {
  if (cosine === undefined) return clamp(wordScore);
  return clamp(share * nearness(cosine) + (1 - share) * wordScore);
}

function clamp(value: number): number {
  return Math.max(0, Math.min(1, value));
}
