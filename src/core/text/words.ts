/**
 * Words of code. A run of identifier characters (`parseHTTPHeader2`) gives the whole, without its separators and
 * in lower case, then its parts: `parsehttpheader2`, `parse`, `http`, `header2`, `header`. So a word finds the identifiers
 * it is part of, and one spelling of a compound (`client_session`) finds the others (`ClientSession`).
 */

/** Longer runs are hashes and encoded data, which nobody asks for by a part. */
export const LONGEST_RUN = 96;
/** A whole or a part beyond this is not a word that anybody types. */
const LONGEST_WORD = 48;
/** Single letters are loop variables and type parameters. */
const SHORTEST_PART = 2;

const RUNS = /[\p{L}\p{M}\p{N}_$]+/gu;
const PAIRED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;
const SEPARATED = /[\p{L}\p{M}\p{N}]+/gu;
/** Acronym before a capitalised word | word | acronym | letters without case; each keeps the digits behind it. */
const PARTS =
  /\p{Lu}+(?!\p{Ll})\p{N}*|\p{Lu}?[\p{Ll}\p{M}]+\p{N}*|\p{Lu}\p{N}*|[\p{Lo}\p{Lm}\p{M}]+\p{N}*|\p{N}+/gu;
const TRAILING_DIGITS = /\p{N}+$/u;

/** The words of one run, the whole first, each once. */
export function wordsOfRun(run: string): string[] {
  if (run.length > LONGEST_RUN) return [];
  const found = new Set<string>();
  const text = run.normalize('NFC');
  const segments = text.match(SEPARATED) ?? [];
  add(found, segments.join(''));
  for (const segment of segments) {
    for (const part of segment.match(PARTS) ?? []) {
      if (isPaired(part)) addPairs(found, part);
      else addPart(found, part);
    }
  }
  return [...found];
}

/** The words of a text in order, repeated as often as they occur. */
export function words(text: string): string[] {
  const out: string[] = [];
  for (const run of text.match(RUNS) ?? []) out.push(...wordsOfRun(run));
  return out;
}

/** The runs of identifier characters in a text, as written. */
export function runs(text: string): string[] {
  return text.match(RUNS) ?? [];
}

function add(found: Set<string>, word: string): void {
  if (word.length < SHORTEST_PART || word.length > LONGEST_WORD) return;
  if (isPaired(word)) return;
  found.add(word.toLowerCase());
}

function addPart(found: Set<string>, part: string): void {
  add(found, part);
  const letters = part.replace(TRAILING_DIGITS, '');
  if (letters !== part) add(found, letters);
}

function isPaired(text: string): boolean {
  PAIRED.lastIndex = 0;
  return PAIRED.test(text);
}

/** Scripts without spaces: every two neighbours are a word, and a character that stands alone is one. */
function addPairs(found: Set<string>, part: string): void {
  for (const run of part.match(PAIRED) ?? []) {
    const characters = [...run];
    if (characters.length === 1) found.add(run);
    for (let i = 0; i + 1 < characters.length; i++) found.add(`${characters[i]}${characters[i + 1]}`);
  }
}
