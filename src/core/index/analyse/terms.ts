/**
 * What the index is keyed by. A word is kept by its stem; the whole of a compound as it is. A name that is declared, or
 * that a file bears, is kept once more in exact form behind `=`, so that `TypeAdapter` is not `TypeAdapters`.
 */
import { stem, wordsOfRun } from '../../text/index.ts';

/** The whole first. A run of one part has no other whole than its stem. */
export function termsOfRun(run: string): string[] {
  const words = wordsOfRun(run);
  const whole = words[0];
  if (whole === undefined) return words;
  if (words.length === 1) return [stem(whole)];
  const terms = [whole];
  for (let i = 1; i < words.length; i++) {
    const term = stem(words[i] ?? '');
    if (!terms.includes(term)) terms.push(term);
  }
  return terms;
}

/** As a name is compared: without separators, in lower case. */
export const wholeOf = (run: string): string => run.replaceAll(/[_$]/g, '').toLowerCase();

export const nameTerm = (whole: string): string => `=${whole}`;

// The bit fields that analysis writes with a term and ranking reads. Storage keeps them as numbers. Those of terms in chunks are packed in
// kernel/analysis.ts.

/** Of a term in a chunk: how often in its text, how often in the names it declares. */
const MOST_BODY = 127;
const MOST_NAMES = 7;
const NAMES_SHIFT = 7;
/** Of a name term: a class, an interface, a type, an enum or a module has the name. */
const TYPE_NAME = 1 << 10;

export const bodyOf = (payload: number): number => payload & MOST_BODY;
export const namesOf = (payload: number): number => (payload >> NAMES_SHIFT) & MOST_NAMES;
export const isTypeName = (payload: number): boolean => (payload & TYPE_NAME) !== 0;

/** Of a term in a path: where it is, and how many words the file's name has. */
export const PATH_BITS = { name: 1, parent: 2, ancestor: 4 } as const;
const NAME_WORDS_SHIFT = 4;
const MOST_NAME_WORDS = 15;

export function packPath(places: number, nameWords: number): number {
  return places | (Math.min(Math.max(nameWords, 1), MOST_NAME_WORDS) << NAME_WORDS_SHIFT);
}

export const nameWordsOf = (payload: number): number => payload >> NAME_WORDS_SHIFT;
