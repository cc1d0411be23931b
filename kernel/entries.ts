/**
 * Each different spelling (a run of identifier characters as written) once, with its terms and
 * its rows of the embedding model. Most spellings of a repository recur, so a scan costs one hash and one look-up each.
 */
import { ASK_HOST, NO_TERM, termOfWord } from './letters';
import { Bytes, hashOfRun, Numbers, Slots } from './numbers';
import { hasVocabulary, pushRows } from './vocabulary';
import { nameTerm, pushTerms } from './words';

/** Of a spelling with other than ASCII: the host splits it and calls `pushTerm` for each term. */
@external("host", "splitForeign")
declare function splitForeign(at: usize, length: u32): void;
/** The term of such a spelling as a declared name. */
@external("host", "nameForeign")
declare function nameForeign(at: usize, length: u32): u32;

const LAST_ASCII: u16 = 127;

/** Of an entry. One cache line holds two, each with the beginning of its spelling: most need no look at the rest. */
const STRIDE_BITS: u32 = 5;
const SPELLING: usize = 0;
const TERMS: usize = 4;
const TERM_COUNT: usize = 8;
const ROW_COUNT: usize = 9;
const LENGTH: usize = 10;
const SEEN: usize = 12;
const HEAD: usize = 16;
const HEAD_UNITS: u32 = 8;

const entries = new Bytes();
const spellings = new Bytes();
/** Terms and then rows of each entry. */
export const pool = new Numbers();
const slots = new Slots();
/** By entry: the term of its name, plus one. */
const names = new Numbers();
let count: u32 = 0;

export function clearEntries(): void {
  count = 0;
  entries.clear();
  spellings.clear();
  pool.clear();
  slots.clear();
  names.clear();
}

@inline
function addressOf(entry: u32): usize {
  return entries.at + (<usize>entry << STRIDE_BITS);
}

/** The entry of the run. */
export function entryOf(run: usize, length: u32): u32 {
  const hash = hashOfRun(run, length);
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
  if (load<u16>(address, LENGTH) != length) return false;
  const head = min(length, HEAD_UNITS);
  if (!isSame(address + HEAD, run, head)) return false;
  if (length == head) return true;
  const rest = spellings.at + load<u32>(address, SPELLING) + (HEAD_UNITS << 1);
  return isSame(rest, run + (HEAD_UNITS << 1), length - head);
}

@inline
function isSame(a: usize, b: usize, length: u32): bool {
  const bytes = <usize>length << 1;
  let at: usize = 0;
  for (; at + 8 <= bytes; at += 8) if (load<u64>(a + at) != load<u64>(b + at)) return false;
  for (; at < bytes; at += 2) if (load<u16>(a + at) != load<u16>(b + at)) return false;
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
  else pushForeign(run, length);
  const rows = pool.length;
  if (hasVocabulary()) pushRows(run, length, pool);
  const address = addressOf(entry);
  store<u32>(address, start, SPELLING);
  store<u32>(address, terms, TERMS);
  store<u8>(address, rows - terms, TERM_COUNT);
  store<u8>(address, pool.length - rows, ROW_COUNT);
  store<u16>(address, length, LENGTH);
  store<u32>(address, 0, SEEN);
  memory.copy(address + HEAD, run, <usize>min(length, HEAD_UNITS) << 1);
  names.push(0);
  slots.keepHalfEmpty(count);
  return entry;
}

function pushForeign(run: usize, length: u32): void {
  const term = termOfWord(run, length);
  if (term == ASK_HOST) splitForeign(run, length);
  else if (term != NO_TERM) pool.push(term);
}

function isAscii(run: usize, length: u32): bool {
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
  const address = addressOf(entry);
  return load<u32>(address, TERMS) + load<u8>(address, TERM_COUNT);
}

@inline
export function rowsEnd(entry: u32): u32 {
  return rowsFrom(entry) + load<u8>(addressOf(entry), ROW_COUNT);
}

/** The term of the exact name that the entry is when it is declared. */
export function nameOf(entry: u32): u32 {
  const known = names.get(entry);
  if (known != 0) return known - 1;
  const address = addressOf(entry);
  const run = spellings.at + load<u32>(address, SPELLING);
  const length: u32 = load<u16>(address, LENGTH);
  const name = isAscii(run, length) ? nameTerm(run, length) : nameForeign(run, length);
  names.set(entry, name + 1);
  return name;
}
