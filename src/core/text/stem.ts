/**
 * Stems: `routes`, `routing`, `routed` and `route` get the same one. Deliberately light: only plurals, -ing and -ed are removed,
 * nothing that makes another word (`router` keeps its own stem). A stem is a key, not always a word.
 */
const SHORTEST = 4;
/** What remains of a word must still look like one. */
const SHORTEST_STEM = 3;
const A = 97;
const Z = 122;
const DOUBLING = 'bdfgmnprt';
const VOWELS = 'aeiouy';

/** Expects lower case. Short words, and words with other characters than a–z, are returned unchanged. */
export function stem(word: string): string {
  if (word.length < SHORTEST || !isLetters(word)) return word;
  const bare = withoutEnding(singular(word));
  if (bare.length <= SHORTEST_STEM) return bare;
  if (bare.endsWith('e')) return bare.slice(0, -1);
  return bare.endsWith('y') ? `${bare.slice(0, -1)}i` : bare;
}

/** One word each, which the rules above keep apart. */
const FORMS: readonly (readonly [one: string, many: string])[] = [
  ['alias', 'aliases'],
  ['analysis', 'analyses'],
  ['atlas', 'atlases'],
  ['axis', 'axes'],
  ['bias', 'biases'],
  ['canvas', 'canvases'],
  ['index', 'indices'],
  ['lens', 'lenses'],
  ['matrix', 'matrices'],
  ['vertex', 'vertices'],
];
const OTHER_FORM = new Map(FORMS.flatMap(([one, many]) => [[one, many] as const, [many, one] as const]));
OTHER_FORM.set('indexes', 'indices');

/** The stem of another form of the word, if it is another; expects lower case. */
export function otherStem(word: string): string | undefined {
  const form = OTHER_FORM.get(word);
  return form === undefined ? undefined : stem(form);
}

const DERIVED: readonly (readonly [RegExp, string])[] = [
  [/(?:ation|ator)$/, 'at'],
  [/(?:er|e?li)$/, ''],
];

/** For prose, where derived words mean the same: `parser` and `parsing`, `authentication` and `authenticate`. */
export function proseStem(word: string): string {
  const bare = stem(word);
  for (const [ending, by] of DERIVED) {
    const shorter = bare.replace(ending, by);
    if (shorter !== bare && shorter.length >= SHORTEST_STEM) return shorter;
  }
  return bare;
}

// No patterns below: every distinct word of a repository is stemmed.

function isLetters(word: string): boolean {
  for (let at = 0; at < word.length; at++) {
    const unit = word.charCodeAt(at);
    if (unit < A || unit > Z) return false;
  }
  return true;
}

function singular(word: string): string {
  if (!word.endsWith('s')) return word;
  if (word.endsWith('ies') && word.length > SHORTEST) return `${word.slice(0, -3)}y`;
  if (word.endsWith('ss') || word.endsWith('us') || word.endsWith('is')) return word;
  if (word.endsWith('es') && takesEs(word.slice(0, -2))) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** Words with a plural in -es. */
function takesEs(word: string): boolean {
  return ['ss', 'x', 'ch', 'sh', 'z'].some((end) => word.endsWith(end));
}

function withoutEnding(word: string): string {
  const ending = word.endsWith('ing') ? 3 : word.endsWith('ed') ? 2 : 0;
  if (ending === 0) return word;
  const left = word.slice(0, -ending);
  if (left.length < SHORTEST_STEM || !hasVowel(left)) return word;
  const last = left.at(-1) ?? '';
  return left.at(-2) === last && DOUBLING.includes(last) ? left.slice(0, -1) : left;
}

function hasVowel(word: string): boolean {
  for (const character of word) if (VOWELS.includes(character)) return true;
  return false;
}
