/**
 * What analysis hands to storage, and what ranking asks of storage. Analysis (analyse/) turns a text into term
 * ids and counts; storage keeps them and gives them back by term; ranking (ranking/) reads them through
 * PostingSource and nothing else. Payloads and flags are bit fields that only analysis and ranking read:
 * storage keeps the numbers as they are.
 */

import type { Chunk, Declaration } from '../text/index.ts';
import type { WordStatistics } from '../word-statistics.ts';
import type { ReusedArrays } from './ranking/reused-arrays.ts';

/** Stored with an index; an index made by another version is built anew. */
export const ANALYSIS_VERSION = 2;

/** One text, analysed. Its words and vectors stay with the Analyser. */
export interface AnalysedFile {
  path: string;
  lineCount: number;
  /** FILE_FLAGS of the file. */
  flags: number;
  chunks: readonly Chunk[];
  /** Words in each chunk, for length normalisation. */
  lengths: Uint16Array;
  /** Names declared in the file by the fast scan, in line order. */
  declarations: readonly Declaration[];
}

/** What kind of file it is, for ranking and for filters such as `include_tests`. */
export const FILE_FLAGS = {
  test: 1,
  example: 2,
  vendored: 4,
  generated: 8,
  prose: 16,
  data: 32,
  barrel: 64,
  stub: 128,
} as const;

/** The documents that hold a term, ascending by id, dead ones left out. */
export interface Postings {
  ids: Uint32Array;
  payloads: Uint16Array;
  /** In how many files the chunks are, once that was counted. */
  fileCount?: number;
}

/**
 * The index as ranking sees it. Chunks and files have dense ids, the chunks of a file neighbouring ones in line order; ids of chunks and files that are gone may stay
 * as holes (never in postings, never counted). The arrays may be longer than the counts. A source is a snapshot:
 * it does not change while a search runs.
 */
export interface PostingSource {
  /** One more than the highest id, holes included. */
  readonly chunkLimit: number;
  readonly fileLimit: number;
  /** Living ones only. */
  readonly chunkCount: number;
  readonly fileCount: number;
  /** Sum of the lengths of the living chunks. */
  readonly totalLength: number;
  /** By chunk id. */
  readonly chunkFiles: Uint32Array;
  readonly chunkLengths: Uint16Array;
  /** By file id. */
  readonly fileFlags: Uint16Array;
  /** Made from the columns, if it is known from an earlier search. */
  readonly layout?: FileLayout;
  /** Those of earlier searches. */
  readonly arrays?: ReusedArrays;
  /** Chunks that hold the term. */
  postings(term: string): Postings | undefined;
  /** Files whose path holds the term. */
  pathPostings(term: string): Postings | undefined;
  filePath(file: number): string;
  chunkPlace(chunk: number): ChunkPlace;
  readonly vectors: VectorSource | undefined;
}

/** Which chunks a file has, and how long it is. */
export interface FileLayout {
  /** By file id; below 0 for a file without one. */
  firstChunks: Int32Array;
  /** Behind the last; 0 for a file without one. */
  chunkEnds: Int32Array;
  lengths: Float64Array;
}

/** Terms that ranking a query looks up, so that they can be fetched before. */
export interface NeededTerms {
  terms: readonly string[];
  pathTerms: readonly string[];
}

export interface ChunkPlace {
  path: string;
  startLine: number;
  endLine: number;
}

export interface VectorSource {
  /** Similarity (cosine) of the query to every chunk, by chunk id; holes and chunks without a vector have 0. */
  scores(query: Float32Array): Float32Array;
  /**
   * Makes the scores of the chunks `from` … `to - 1` of one file exact. Undefined: all are; else all but the nearest are estimates.
   */
  readonly refine?: (query: Float32Array, scores: Float32Array, from: number, to: number) => void;
}

/** From how many chunks on nearness is estimated, and how many of those are then made exact at least. */
export interface Exactness {
  mostExact: number;
  leastExact: number;
}

export interface HistorySource {
  /** How well the subjects of past commits match, by file id; undefined if none does. */
  scores(terms: readonly { term: string; weight: number }[]): Float64Array | undefined;
}

export type SearchMode = 'bm25' | 'semantic' | 'hybrid';

export interface SearchOptions {
  limit: number;
  mode: SearchMode;
  /** Needed by `semantic` and `hybrid`; without it, or without vectors, they answer by words. */
  queryVector?: Float32Array;
  /** What past commits say of the files; undefined where there is no history to read. */
  history?: HistorySource | undefined;
  /** How rare words are; absent: in this index. */
  statistics?: WordStatistics | undefined;
  /** Only files for which this says yes. */
  accepts?: (path: string) => boolean;
  explain?: boolean;
  /** When it leaves out words that say little; the answer is the same. */
  pruning?: Pruning;
}

export interface Pruning {
  /** So many postings must be saved. */
  least: number;
  /** To look up a term for one file takes as long as to add so many postings. */
  lookUp: number;
}

/** What the score of a file is made of: the sum of all but the last, times the last. */
export interface ScoreParts {
  /** The words of the query in its best lines. */
  lines: number;
  /** In the file as a whole. */
  file: number;
  path: number;
  /** In the subjects of commits that changed it. */
  history: number;
  meaning: number;
  /** What it keeps because of its kind, e.g. a test or generated code. */
  kind: number;
}

export interface RankedPlace {
  startLine: number;
  endLine: number;
  /** Compares the places of one file. */
  score: number;
  /** Words of the query, as typed but lower-cased, that the chunk or its path holds; in query order. */
  matchedTerms: string[];
  parts?: ScoreParts;
}

export interface RankedHit extends RankedPlace {
  path: string;
  /** The places of the file that come into question, best first. Whoever has the text may know better. */
  candidates: readonly RankedPlace[];
  /** Which of them it is: 0 for the first that is shown of its file. */
  nth: number;
}
