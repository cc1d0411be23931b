/**
 * From "document: its terms" to "term: its documents": a counting sort, then the terms in order, cut into blocks.
 * The form is that of src/core/index/segment/term-table.ts, where it is described.
 */
import { Bytes, Numbers } from './numbers';
import { compareTerms, termAt, termCount, termLength } from './terms';

const BLOCK_BYTES: u32 = 8192;
/** A distance below 2^32 and a payload below 2^16, seven bits a byte. */
const LONGEST_POSTING: u32 = 5 + 3;
/** Of the numbers before a term and before its list. */
const LONGEST_HEAD: u32 = 4 * 5;

// The columns, an entry a posting; documents ascending.
export const termColumn = new Numbers();
const documentColumn = new Numbers();
export const payloadColumn = new Bytes();
// What the host reads.
export const blocks = new Bytes();
export const blockEnds = new Numbers();
export const directory = new Bytes();

/** By term: where its postings begin; filling them in moves this to where they end. */
const places = new Numbers();
const documents = new Numbers();
const payloads = new Bytes();
const order = new Numbers();
const merged = new Numbers();
const list = new Bytes();

@inline
export function post(term: u32, document: u32, payload: u32): void {
  termColumn.push(term);
  documentColumn.push(document);
  if (payloadColumn.length == payloadColumn.room) payloadColumn.reserve(2);
  store<u16>(payloadColumn.at + payloadColumn.length, payload);
  payloadColumn.length += 2;
}

// The terms of paths wait here while those of texts are in the columns.
const pathTermColumn = new Numbers();
const pathDocumentColumn = new Numbers();
const pathPayloadColumn = new Numbers();

export function postLater(term: u32, document: u32, payload: u32): void {
  pathTermColumn.push(term);
  pathDocumentColumn.push(document);
  pathPayloadColumn.push(payload);
}

export function clearColumns(): void {
  emptyColumns();
  pathTermColumn.clear();
  pathDocumentColumn.clear();
  pathPayloadColumn.clear();
}

function emptyColumns(): void {
  termColumn.clear();
  documentColumn.clear();
  payloadColumn.clear();
}

/** The same of what waited. */
export function invertPaths(): void {
  for (let i: u32 = 0; i < pathTermColumn.length; i++)
    post(pathTermColumn.get(i), pathDocumentColumn.get(i), pathPayloadColumn.get(i));
  invert();
  clearColumns();
}

/** Makes blocks of the columns and empties them. */
export function invert(): void {
  const count = termColumn.length;
  blocks.clear();
  blockEnds.clear();
  directory.clear();
  sortPostings(count);
  emptyColumns();
  sortTerms();
  writeBlocks();
}

function sortPostings(count: u32): void {
  const terms = termCount();
  places.clear();
  places.stretch(terms + 1);
  for (let i: u32 = 0; i < count; i++) {
    const term = termColumn.get(i);
    places.set(term, places.get(term) + 1);
  }
  order.clear();
  let sum: u32 = 0;
  for (let term: u32 = 0; term < terms; term++) {
    const postings = places.get(term);
    if (postings > 0) order.push(term);
    places.set(term, sum);
    sum += postings;
  }
  documents.clear();
  documents.reserve(count);
  payloads.clear();
  payloads.reserve(count << 1);
  for (let i: u32 = 0; i < count; i++) {
    const term = termColumn.get(i);
    const place = places.get(term);
    documents.set(place, documentColumn.get(i));
    store<u16>(payloads.at + (<usize>place << 1), load<u16>(payloadColumn.at + (<usize>i << 1)));
    places.set(term, place + 1);
  }
}

/** Runs of doubling length are merged until one is left. */
function sortTerms(): void {
  const count = order.length;
  merged.clear();
  merged.reserve(count);
  for (let width: u32 = 1; width < count; width <<= 1) {
    for (let from: u32 = 0; from < count; from += width << 1) {
      const middle = min(from + width, count);
      const end = min(middle + width, count);
      let left = from;
      let right = middle;
      for (let at = from; at < end; at++) {
        const takeLeft =
          right == end || (left < middle && compareTerms(order.get(left), order.get(right)) < 0);
        merged.set(at, order.get(takeLeft ? left++ : right++));
      }
    }
    memory.copy(order.at, merged.at, <usize>count << 2);
  }
}

function writeBlocks(): void {
  let blockStart: u32 = 0;
  let last: u32 = 0;
  for (let i: u32 = 0; i < order.length; i++) {
    const term = order.get(i);
    const from = term == 0 ? 0 : places.get(term - 1);
    const to = places.get(term);
    const first = blocks.length == blockStart;
    const at = termAt(term);
    const length = termLength(term);
    if (first) {
      directory.reserve(LONGEST_HEAD + length);
      varint(directory, length);
      directory.append(at, length);
    }
    writeList(from, to);
    const shared = first ? 0 : sharedBytes(last, term);
    blocks.reserve(LONGEST_HEAD + length + list.length);
    varint(blocks, shared);
    varint(blocks, length - shared);
    blocks.append(at + shared, length - shared);
    varint(blocks, to - from);
    varint(blocks, list.length);
    blocks.append(list.at, list.length);
    last = term;
    if (blocks.length - blockStart >= BLOCK_BYTES) {
      blockStart = blocks.length;
      blockEnds.push(blockStart);
    }
  }
  if (blocks.length > blockStart) blockEnds.push(blocks.length);
}

function writeList(from: u32, to: u32): void {
  list.clear();
  list.reserve((to - from) * LONGEST_POSTING);
  let before: u32 = 0;
  for (let i = from; i < to; i++) {
    const document = documents.get(i);
    varint(list, document - before);
    before = document;
    varint(list, load<u16>(payloads.at + (<usize>i << 1)));
  }
}

/** Seven bits a byte. The caller has made room. */
@inline
function varint(into: Bytes, value: u32): void {
  let rest = value;
  while (rest > 0x7f) {
    store<u8>(into.at + into.length++, (rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  store<u8>(into.at + into.length++, rest);
}

function sharedBytes(a: u32, b: u32): u32 {
  const most = min(termLength(a), termLength(b));
  const atA = termAt(a);
  const atB = termAt(b);
  let at: u32 = 0;
  while (at < most && load<u8>(atA + at) == load<u8>(atB + at)) at++;
  return at;
}
