/** The rows of the embedding model for a spelling. The rules are those of src/core/embed/static. */
import { HASH_SEED, LONGEST_RUN, nextHash, Numbers, spread } from './numbers';

const HASH_SIGN: u32 = 35;
const NONE: u32 = u32.MAX_VALUE;
/** For letters the bit that makes them lower case; digits have it already. */
const LOWER_CASE: u32 = 0x20;

/** The file with a token a line, where each token begins, and the table of rows by hash. */
let tokens: usize = 0;
let starts: usize = 0;
let slots: usize = 0;
let mask: u32 = 0;
let longest: u32 = 0;
/** A bit for the hash of each beginning of a token. */
let prefixes: usize = 0;
let prefixMask: u32 = 0;
/** Of the word that is looked up: the hashes of its beginnings. */
const hashes = heap.alloc(4 * (LONGEST_RUN + 1));

export function hasVocabulary(): bool {
  return tokens != 0;
}

/** Room for slots, starts, prefixes and tokens, one behind the other. The caller fills it in. */
export function takeVocabulary(tokenBytes: u32, startCount: u32, slotCount: u32, prefixBytes: u32, longestToken: u32): usize {
  slots = heap.alloc((<usize>slotCount << 2) + (<usize>startCount << 2) + prefixBytes + tokenBytes);
  starts = slots + (<usize>slotCount << 2);
  prefixes = starts + (<usize>startCount << 2);
  tokens = prefixes + prefixBytes;
  mask = slotCount - 1;
  prefixMask = (prefixBytes << 3) - 1;
  // The prefixes of a longer one would not fit; nobody spells a token of that length.
  longest = min(longestToken, LONGEST_RUN);
  return slots;
}

/** Cuts the run as /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g does and pushes the row of each word, or those of its pieces. */
export function pushRows(run: usize, length: u32, into: Numbers): void {
  const end = run + (<usize>length << 1);
  let at = run;
  while (at < end) {
    const from = at;
    const unit: u32 = load<u16>(at);
    at += 2;
    if (isLower(unit)) {
      while (at < end && isLower(load<u16>(at))) at += 2;
    } else if (isDigit(unit)) {
      while (at < end && isDigit(load<u16>(at))) at += 2;
    } else if (isUpper(unit)) {
      while (at < end && isUpper(load<u16>(at))) at += 2;
      if (at < end && isLower(load<u16>(at))) {
        // The last capital belongs to the word in lower case that follows.
        if (at - from > 2) at -= 2;
        else while (at < end && isLower(load<u16>(at))) at += 2;
      }
    } else continue;
    look(from, <u32>((at - from) >> 1), into);
  }
}

@inline
function isLower(unit: u32): bool {
  return unit >= 97 && unit <= 122;
}

@inline
function isUpper(unit: u32): bool {
  return unit >= 65 && unit <= 90;
}

@inline
function isDigit(unit: u32): bool {
  return unit >= 48 && unit <= 57;
}

@inline
function letterAt(word: usize, index: u32): u32 {
  return load<u16>(word + (<usize>index << 1)) | LOWER_CASE;
}

/** The longest pieces that are known, from the front; the later ones are written `##piece`. */
function look(word: usize, length: u32, into: Numbers): void {
  let at: u32 = 0;
  while (at < length) {
    const marks: u32 = at == 0 ? 0 : 2;
    const from = word + (<usize>at << 1);
    const most = min(length - at, longest);
    let hash = marks == 0 ? HASH_SEED : nextHash(nextHash(HASH_SEED, HASH_SIGN), HASH_SIGN);
    let taken: u32 = 0;
    while (taken < most) {
      hash = nextHash(hash, letterAt(from, taken));
      if (!isPrefix(hash)) break;
      store<u32>(hashes + (<usize>++taken << 2), hash);
    }
    let row = NONE;
    for (; taken > 0; taken--) {
      row = rowOf(load<u32>(hashes + (<usize>taken << 2)), from, taken, marks);
      if (row != NONE) break;
    }
    if (row == NONE) return;
    into.push(row);
    at += taken;
  }
}

@inline
function isPrefix(hash: u32): bool {
  const bit = spread(hash) & prefixMask;
  return (load<u8>(prefixes + (bit >> 3)) & (1 << (bit & 7))) != 0;
}

function rowOf(hash: u32, word: usize, length: u32, marks: u32): u32 {
  let slot = spread(hash);
  while (true) {
    const row = load<u32>(slots + (<usize>(slot++ & mask) << 2)) - 1;
    if (row == NONE) return NONE;
    const start = load<u32>(starts + (<usize>row << 2));
    // The byte before the next token's start is the newline between them.
    if (load<u32>(starts + (<usize>row << 2), 4) - 1 - start != length + marks) continue;
    if (marks > 0 && load<u8>(tokens + start) != HASH_SIGN) continue;
    if (isToken(tokens + start + marks, word, length)) return row;
  }
}

function isToken(token: usize, word: usize, length: u32): bool {
  for (let i: u32 = 0; i < length; i++) if (load<u8>(token + i) != letterAt(word, i)) return false;
  return true;
}
