/**
 * Words of code. A run of identifier characters (`parseHTTPHeader2`) gives the whole in lower case without separators, then its
 * parts: `parsehttpheader2`, `parse`, `http`, `header2`, `header`. So a word finds the identifiers it is part of, and one
 * spelling of a compound (`client_session`) finds the others (`ClientSession`).
 */
import { estimateTokenCount } from 'tokenx';

/** Longer runs are hashes and encoded data: nobody searches for a part of one. */
const LONGEST_RUN = 96;
/** Nobody types a longer word. */
const LONGEST_WORD = 48;
/** Single letters are loop variables and type parameters. */
const SHORTEST_PART = 2;

const RUNS = /[\p{L}\p{M}\p{N}_$]+/gu;
const PAIRED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;
const SEPARATED = /[\p{L}\p{M}\p{N}]+/gu;
/** Acronym before a capitalised word | word | acronym | letters without case; each with the digits after it. */
const PARTS =
  /\p{Lu}+(?!\p{Ll})\p{N}*|\p{Lu}?[\p{Ll}\p{M}]+\p{N}*|\p{Lu}\p{N}*|[\p{Lo}\p{Lm}\p{M}]+\p{N}*|\p{N}+/gu;
/** Most runs in other scripts are one word, which needs no cutting. */
const ONE_WORD = /^(?:\p{Lu}?\p{Ll}[\p{Ll}\p{M}]*|[\p{Lo}\p{Lm}][\p{Lo}\p{Lm}\p{M}]*)$/u;
const SEPARATORS = /[_$]+/g;
const TRAILING_DIGITS = /\p{N}+$/u;

/** The words of one run, the whole first, each once. */
export function wordsOfRun(run: string): string[] {
  if (run.length > LONGEST_RUN) return [];
  return isAscii(run) ? asciiWords(run) : otherWords(run.normalize('NFC'));
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

/** Nearly all code: the same rule as for other scripts, without patterns. */
function asciiWords(run: string): string[] {
  const found: string[] = [];
  const lower = run.toLowerCase();
  add(found, lower.includes('_') || lower.includes('$') ? lower.replace(SEPARATORS, '') : lower);
  const end = run.length;
  for (let at = 0; at < end; ) {
    const from = at;
    const kind = kindAt(run, at++);
    if (kind === SEPARATOR) continue;
    if (kind === UPPER) {
      while (at < end && kindAt(run, at) === UPPER) at++;
      // The last of several capitals begins the next word.
      if (at < end && kindAt(run, at) === LOWER && at - from > 1) at--;
      else while (at < end && kindAt(run, at) === LOWER) at++;
    } else if (kind === LOWER) while (at < end && kindAt(run, at) === LOWER) at++;
    const letters = at;
    while (at < end && kindAt(run, at) === DIGIT) at++;
    add(found, lower.slice(from, at));
    if (at !== letters && kind !== DIGIT) add(found, lower.slice(from, letters));
  }
  return found;
}

function isAscii(run: string): boolean {
  for (let at = 0; at < run.length; at++) if (run.charCodeAt(at) > LAST_ASCII) return false;
  return true;
}

const LAST_ASCII = 127;
const SEPARATOR = 0;
const DIGIT = 1;
const UPPER = 2;
const LOWER = 3;
const KINDS = new Uint8Array(128);
for (let unit = 48; unit <= 57; unit++) KINDS[unit] = DIGIT;
for (let unit = 65; unit <= 90; unit++) KINDS[unit] = UPPER;
for (let unit = 97; unit <= 122; unit++) KINDS[unit] = LOWER;

const kindAt = (run: string, at: number): number => KINDS[run.charCodeAt(at)] ?? SEPARATOR;

function otherWords(run: string): string[] {
  const found: string[] = [];
  if (ONE_WORD.test(run) && !isPaired(run)) {
    add(found, run.toLowerCase());
    return found;
  }
  const segments = run.match(SEPARATED) ?? [];
  const whole = segments.join('');
  if (!isPaired(whole)) add(found, whole.toLowerCase());
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
  if (!found.includes(word)) found.push(word);
}

function addPart(found: string[], part: string): void {
  const lower = part.toLowerCase();
  add(found, lower);
  add(found, lower.replace(TRAILING_DIGITS, ''));
}

function isPaired(text: string): boolean {
  PAIRED.lastIndex = 0;
  return PAIRED.test(text);
}

/** Scripts without spaces: every two adjacent characters are a word, and so is a single character. */
function addPairs(found: string[], part: string): void {
  for (const run of part.match(PAIRED) ?? []) {
    const characters = [...run];
    const pairs =
      characters.length === 1 ? [run] : characters.slice(1).map((it, i) => `${characters[i]}${it}`);
    for (const pair of pairs) if (!found.includes(pair)) found.push(pair);
  }
}

/** About how many tokens a model counts; within a few percent for code and English. */
export function estimateTokens(text: string): number {
  return estimateTokenCount(text);
}
