/** What is remembered of one run of the server. */
export type SessionStatus = 'active' | 'completed' | 'archived';

export interface SessionFile {
  path: string;
  reads: number;
}

export interface Session {
  id: string;
  startedMs: number;
  /** Of the last call. */
  lastMs: number;
  endedMs: number | undefined;
  status: SessionStatus;
  toolCalls: number;
  /** Most often read first. */
  files: readonly SessionFile[];
  fileCount: number;
  /** Newest first. */
  searches: readonly string[];
  discoveries: readonly string[];
}

/** Where and when an entry was recorded. */
export interface Discovered {
  session: string;
  atMs: number;
}

/** A file with its access count, over all sessions. */
export interface ContextItem {
  path: string;
  reads: number;
  lastMs: number;
  /** Between 0 and 1. */
  score: number;
}

/** A session nobody used for so long has ended, whether or not its process lives. */
export const IDLE_MS = 30 * 60 * 1000;
export const ARCHIVED_AFTER_MS = 7 * 24 * 60 * 60 * 1000;

/** What is written down, as it happens. */
export type SessionEvent = { session: string; atMs: number } & (
  | { what: 'started' }
  | { what: 'called' }
  | { what: 'read'; path: string }
  | { what: 'searched'; query: string }
  | { what: 'discovered'; id: string }
  | { what: 'ended' }
);

const RECENCY_WEIGHT = 0.6;
const ACCESS_WEIGHT = 0.4;
const FORGOTTEN_AFTER_MS = 30 * 24 * 60 * 60 * 1000;
const OFTEN = 100;

/** How much a file matters to the present work: 0.6 · how recently it was read + 0.4 · how often. */
export function contextScore(reads: number, lastReadMs: number, nowMs: number): number {
  const recency = Math.max(0, Math.min(1, 1 - (nowMs - lastReadMs) / FORGOTTEN_AFTER_MS));
  const access = Math.min(1, reads / OFTEN);
  return RECENCY_WEIGHT * recency + ACCESS_WEIGHT * access;
}
