/**
 * Word forms brought together: `routes`, `routing` and `routed` with `route`. Light on purpose: it takes off plurals, -ing and
 * -ed and nothing that makes another word (`router` stays). What comes out is a key, not always a word.
 */
const SHORTEST = 4;
/** What is left of a word must still look like one. */
const SHORTEST_STEM = 3;
const LETTERS = /^[a-z]+$/;
const VOWEL = /[aeiouy]/;
const NO_PLURAL = /(?:ss|us|is)$/;
const PLURAL_IN_ES = /(?:sse|xe|che|she|ze)s$/;
const DOUBLED = /([bdfgmnprt])\1$/;

/** Expects lower case. Words with anything but a–z, and short ones, stay as they are. */
export function stem(word: string): string {
  if (word.length < SHORTEST || !LETTERS.test(word)) return word;
  const bare = withoutEnding(singular(word));
  if (bare.length <= SHORTEST_STEM) return bare;
  if (bare.endsWith('e')) return bare.slice(0, -1);
  return bare.endsWith('y') ? `${bare.slice(0, -1)}i` : bare;
}

function singular(word: string): string {
  if (word.endsWith('ies') && word.length > SHORTEST) return `${word.slice(0, -3)}y`;
  if (NO_PLURAL.test(word)) return word;
  if (PLURAL_IN_ES.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

function withoutEnding(word: string): string {
  const ending = word.endsWith('ing') ? 3 : word.endsWith('ed') ? 2 : 0;
  const left = word.slice(0, word.length - ending);
  if (ending === 0 || left.length < SHORTEST_STEM || !VOWEL.test(left)) return word;
  return DOUBLED.test(left) ? left.slice(0, -1) : left;
}
