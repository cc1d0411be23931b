/** One form for the usual endings of English words, so that `tokens refreshed` finds `token refresh`. Others stay. */
const SHORTEST_STEM = 3;
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/ie[sd]$/, 'y'],
  [/(?<=[^s])sses$/, 'ss'],
  [/(?<=ch|sh|x|z)es$/, ''],
  [/(?<=[^su])s$/, ''],
  [/(?:ations?|ating|ated|ates?|ators?)$/, 'at'],
  [/(?:ings?|ed|ers?|ely|ly)$/, ''],
  [/e$/, ''],
];

export function stem(word: string): string {
  let stemmed = word;
  for (const [ending, by] of ENDINGS) {
    const shorter = stemmed.replace(ending, by);
    if (shorter.length >= SHORTEST_STEM) stemmed = shorter;
  }
  return stemmed;
}
