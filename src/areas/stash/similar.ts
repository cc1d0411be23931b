/** Entries that say nearly the same: the same three words in a row, again and again. */

const SHINGLE = 3;
/** Half of all shingles in common: the same story, told again. */
const NEAR_DUPLICATE = 0.5;
const MOST_NAMED = 3;

export interface SimilarEntry {
  ref: string;
  title: string;
  /** 0 to 1. */
  similarity: number;
}

export function findSimilar(
  markdown: string,
  entries: readonly { ref: string; title: string; markdown: string }[],
): SimilarEntry[] {
  const wanted = shingles(markdown);
  return entries
    .map(({ ref, title, markdown: other }) => ({ ref, title, similarity: jaccard(wanted, shingles(other)) }))
    .filter(({ similarity }) => similarity >= NEAR_DUPLICATE)
    .sort((a, b) => b.similarity - a.similarity || (a.ref < b.ref ? -1 : 1))
    .slice(0, MOST_NAMED);
}

function shingles(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  if (words.length < SHINGLE) return new Set(words.length > 0 ? [words.join(' ')] : []);
  const found = new Set<string>();
  for (let at = 0; at + SHINGLE <= words.length; at++) found.add(words.slice(at, at + SHINGLE).join(' '));
  return found;
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  let common = 0;
  for (const one of a) if (b.has(one)) common++;
  return common / (a.size + b.size - common);
}
