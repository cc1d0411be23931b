/** The engine as everyone above sees it: one interface for all searches over the files of a workspace. */
import type { Clock } from '../clock.ts';
import type { Embedder } from '../embed/index.ts';
import type { GrepAnswer, GrepQuery, WordOptions } from '../grep/index.ts';
import type { Logger } from '../logger.ts';
import type { Folder } from '../store/index.ts';
import type { WordStatistics } from '../word-statistics.ts';
import type { RepoPath, SearchableWorkspace, WorkspaceOptions } from '../workspace/index.ts';
import type { Exactness, ScoreParts, SearchMode } from './contract.ts';
import type { IndexPlace } from './live/database.ts';

export interface IndexOptions {
  workspace: SearchableWorkspace;
  /** The same, in a form that worker threads can open again. */
  workspaceOptions: WorkspaceOptions;
  /** Absolute. */
  dataDir: string;
  /** Where the index is stored, if that is not the data directory. */
  place?: IndexPlace;
  /** Where the indexes of several work trees are stored together; ignored if `place` is given. */
  derived?(): Promise<DerivedData>;
  clock: Clock;
  log: Logger;
  /** Words no other process ever uses and nobody can guess, for locks and tables. */
  token(): string;
  /** Threads that index; by default one less than the machine has cores, at least one. */
  threads?: number;
  /** Of vectors; by default as is fastest. */
  exactness?: Exactness;
  /** Asked when the first search or refresh needs it. Without one there are no vectors, and `semantic` and `hybrid` answer by words. */
  embedder?(): Promise<Embedder | undefined>;
}

/** A folder for what can be made again from the files. */
export interface DerivedData {
  folder: Folder;
  /** Whether other work trees keep theirs in the same folder. */
  isShared: boolean;
  /** Of this work tree among those that share it. */
  name: string;
  /** Whether the work tree of that name is there no longer. */
  isGone(name: string): boolean;
}

export interface IndexQuery {
  mode: SearchMode;
  topK: number;
  /** As in matchGlob. */
  fileGlob?: string;
  /** Hits come with the parts of their scores. */
  explain?: boolean;
  /** Of all indexes that are asked the same, so that scores compare; absent: of this one. */
  statistics?: WordStatistics;
  signal?: AbortSignal;
}

export interface CodeHit {
  path: RepoPath;
  startLine: number;
  endLine: number;
  score: number;
  matchedTerms: string[];
  /** The lines as they are in the file now, joined by newlines. */
  text: string;
  /** Those of the lines that answer; more of them for the first hits. */
  focus: LineSpan;
  /** The lines that answer in a second place of the file; only the first hits have one. */
  further: (LineSpan & { text: string }) | undefined;
  /** The first name declared in the lines, or else the last one before them. */
  symbol: { name: string; kind: string; line: number } | undefined;
  /** If they were asked for. */
  parts?: ScoreParts;
}

export interface LineSpan {
  startLine: number;
  endLine: number;
}

export interface SearchAnswer {
  hits: CodeHit[];
  /** Sentences for the caller: how far the index is, what was left out. */
  warnings: string[];
}

export interface RefreshOptions {
  /** Read and analyse every file again. */
  force?: boolean;
  signal?: AbortSignal;
  progress?(far: RefreshProgress): void;
}

export interface RefreshProgress {
  /** Files that were read, of those that have to be. */
  done: number;
  total: number;
  doneBytes: number;
  totalBytes: number;
  /** Another process does it, and this one waits; its bytes are not known. */
  byOther?: boolean;
}

export interface RefreshSummary {
  added: number;
  updated: number;
  removed: number;
  durationMs: number;
  /** Milliseconds since the epoch. */
  timestamp: number;
}

export interface IndexStatus {
  state: 'not_indexed' | 'building' | 'ready' | 'schema_mismatch';
  indexedFileCount: number;
  chunkCount: number;
  /** Milliseconds since the epoch. */
  lastRefresh: number | undefined;
  progress: { done: number; total: number } | undefined;
  sizeBytes: number;
  vectors: VectorStatus;
  /** Why the last refresh failed, in sentences; undefined if it did not. */
  failure: string | undefined;
}

export interface VectorStatus {
  /** `none`: no embedder; `not_ready`: some chunks have no vector of this model yet. */
  state: 'none' | 'not_ready' | 'ready';
  modelId: string | undefined;
  /** Chunks with a vector. */
  count: number;
}

/**
 * Words and vectors in the index, tables for grep in memory, and what tells that they are still true of the files. Each part is opened
 * when it is first asked for. Every answer is of one moment: a search sees a snapshot, whatever is written meanwhile, and both kinds of
 * search first take in all changes that were made before the call.
 */
export interface CodeIndex {
  /**
   * By words and by meaning. Takes in what changed on disk first, as far as that is quick; warnings say what is missing. Starts the
   * first build if none was made. Where the disk has no room for an index, the files with words of the query are ranked in memory.
   */
  search(query: string, options: IndexQuery): Promise<SearchAnswer>;
  /** How rare the words of the query are here. */
  wordStatistics(query: string): Promise<WordStatistics>;
  /** By regular expression, in the files as they are now. Needs no index and no room on the disk. */
  grep(query: GrepQuery, signal?: AbortSignal): Promise<GrepAnswer>;
  /** Files that may hold the word, now: all that do are among them. In order of path. Needs no index. */
  filesWith(word: string, options: WordOptions, signal?: AbortSignal): Promise<readonly RepoPath[]>;
  /** All files that can be searched, from memory where they are known and up to date. */
  files(signal?: AbortSignal): Promise<readonly RepoPath[]>;
  /** How many lines the indexed files have, by path, as far as the index is; it is not brought up to date for this. */
  lineCounts(): Promise<ReadonlyMap<string, number>>;
  /** Brings the index up to the files on disk, and ends when all is written. */
  refresh(options?: RefreshOptions): Promise<RefreshSummary>;
  status(): Promise<IndexStatus>;
  /** Whether it is being built or brought up to date; opens nothing. */
  isBusy(): Promise<boolean>;
  /** Waits for nothing: work in the background is cancelled. */
  close(): Promise<void>;
}
