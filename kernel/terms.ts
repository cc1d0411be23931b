/** The terms, numbered as they come: UTF-8, one behind the other. */
import { Bytes, nextHash, Numbers, secretSeed, Slots, spread } from './numbers';

const bytes = new Bytes();
/** Where each term begins, and behind the last one the end. */
const starts = new Numbers();
const slots = new Slots();

export function clearTerms(): void {
  bytes.clear();
  starts.clear();
  starts.push(0);
  slots.clear();
}

export function termCount(): u32 {
  return starts.length - 1;
}

export function termStartsAt(): usize {
  return starts.at;
}

export function termBytesAt(): usize {
  return bytes.at;
}

/** The number of the term that these bytes are; a new one for a new term. */
export function termOf(at: usize, length: u32): u32 {
  let hash = secretSeed();
  for (let i: u32 = 0; i < length; i++) hash = nextHash(hash, load<u8>(at + i));
  hash = spread(hash);
  let slot = hash;
  while (true) {
    const place = slots.place(slot++);
    const known = load<u32>(place, 4);
    if (known == 0) {
      store<u32>(place, hash);
      store<u32>(place, starts.length, 4);
      bytes.append(at, length);
      starts.push(bytes.length);
      slots.keepHalfEmpty(starts.length - 1);
      return starts.length - 2;
    }
    if (load<u32>(place) == hash && isTerm(known - 1, at, length)) return known - 1;
  }
}

function isTerm(term: u32, at: usize, length: u32): bool {
  const start = starts.get(term);
  return starts.get(term + 1) - start == length && memory.compare(bytes.at + start, at, length) == 0;
}

@inline
export function termAt(term: u32): usize {
  return bytes.at + starts.get(term);
}

@inline
export function termLength(term: u32): u32 {
  return starts.get(term + 1) - starts.get(term);
}

/** In the order of UTF-16 units, in which readers look terms up. */
export function compareTerms(a: u32, b: u32): i32 {
  const lengthA = termLength(a);
  const lengthB = termLength(b);
  const atA = termAt(a);
  const atB = termAt(b);
  const most = min(lengthA, lengthB);
  for (let at: u32 = 0; at < most; at++) {
    const byteA: u32 = load<u8>(atA + at);
    const byteB: u32 = load<u8>(atB + at);
    if (byteA != byteB) return <i32>rank(byteA) - <i32>rank(byteB);
  }
  return <i32>lengthA - <i32>lengthB;
}

/** UTF-8 sorts what is beyond U+FFFF last; in UTF-16 it comes before U+E000 and what follows. */
@inline
function rank(byte: u32): u32 {
  return byte >= 0xf0 ? byte - 2 : byte >= 0xee ? byte + 5 : byte;
}
