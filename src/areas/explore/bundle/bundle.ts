/**
 * A context bundle: excerpts chosen for a prompt, each with its reason and its place. A Bundler builds one. Ours is
 * deterministic and asks no model; another one could replace it without a change to the schema.
 */
import type { Anchor } from '../../../core/anchors/index.ts';

export interface BundleRequest {
  prompt: string;
  budget: BundleBudget;
  includeTests: boolean;
}

export interface BundleBudget {
  maxFiles: number;
  maxTotalLines: number;
  /** Undefined: only files and lines are limited. */
  maxTokens: number | undefined;
}

export interface Selection {
  path: string;
  startLine: number;
  endLine: number;
  /** The declaration that the lines belong to. */
  symbol: string | undefined;
  excerpt: string;
  rationale: string;
  score: number;
  /** `prompt`, or the keywords that found it. */
  sourceQuery: string;
  anchor: Anchor;
}

/** A place that was considered, and why it was kept or dropped. */
export interface Considered {
  path: string;
  startLine: number;
  endLine: number;
  score: number;
  verdict: 'kept' | 'merged' | 'dropped';
  reason: string;
}

/** One line for each candidate, to save tokens. */
export function candidateLine({ path, startLine, endLine, score, verdict, reason }: Considered): string {
  return `${verdict} ${path}:${startLine}-${endLine} ${score} ${reason}`;
}

export interface Bundle {
  bundleId: string;
  promptFingerprint: string;
  version: string;
  budget: BundleBudget;
  includeTests: boolean;
  totals: { files: number; lines: number; tokens: number; truncated: boolean };
  selections: readonly Selection[];
  searchQueries: readonly string[];
  hitsBeforeMerging: number;
  hitsAfterMerging: number;
  considered: readonly Considered[];
  warnings: readonly string[];
}

export interface Bundler {
  build(request: BundleRequest, signal: AbortSignal): Promise<Bundle>;
}
