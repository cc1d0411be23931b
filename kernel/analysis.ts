/**
 * The inner loops of indexing: from the characters of a file to the terms of its chunks, with their counts. The host writes
 * a text and the borders of its chunks into memory, calls `analyse`, and reads the columns. See docs/design/index.md.
 */
import { clearEntries, entryOf, nameOf, pool, rowsEnd, rowsFrom, see, takeSeen, termsFrom } from './entries';
import { countRow, endText, hasModel, nameRows, vectors } from './embedding';
import { firsts, indents, starts, tableLines } from './lines';
import { Bytes, LONGEST_RUN, Numbers } from './numbers';
import { blockEnds, blocks, clearColumns, directory, payloadColumn, post, postLater, termColumn } from './postings';
import { clearTerms, termOf } from './terms';
import { pushRows } from './vocabulary';

export { termBytesAt, termCount, termStartsAt } from './terms';
export { lettersAt } from './letters';
export { setSecret } from './numbers';
export { takeVocabulary } from './vocabulary';
export { takeModel } from './embedding';
export { invert, invertPaths } from './postings';

const LONGEST_LENGTH: u32 = 0xffff;
const UNITS: usize = 0x10000;

/** By UTF-16 unit: 1 if it belongs to an identifier. The host fills it in. */
const identifierUnits = heap.alloc(UNITS);
const LONGEST_TERM: usize = 1024;
/** The host writes a term here. */
const termBuffer = heap.alloc(LONGEST_TERM);

// What the host writes: UTF-16, two borders a chunk, four numbers a name.
const text = new Bytes();
const nameText = new Bytes();
const chunkBorders = new Numbers();
const names = new Numbers();
const NAME_FIELDS: u32 = 4;
const EXACT: u32 = 1;
const TYPE: u32 = 2;

// What the host reads of the last file, by chunk: its length in words, and where its postings end in the columns.
const lengths = new Numbers();
const termEnds = new Numbers();
/** Chunks since `start`; they are the documents of the postings. */
let chunksBefore: u32 = 0;

const NEWLINE: u8 = 10;
/** By term of a path; the host writes them. */
const pathPayloads = new Numbers();

/** By term: how often in the text, in the names, and whether a type has it. Zero between chunks. */
const counts = new Numbers();
const NAMES_BIT: u32 = 1 << 20;
const NAMES_SHIFT: u32 = 20;
const NAMES_MASK: u32 = 0x7ff;
const BODY_MASK: u32 = NAMES_BIT - 1;
const TYPE_BIT: u32 = 1 << 31;
/** Higher counts are not distinguished; without a limit, one long line could overflow into the next field. */
const MOST_BODY: u32 = 127;
const MOST_NAMES: u32 = 7;
const touched = new Numbers();
const seenEntries = new Numbers();

function clear(): void {
  clearEntries();
  clearTerms();
  counts.clear();
}

export function identifierUnitsAt(): usize {
  return identifierUnits;
}

export function termBufferAt(): usize {
  return termBuffer;
}

/** The number of the term in the buffer. */
export function numberOfTerm(length: u32): u32 {
  return termOf(termBuffer, length);
}

/** Adds the term in the buffer to the entry that is being made. */
export function pushTerm(length: u32): void {
  pool.push(termOf(termBuffer, length));
}

/** The text that was written is the file's name; its rows count for each chunk to come. */
export function takeFileName(units: u32): void {
  nameRows.clear();
  if (hasModel()) pushRows(text.at, units, nameRows);
}

/** Forgets postings and vectors; terms and spellings stay known. */
export function start(): void {
  chunksBefore = 0;
  clearColumns();
  vectors.clear();
}

export function postingCount(): u32 {
  return termColumn.length;
}

export function termColumnAt(): usize {
  return termColumn.at;
}

export function payloadColumnAt(): usize {
  return payloadColumn.at;
}

export function vectorsAt(): usize {
  return vectors.at;
}

export function vectorBytes(): u32 {
  return vectors.length;
}

/** The lines of the text that was written; returns how many there are. */
export function takeLines(units: u32): u32 {
  return tableLines(text.at, units);
}

export function lineStartsAt(): usize {
  return starts.at;
}

export function lineIndentsAt(): usize {
  return indents.at;
}

export function lineFirstsAt(): usize {
  return firsts.at;
}

/** Where to write the payloads of a path's terms. */
export function pathPayloadRoom(count: u32): usize {
  pathPayloads.clear();
  pathPayloads.reserve(count);
  return pathPayloads.at;
}

/** The text that was written is so many terms, in UTF-8, a line each: those of the path of a document. */
export function addPathTerms(bytes: u32, count: u32, document: u32): void {
  const end = text.at + bytes;
  let at = text.at;
  for (let i: u32 = 0; i < count; i++) {
    const from = at;
    while (at < end && load<u8>(at) != NEWLINE) at++;
    postLater(termOf(from, <u32>(at - from)), document, pathPayloads.get(i));
    at++;
  }
}

export function blocksAt(): usize {
  return blocks.at;
}

export function blockBytes(): u32 {
  return blocks.length;
}

export function blockEndsAt(): usize {
  return blockEnds.at;
}

export function blockCount(): u32 {
  return blockEnds.length;
}

