/** What recall needs from the rest of the program; the app passes it in. */
import type { Clock } from '../../core/clock.ts';
import type { Embedder } from '../../core/embed/index.ts';
import type { CodeIndex } from '../../core/index/index.ts';
import type { KnowledgeAt, NoteStates } from '../../core/knowledge-note.ts';
import type { Logger } from '../../core/logger.ts';
import type { PassageFinder } from '../../core/passages/index.ts';
import type { Workspace } from '../../core/workspace/index.ts';
import type { KnowledgeDocument } from './knowledge-document.ts';
import type { Sessions } from './sessions/sessions.ts';

/**
 * All knowledge of the other areas, as it is now; recall adds its sessions. Called for every search, so it must be cheap if
 * nothing changed.
 */
export type KnowledgeSource = (signal: AbortSignal) => Promise<readonly KnowledgeDocument[]>;

export interface CodeHit {
  path: string;
  startLine: number;
  endLine: number;
  /** Comparable within one answer only. */
  score: number;
  /** The lines as they are in the file now, joined by newlines. */
  text: string;
}

/** The part of the index that recall uses. */
export interface CodeSearch {
  search(
    query: string,
    options: { mode: 'hybrid' | 'semantic'; topK: number; fileGlob?: string; signal: AbortSignal },
  ): Promise<{ hits: readonly CodeHit[]; warnings: readonly string[] }>;
  /** True when indexing is complete and found no files. */
  isEmpty(): Promise<boolean>;
}

export interface RecallDeps {
  workspace: Workspace;
  grep: CodeIndex['grep'];
  code: CodeSearch;
  knowledge: KnowledgeSource;
  knowledgeAt: KnowledgeAt;
  noteStates: NoteStates;
  passages: PassageFinder;
  /** The qualified name of the declaration around each place, undefined where there is none; how many were not known in time. */
  enclosing(
    places: readonly { path: string; line: number }[],
    signal: AbortSignal,
  ): Promise<{ names: readonly (string | undefined)[]; left: number }>;
  /** Opened with the first search. Rejects with an AppError if the model cannot be loaded. */
  embedder(): Promise<Embedder>;
  /** Whether that embedder sends the query to another machine. */
  leavesMachine: boolean;
  sessions: Sessions;
  maxFileBytes: number;
  maxResponseBytes: number;
  /** Calls per minute, for each tool. */
  perMinute: { contextSearch: number; readFile: number; grepCodebase: number };
  clock: Clock;
  log: Logger;
}
