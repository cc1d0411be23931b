/** What explore needs from the rest of the program; the app passes it in. */

import type { KnowledgeAt, NoteStates } from '../../core/knowledge-note.ts';
import type { OutlineSymbol } from '../../core/languages/index.ts';
import type { Logger } from '../../core/logger.ts';
import type { PassageFinder } from '../../core/passages/index.ts';
import type { SymbolIndex } from '../../core/symbols/index.ts';
import type { CallContext } from '../../core/tool.ts';
import type { WordStatistics } from '../../core/word-statistics.ts';
import type { RepoPath, Workspace } from '../../core/workspace/index.ts';
import type { Bundler } from './bundle/bundle.ts';
import type { BundleStore } from './bundle/bundle-store.ts';

export interface SearchHit {
  path: RepoPath;
  startLine: number;
  endLine: number;
  score: number;
  matchedTerms: readonly string[];
  /** The lines as they are in the file now, joined by newlines. */
  text: string;
}

export interface ShownHit extends SearchHit {
  /** Those of the lines that answer. */
  focus: { startLine: number; endLine: number };
  /** The lines that answer in a second place of the file. */
  further?: { startLine: number; endLine: number; text: string } | undefined;
}

export interface SearchPort {
  search(
    query: string,
    options: {
      mode: 'bm25' | 'semantic' | 'hybrid';
      topK: number;
      fileGlob?: string;
      statistics?: WordStatistics;
      signal: AbortSignal;
    },
  ): Promise<{ hits: readonly ShownHit[]; warnings: readonly string[] }>;
}

export interface OutlinePort {
  /** No symbols if the language is not supported. `stopped` says, in half a sentence, why a text could not be parsed. */
  outline(
    path: string,
    text: string,
    options: { signal: AbortSignal },
  ): Promise<{ symbols: readonly OutlineSymbol[]; stopped: string | undefined }>;
}

export interface RefreshReport {
  added: number;
  updated: number;
  removed: number;
  durationMs: number;
  timestamp: string;
  warnings: readonly string[];
}

export type Refresh = (options: {
  force: boolean;
  signal: AbortSignal;
  progress: CallContext['progress'];
}) => Promise<RefreshReport>;

export interface ExploreLimits {
  maxFileBytes: number;
  maxOpenLines: number;
  maxTotalBytesPerResponse: number;
  maxSearchHits: number;
  maxFilesPerBundle: number;
}

export interface AuditReader {
  /** Newest last. */
  read(query: { since: string | undefined; limit: number }): Promise<readonly Record<string, unknown>[]>;
}

export interface ExploreDeps {
  symbols: Pick<SymbolIndex, 'ask' | 'enclosing' | 'prepare'>;
  workspace: Workspace;
  limits: ExploreLimits;
  search: SearchPort;
  /** False if embedding is turned off: then no answer is by meaning. */
  hasVectors: boolean;
  outline: OutlinePort;
  assignments: SymbolIndex['assignments'];
  refresh: Refresh;
  /** State of the index, for repo.status. */
  indexStatus(): Promise<Record<string, unknown>>;
  knowledgeAt: KnowledgeAt;
  noteStates: NoteStates;
  passages: PassageFinder;
  bundler: Bundler;
  store: BundleStore;
  audit: AuditReader;
  log: Logger;
  version: string;
  /** What the app adds to repo.status: metrics and the effective configuration. */
  appStatus(): Record<string, unknown>;
}
