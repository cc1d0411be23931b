/**
 * The terms of a spelling in ASCII: the whole and its parts by their stems. The rules are those of src/core/text/words.ts,
 * stem.ts and src/core/index/analyse/terms.ts, which serve queries and other scripts; a property test holds them together.
 */
import { LONGEST_RUN, LONGEST_WORD, Numbers, SHORTEST_PART } from './numbers';
import { termOf } from './terms';

const SEPARATOR: u32 = 0;
const DIGIT: u32 = 1;
const UPPER: u32 = 2;
const LOWER: u32 = 3;

const lower = heap.alloc(LONGEST_RUN);
const whole = heap.alloc(LONGEST_RUN + 1);
const stemmed = heap.alloc(LONGEST_WORD);
/** Pairs: the address of a word and its length. */
const found = new Numbers();

@inline
function kindOf(unit: u32): u32 {
  if (unit >= 97 && unit <= 122) return LOWER;
  if (unit >= 65 && unit <= 90) return UPPER;
  if (unit >= 48 && unit <= 57) return DIGIT;
  return SEPARATOR;
}

@inline
function kindAt(run: usize, index: u32): u32 {
  return kindOf(load<u16>(run + (<usize>index << 1)));
}

/** Pushes the terms of the run, each once. */
export function pushTerms(run: usize, length: u32, into: Numbers): void {
  collectWords(run, length);
  if (found.length == 0) return;
  const first = into.length;
  if (found.length == 2) {
    into.push(stemOf(found.get(0), found.get(1)));
    return;
  }
  into.push(termOf(found.get(0), found.get(1)));
  for (let i: u32 = 2; i < found.length; i += 2) {
    const term = stemOf(found.get(i), found.get(i + 1));
    let known = false;
    for (let at = first; at < into.length && !known; at++) known = into.get(at) == term;
    if (!known) into.push(term);
  }
}

/** The term of the run as a declared name: without separators, in lower case, behind `=`. */
export function nameTerm(run: usize, length: u32): u32 {
  store<u8>(whole, 61);
  return termOf(whole, 1 + lowerWhole(run, length, whole + 1));
}

function lowerWhole(run: usize, length: u32, into: usize): u32 {
  let count: u32 = 0;
  for (let i: u32 = 0; i < length; i++) {
    const unit: u32 = load<u16>(run + (<usize>i << 1));
    const kind = kindOf(unit);
    if (kind != SEPARATOR) store<u8>(into + count++, kind == UPPER ? unit | 0x20 : unit);
  }
  return count;
}

/** The whole first, then the parts, each once. */
function collectWords(run: usize, length: u32): void {
  found.clear();
  addWord(whole, lowerWhole(run, length, whole));
  for (let i: u32 = 0; i < length; i++) {
    const unit: u32 = load<u16>(run + (<usize>i << 1));
    store<u8>(lower + i, kindOf(unit) == UPPER ? unit | 0x20 : unit);
  }
  let at: u32 = 0;
  while (at < length) {
    const from = at;
    const kind = kindAt(run, at++);
    if (kind == SEPARATOR) continue;
    if (kind == UPPER) {
      while (at < length && kindAt(run, at) == UPPER) at++;
      // The last capital of several begins the word behind them.
      if (at < length && kindAt(run, at) == LOWER && at - from > 1) at--;
      else while (at < length && kindAt(run, at) == LOWER) at++;
    } else if (kind == LOWER) while (at < length && kindAt(run, at) == LOWER) at++;
    const letters = at;
    while (at < length && kindAt(run, at) == DIGIT) at++;
    addWord(lower + from, at - from);
    if (at != letters && kind != DIGIT) addWord(lower + from, letters - from);
  }
}

function addWord(at: usize, length: u32): void {
  if (length < SHORTEST_PART || length > LONGEST_WORD) return;
  for (let i: u32 = 0; i < found.length; i += 2)
    if (found.get(i + 1) == length && memory.compare(found.get(i), at, length) == 0) return;
  found.push(<u32>at);
  found.push(length);
}

// Stems.

const SHORTEST: u32 = 4;
const SHORTEST_STEM: u32 = 3;

function stemOf(at: usize, length: u32): u32 {
  if (length < SHORTEST || !isLetters(at, length)) return termOf(at, length);
  memory.copy(stemmed, at, length);
  let left = withoutEnding(singular(length));
  if (left > SHORTEST_STEM) {
    const last = stemmed + left - 1;
    if (load<u8>(last) == 101) left--;
    else if (load<u8>(last) == 121) store<u8>(last, 105);
  }
  return termOf(stemmed, left);
}

function isLetters(at: usize, length: u32): bool {
  for (let i: u32 = 0; i < length; i++) if (kindOf(load<u8>(at + i)) != LOWER) return false;
  return true;
}

/** The character `back` before the end of a word of this length. */
@inline
function fromEnd(length: u32, back: u32): u32 {
  return load<u8>(stemmed + length - back);
}

function singular(length: u32): u32 {
  if (fromEnd(length, 1) != 115) return length;
  const before = fromEnd(length, 2);
  if (before == 101 && fromEnd(length, 3) == 105 && length > SHORTEST) {
    store<u8>(stemmed + length - 3, 121);
    return length - 2;
  }
  // -ss, -us, -is
  if (before == 115 || before == 117 || before == 105) return length;
  return before == 101 && isHissing(length - 2) ? length - 2 : length - 1;
}

/** Such words have a plural in -es: -ss, -x, -ch, -sh, -z. */
function isHissing(length: u32): bool {
  const last = fromEnd(length, 1);
  if (last == 120 || last == 122) return true;
  const before = fromEnd(length, 2);
  return (last == 115 && before == 115) || (last == 104 && (before == 99 || before == 115));
}

function withoutEnding(length: u32): u32 {
  const ending = endingOf(length);
  if (ending == 0) return length;
  const left = length - ending;
  if (left < SHORTEST_STEM || !hasVowel(left)) return length;
  const last = fromEnd(left, 1);
  return fromEnd(left, 2) == last && isDoubling(last) ? left - 1 : left;
}

/** -ing, -ed */
function endingOf(length: u32): u32 {
  const last = fromEnd(length, 1);
  if (length >= 3 && last == 103 && fromEnd(length, 2) == 110 && fromEnd(length, 3) == 105) return 3;
  return last == 100 && fromEnd(length, 2) == 101 ? 2 : 0;
}

/** One of bdfgmnprt. */
function isDoubling(letter: u32): bool {
  return ((DOUBLING >> (letter - 97)) & 1) == 1;
}

/** One of aeiouy. */
function hasVowel(length: u32): bool {
  for (let i: u32 = 0; i < length; i++) if (((VOWELS >> (load<u8>(stemmed + i) - 97)) & 1) == 1) return true;
  return false;
}

// A bit for each letter, from a on.
const DOUBLING: u32 =
  (1 << 1) | (1 << 3) | (1 << 5) | (1 << 6) | (1 << 12) | (1 << 13) | (1 << 15) | (1 << 17) | (1 << 19);
const VOWELS: u32 = (1 << 0) | (1 << 4) | (1 << 8) | (1 << 14) | (1 << 20) | (1 << 24);
