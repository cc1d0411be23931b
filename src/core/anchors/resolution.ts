/** The answer to "where is it now": a state, the lines, and how sure. */
import type { Span } from './sketch.ts';

export type AnchorState = 'fresh' | 'moved' | 'edited' | 'ambiguous' | 'lost';

export interface Place {
  /** Set when the place is in another file than the anchor names. */
  path?: string;
  startLine: number;
  endLine: number;
  /** 0 to 1. */
  confidence: number;
}

export interface Resolution {
  state: AnchorState;
  /** Set for fresh, moved and edited. */
  startLine?: number;
  endLine?: number;
  path?: string;
  confidence: number;
  /** The places it may be, best first; for ambiguous only. */
  candidates?: Place[];
  /** One short sentence. */
  reason: string;
}

/** More than a handful helps nobody to choose. */
const MOST_CANDIDATES = 5;

export function placed(
  state: 'fresh' | 'moved' | 'edited',
  span: Span,
  confidence: number,
  reason: string,
): Resolution {
  return { state, ...linesOf(span), confidence: rounded(confidence), reason };
}

export function ambiguous(spans: readonly { span: Span; confidence: number }[], reason: string): Resolution {
  const candidates = spans
    .slice(0, MOST_CANDIDATES)
    .map(({ span, confidence }) => ({ ...linesOf(span), confidence: rounded(confidence) }));
  return { state: 'ambiguous', confidence: 0, candidates, reason };
}

export function lost(reason: string): Resolution {
  return { state: 'lost', confidence: 0, reason };
}

export function linesOf(span: Span): { startLine: number; endLine: number } {
  return { startLine: span.start + 1, endLine: span.end };
}

function rounded(confidence: number): number {
  return Math.round(confidence * 100) / 100;
}
