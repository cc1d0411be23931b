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
const ASCII = /^[\0-\x7f]*$/;
const PAIRED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;
const SEPARATED = /[\p{L}\p{M}\p{N}]+/gu;
/** Acronym before a capitalised word | word | acronym | letters without case; each keeps the digits behind it. */
const PARTS =
  /\p{Lu}+(?!\p{Ll})\p{N}*|\p{Lu}?[\p{Ll}\p{M}]+\p{N}*|\p{Lu}\p{N}*|[\p{Lo}\p{Lm}\p{M}]+\p{N}*|\p{N}+/gu;
const ASCII_PARTS = /[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[A-Z][0-9]*|[0-9]+/g;
const SEPARATORS = /[_$]+/g;
const TRAILING_DIGITS = /\p{N}+$/u;
const LAST_DIGIT = 57;

/** The words of one run, the whole first, each once. */
export function wordsOfRun(run: string): string[] {
  if (run.length > LONGEST_RUN) return [];
  return ASCII.test(run) ? asciiWords(run) : otherWords(run.normalize('NFC'));
}

/** The words of a text in order, repeated as often as they occur. */
export function words(text: string): string[] {
  const out: string[] = [];
  for (const run of runs(text)) out.push(...wordsOfRun(run));
  return out;
}

/** The runs of identifier characters in a text, as written. */
export function runs(text: string): string[] {
  return text.match(RUNS) ?? [];
}

/** Nearly all code: the same rule as for other scripts with cheaper patterns. */
function asciiWords(run: string): string[] {
  const found: string[] = [];
  add(found, run.replace(SEPARATORS, ''));
  const parts = run.match(ASCII_PARTS);
  if (parts !== null) for (const part of parts) addPart(found, part);
  return found;
}

function otherWords(run: string): string[] {
  const found: string[] = [];
  const segments = run.match(SEPARATED) ?? [];
  const whole = segments.join('');
  if (!isPaired(whole)) add(found, whole);
  for (const segment of segments) {
    for (const part of segment.match(PARTS) ?? []) {
      if (isPaired(part)) addPairs(found, part);
      else addPart(found, part);
    }
  }
  return found;
}

function add(found: string[], word: string): void {
  if (word.length < SHORTEST_PART || word.length > LONGEST_WORD) return;
  const lower = word.toLowerCase();
  if (!found.includes(lower)) found.push(lower);
}

function addPart(found: string[], part: string): void {
  add(found, part);
  const last = part.charCodeAt(part.length - 1);
  if (last <= LAST_DIGIT || last > 127) add(found, part.replace(TRAILING_DIGITS, ''));
}

function isPaired(text: string): boolean {
  PAIRED.lastIndex = 0;
  return PAIRED.test(text);
}

/** Scripts without spaces: every two neighbours are a word, and a character that stands alone is one. */
function addPairs(found: string[], part: string): void {
  for (const run of part.match(PAIRED) ?? []) {
    const characters = [...run];
    const pairs =
      characters.length === 1 ? [run] : characters.slice(1).map((it, i) => `${characters[i]}${it}`);
    for (const pair of pairs) if (!found.includes(pair)) found.push(pair);
  }
}
