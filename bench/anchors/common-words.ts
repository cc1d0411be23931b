/** How much two bodies have in common, by the longest common run of words: slow, exact, and not the engine's measure. */

/** A long body is known by its beginning. */
const MOST_WORDS = 800;

export function wordsOf(lines: readonly string[]): string[] {
  return (lines.join('\n').match(/\w+/g) ?? []).slice(0, MOST_WORDS);
}

/** Longest common subsequence of the words, as a share of both; 0 as soon as it cannot reach `least`. */
export function commonWords(a: readonly string[], b: readonly string[], least = 0): number {
  const left = wordsOf(a);
  const right = wordsOf(b);
  if (left.length === 0 || right.length === 0 || atMost(left, right) < least) return 0;
  let row: number[] = new Array(right.length + 1).fill(0);
  for (const word of left) {
    const next = [0];
    for (const [at, other] of right.entries())
      next.push(word === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    row = next;
  }
  return (2 * (row.at(-1) ?? 0)) / (left.length + right.length);
}

/** The same share with the order left aside, which is never smaller. */
function atMost(left: readonly string[], right: readonly string[]): number {
  const sizes = (2 * Math.min(left.length, right.length)) / (left.length + right.length);
  if (sizes < 0.5) return sizes;
  const counts = new Map<string, number>();
  for (const word of left) counts.set(word, (counts.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of right) {
    const count = counts.get(word) ?? 0;
    if (count === 0) continue;
    counts.set(word, count - 1);
    shared++;
  }
  return (2 * shared) / (left.length + right.length);
}
