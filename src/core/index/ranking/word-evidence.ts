/** How well the words of a query match every chunk and every file. */
import type { WordStatistics } from '../../word-statistics.ts';
import { bodyOf, isTypeName, namesOf, nameWordsOf, PATH_BITS } from '../analyse/terms.ts';
import type { PostingSource } from '../contract.ts';
import type { ParsedQuery, QueryTerm } from './query-terms.ts';
import type { ReusedArrays } from './reused-arrays.ts';
import { mentionedFiles, rarity } from './statistics.ts';
import { WEIGHTS } from './weights.ts';

export interface WordEvidence {
  /** By chunk id: its text, and the names it declares. */
  chunks: Float64Array;
  /** By file id: all its chunks together. */
  files: Float64Array;
  /** By file id. */
  paths: Float64Array;
}

export function wordEvidence(
  query: ParsedQuery,
  source: PostingSource,
  statistics: WordStatistics,
  fileLengths: Float64Array,
  arrays: ReusedArrays,
): WordEvidence {
  const evidence: WordEvidence = {
    chunks: arrays.doubles('chunks', source.chunkLimit),
    files: arrays.doubles('files', source.fileLimit),
    paths: arrays.doubles('paths', source.fileLimit),
  };
  for (const term of query.terms) {
    addText(term, source, statistics, fileLengths, evidence);
    addPath(term, source, statistics, evidence);
    if (term.name !== undefined) addName(term.name, term.weight, query.isName, source, statistics, evidence);
  }
  for (const mention of query.mentions) addMention(mention, source, statistics, evidence);
  return evidence;
}

function addText(
  term: QueryTerm,
  source: PostingSource,
  statistics: WordStatistics,
  fileLengths: Float64Array,
  evidence: WordEvidence,
): void {
  const postings = source.postings(term.term);
  if (postings === undefined) return;
  const { ids, payloads } = postings;
  const { chunkFiles, chunkLengths } = source;
  const chunk = WEIGHTS.chunk;
  const inChunks = term.weight * rarity(statistics, 'chunks', term.term);
  const perLength = (chunk.lengthShare * statistics.chunkCount) / statistics.totalLength;
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i] ?? 0;
    const payload = payloads[i] ?? 0;
    const frequency =
      (bodyOf(payload) + chunk.name * namesOf(payload)) /
      (1 - chunk.lengthShare + perLength * (chunkLengths[id] ?? 0));
    evidence.chunks[id] = (evidence.chunks[id] ?? 0) + inChunks * saturated(frequency, chunk.saturation);
  }
  const file = WEIGHTS.file;
  const inFiles = term.weight * rarity(statistics, 'files', term.term);
  const perFileLength = (file.lengthShare * statistics.fileCount) / statistics.totalLength;
  // The chunks of a file have neighbouring ids, so a file's postings are a run.
  for (let i = 0; i < ids.length; ) {
    const id = chunkFiles[ids[i] ?? 0] ?? 0;
    let count = 0;
    for (; i < ids.length && chunkFiles[ids[i] ?? 0] === id; i++)
      count += bodyOf(payloads[i] ?? 0) + file.name * namesOf(payloads[i] ?? 0);
    const frequency = count / (1 - file.lengthShare + perFileLength * (fileLengths[id] ?? 0));
    evidence.files[id] = (evidence.files[id] ?? 0) + inFiles * saturated(frequency, file.saturation);
  }
}

function addPath(
  term: QueryTerm,
  source: PostingSource,
  statistics: WordStatistics,
  evidence: WordEvidence,
): void {
  const postings = source.pathPostings(term.term);
  if (postings === undefined) return;
  const { ids, payloads } = postings;
  const path = WEIGHTS.path;
  const nameWorth = term.weight * rarity(statistics, 'names', term.term);
  const folderWorth = term.weight * rarity(statistics, 'paths', term.term);
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i] ?? 0;
    const payload = payloads[i] ?? 0;
    let worth = 0;
    if ((payload & PATH_BITS.name) !== 0) {
      worth += nameWorth * path.name;
      if (term.single) worth += (nameWorth * path.nameCovered) / nameWordsOf(payload);
    }
    if ((payload & PATH_BITS.parent) !== 0) worth += folderWorth * path.parent;
    if ((payload & PATH_BITS.ancestor) !== 0) worth += folderWorth * path.ancestor;
    evidence.paths[id] = (evidence.paths[id] ?? 0) + worth;
  }
}

/** The chunks that declare the exact name, and the files of that name. */
function addName(
  name: string,
  weight: number,
  alone: boolean,
  source: PostingSource,
  statistics: WordStatistics,
  evidence: WordEvidence,
): void {
  const bearing = source.pathPostings(name);
  if (bearing !== undefined) {
    const worth = weight * WEIGHTS.path.wholeName * rarity(statistics, 'paths', name);
    for (const id of bearing.ids) evidence.paths[id] = (evidence.paths[id] ?? 0) + worth;
  }
  const declaring = source.postings(name);
  if (declaring === undefined) return;
  const { inText, alone: asOnly, type } = WEIGHTS.definition;
  const worth = weight * (alone ? asOnly : inText) * rarity(statistics, 'chunks', name);
  for (let i = 0; i < declaring.ids.length; i++) {
    const id = declaring.ids[i] ?? 0;
    const factor = isTypeName(declaring.payloads[i] ?? 0) ? 1 + type : 1;
    evidence.chunks[id] = (evidence.chunks[id] ?? 0) + worth * factor;
  }
}

function addMention(
  mention: string,
  source: PostingSource,
  statistics: WordStatistics,
  evidence: WordEvidence,
): void {
  const worth = WEIGHTS.path.mentioned * rarity(statistics, 'mentioned', mention);
  for (const id of mentionedFiles(mention, source)) evidence.paths[id] = (evidence.paths[id] ?? 0) + worth;
}

/** Of BM25: how much repetition adds. From 0 towards saturation + 1, which it never reaches. */
function saturated(frequency: number, saturation: number): number {
  return (frequency * (saturation + 1)) / (frequency + saturation);
}
