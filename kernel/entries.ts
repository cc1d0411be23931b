/**
 * Each different spelling (a run of identifier characters as written) once, with what it stands for: its terms, and
 * its rows of the embedding model. Most spellings of a repository recur, so a scan costs one hash and one look-up each.
 */
import { Bytes, Numbers, Slots, spread } from './numbers';
import { hasVocabulary, pushRows } from './vocabulary';
import { nameTerm, pushTerms } from './words';

/** Of a spelling with other than ASCII: the host splits it and calls `pushTerm` for each term. */
@external("host", "splitForeign")
declare function splitForeign(at: usize, length: u32): void;
/** The term of such a spelling as a declared name. */
@external("host", "nameForeign")
declare function nameForeign(at: usize, length: u32): u32;

const LAST_ASCII: u16 = 127;
const NO_NAME: u32 = u32.MAX_VALUE;

/** Of an entry. One cache line holds two. */
const STRIDE_BITS: u32 = 5;
const SPELLING: usize = 0;
const LENGTH: usize = 4;
const TERMS: usize = 8;
const ROWS: usize = 12;
const END: usize = 16;
const SEEN: usize = 20;
const NAME: usize = 24;

const entries = new Bytes();
const spellings = new Bytes();
/** Terms and then rows of each entry. */
export const pool = new Numbers();
const slots = new Slots();
let count: u32 = 0;

export function clearEntries(): void {
  count = 0;
  entries.clear();
  spellings.clear();
  pool.clear();
  slots.clear();
}

@inline
function addressOf(entry: u32): usize {
  return entries.at + (<usize>entry << STRIDE_BITS);
}

/** The entry of the run, whose characters the caller has hashed. */
export function entryOf(run: usize, length: u32, rawHash: u32): u32 {
  const hash = spread(rawHash);
  let slot = hash;
  while (true) {
    const place = slots.place(slot++);
    const known = load<u32>(place, 4);
    if (known == 0) return enter(run, length, hash, place);
    if (load<u32>(place) == hash && isSpelled(known - 1, run, length)) return known - 1;
  }
}

function isSpelled(entry: u32, run: usize, length: u32): bool {
  const address = addressOf(entry);
  if (load<u32>(address, LENGTH) != length) return false;
  const spelling = spellings.at + load<u32>(address, SPELLING);
  const bytes = <usize>length << 1;
  let at: usize = 0;
  for (; at + 8 <= bytes; at += 8) if (load<u64>(spelling + at) != load<u64>(run + at)) return false;
  for (; at < bytes; at += 2) if (load<u16>(spelling + at) != load<u16>(run + at)) return false;
  return true;
}

function enter(run: usize, length: u32, hash: u32, place: usize): u32 {
  const entry = count++;
  store<u32>(place, hash);
  store<u32>(place, count, 4);
  entries.reserve(1 << STRIDE_BITS);
  entries.length += 1 << STRIDE_BITS;
  const start = spellings.append(run, length << 1);
  const terms = pool.length;
  if (isAscii(run, length)) pushTerms(run, length, pool);
  else splitForeign(run, length);
  const rows = pool.length;
  if (hasVocabulary()) pushRows(run, length, pool);
  const address = addressOf(entry);
  store<u32>(address, start, SPELLING);
  store<u32>(address, length, LENGTH);
  store<u32>(address, terms, TERMS);
  store<u32>(address, rows, ROWS);
  store<u32>(address, pool.length, END);
  store<u32>(address, 0, SEEN);
  store<u32>(address, NO_NAME, NAME);
  slots.keepHalfEmpty(count);
  return entry;
}

export function isAscii(run: usize, length: u32): bool {
  for (let i: u32 = 0; i < length; i++) if (load<u16>(run + (<usize>i << 1)) > LAST_ASCII) return false;
  return true;
}

/** Counts the entry; true for the first time since `takeSeen`. */
@inline
export function see(entry: u32): bool {
  const address = addressOf(entry);
  const before = load<u32>(address, SEEN);
  store<u32>(address, before + 1, SEEN);
  return before == 0;
}

@inline
export function takeSeen(entry: u32): u32 {
  const address = addressOf(entry);
  const seen = load<u32>(address, SEEN);
  store<u32>(address, 0, SEEN);
  return seen;
}

@inline
export function termsFrom(entry: u32): u32 {
  return load<u32>(addressOf(entry), TERMS);
}

/** Where its terms end and its rows begin. */
@inline
export function rowsFrom(entry: u32): u32 {
  return load<u32>(addressOf(entry), ROWS);
}

@inline
export function rowsEnd(entry: u32): u32 {
  return load<u32>(addressOf(entry), END);
}

/** The term of the exact name that the entry is when it is declared. */
export function nameOf(entry: u32): u32 {
  const known = load<u32>(addressOf(entry), NAME);
  if (known != NO_NAME) return known;
  const run = spellings.at + load<u32>(addressOf(entry), SPELLING);
  const length = load<u32>(addressOf(entry), LENGTH);
  const name = isAscii(run, length) ? nameTerm(run, length) : nameForeign(run, length);
  store<u32>(addressOf(entry), name, NAME);
  return name;
}
