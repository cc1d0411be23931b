/** What recall asks of the house; the app hands it in. */
import type { Clock } from '../../core/clock.ts';
import type { Embedder } from '../../core/embed/index.ts';
import type { Logger } from '../../core/log.ts';
import type { Workspace } from '../../core/workspace/index.ts';
import type { Sessions } from './sessions/sessions.ts';

export const DISCOVERY_TYPES = ['pattern', 'rule', 'decision', 'issue'] as const;
export type DiscoveryType = (typeof DISCOVERY_TYPES)[number];

/** One piece of written knowledge, whichever area keeps it. A decision of a directory is one, not the document. */
export interface KnowledgeDocument {
  /** As its own area names it: `00012`, a pack's id, `src/auth#decision-1`. */
  id: string;
  source: 'discovery' | 'stash' | 'context' | 'pack' | 'session';
  type?: DiscoveryType;
  module?: string;
  /** ISO 8601. */
  date?: string;
  title: string;
  text: string;
  /** The id of what replaced it. */
  supersededBy?: string;
}

/** All written knowledge there is now. Called for every search, so it must be cheap when nothing changed. */
export type KnowledgeSource = (signal: AbortSignal) => Promise<readonly KnowledgeDocument[]>;

export interface CodeHit {
  path: string;
  startLine: number;
  endLine: number;
  /** Comparable within one answer only. */
  score: number;
}

export interface CodeSearch {
  /** `indexed`: how many files there are to find; 0 means that nothing is indexed and nothing is being indexed. */
  search(
    query: string,
    options: { mode: 'bm25' | 'hybrid'; topK: number; fileGlob?: string; signal: AbortSignal },
  ): Promise<{ hits: readonly CodeHit[]; warnings: readonly string[]; indexed: number }>;
}

/** Title and id of what governs a place, for the agent to open if it matters. */
export interface KnowledgeNote {
  id: string;
  kind: string;
  title: string;
  via: string;
}

export interface Place {
  path: string;
  startLine: number;
  endLine: number;
}

export interface RecallDeps {
  workspace: Workspace;
  code: CodeSearch;
  knowledge: KnowledgeSource;
  /** One list for each place, in order; empty lists where nothing is known. */
  knowledgeAt(places: readonly Place[]): Promise<readonly (readonly KnowledgeNote[])[]>;
  /** Opened at the first search. Rejects with an AppError if the model cannot be had. */
  embedder(): Promise<Embedder>;
  sessions: Sessions;
  maxResponseBytes: number;
  clock: Clock;
  log: Logger;
}