export function directoryAt(): usize {
  return directory.at;
}

export function directoryBytes(): u32 {
  return directory.length;
}

/** Where to write the names, one behind the other. */
export function nameTextRoom(units: u32): usize {
  nameText.clear();
  nameText.reserve(units << 1);
  return nameText.at;
}

/** Where to write the text. */
export function textRoom(units: u32): usize {
  text.clear();
  text.reserve(units << 1);
  return text.at;
}

/** Where to write two borders a chunk. */
export function chunkRoom(chunks: u32): usize {
  chunkBorders.clear();
  chunkBorders.reserve(chunks << 1);
  return chunkBorders.at;
}

/** Where to write four numbers a declared name: its chunk, where in the text of names it begins and ends, and flags. */
export function nameRoom(count: u32): usize {
  names.clear();
  names.reserve(count * NAME_FIELDS);
  return names.at;
}

export function lengthsAt(): usize {
  return lengths.at;
}

export function termEndsAt(): usize {
  return termEnds.at;
}

export function analyse(chunkCount: u32, nameCount: u32): void {
  lengths.clear();
  termEnds.clear();
  let name: u32 = 0;
  for (let chunk: u32 = 0; chunk < chunkCount; chunk++) {
    scan(text.at + (chunkBorders.get(chunk << 1) << 1), text.at + (chunkBorders.get((chunk << 1) + 1) << 1));
    lengths.push(min(expand(), LONGEST_LENGTH));
    for (; name < nameCount && names.get(name * NAME_FIELDS) == chunk; name++) countName(name);
    flush(chunksBefore + chunk);
    termEnds.push(termColumn.length);
  }
  chunksBefore += chunkCount;
}

/** Reads every character of every file. */
function scan(from: usize, end: usize): void {
  let at = from;
  while (at < end) {
    let unit: u32 = load<u16>(at);
    if (load<u8>(identifierUnits + unit) == 0) {
      at += 2;
      continue;
    }
    const run = at;
    do {
      at += 2;
      if (at >= end) break;
      unit = load<u16>(at);
    } while (load<u8>(identifierUnits + unit) != 0);
    const length = <u32>((at - run) >> 1);
    if (length > LONGEST_RUN) continue;
    const entry = entryOf(run, length);
    if (see(entry)) seenEntries.push(entry);
  }
}

/** From spellings to terms: a spelling that recurs in a chunk is taken apart once. Returns how many words there were. */
function expand(): u32 {
  let length: u32 = 0;
  for (let i: u32 = 0; i < seenEntries.length; i++) {
    const entry = seenEntries.get(i);
    const seen = takeSeen(entry);
    const from = termsFrom(entry);
    const middle = rowsFrom(entry);
    const end = rowsEnd(entry);
    length += seen * (middle - from);
    for (let at = from; at < middle; at++) count(pool.get(at), min(seen, MOST_BODY));
    for (let at = middle; at < end; at++) countRow(pool.get(at), seen);
  }
  seenEntries.clear();
  if (hasModel()) endText();
  return length;
}

@inline
function count(term: u32, more: u32): void {
  if (term >= counts.length) counts.stretch(term + 1);
  const before = counts.get(term);
  if (before == 0) touched.push(term);
  counts.set(term, before + more);
}

@inline
function countInName(term: u32): void {
  if (term < counts.length && ((counts.get(term) >>> NAMES_SHIFT) & NAMES_MASK) >= MOST_NAMES) return;
  count(term, NAMES_BIT);
}

/** Counts the words of a declared name; an exact one also as the name itself. */
function countName(name: u32): void {
  const field = name * NAME_FIELDS;
  const end = nameText.at + (names.get(field + 2) << 1);
  const flags = names.get(field + 3);
  let at = nameText.at + (names.get(field + 1) << 1);
  while (at < end) {
    const run = at;
    while (at < end && load<u8>(identifierUnits + load<u16>(at)) != 0) at += 2;
    if (at == run) {
      at += 2;
      continue;
    }
    const length = <u32>((at - run) >> 1);
    if (length > LONGEST_RUN) continue;
    const entry = entryOf(run, length);
    const last = rowsFrom(entry);
    for (let i = termsFrom(entry); i < last; i++) countInName(pool.get(i));
    if ((flags & EXACT) == 0) continue;
    const exact = nameOf(entry);
    countInName(exact);
    if ((flags & TYPE) != 0) counts.set(exact, counts.get(exact) | TYPE_BIT);
  }
}

const PAYLOAD_NAMES_SHIFT: u32 = 7;
const PAYLOAD_TYPE: u32 = 1 << 10;

/** The payloads are those of src/core/index/analyse/terms.ts. */
function flush(document: u32): void {
  for (let i: u32 = 0; i < touched.length; i++) {
    const term = touched.get(i);
    const all = counts.get(term);
    counts.set(term, 0);
    const body = min(all & BODY_MASK, MOST_BODY);
    const named = min((all >>> NAMES_SHIFT) & NAMES_MASK, MOST_NAMES);
    post(term, document, body | (named << PAYLOAD_NAMES_SHIFT) | ((all & TYPE_BIT) != 0 ? PAYLOAD_TYPE : 0));
  }
  touched.clear();
}

clear();
