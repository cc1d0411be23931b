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
