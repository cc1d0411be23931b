/** What a check answers. */
import type { Finding, Severity } from './finding.ts';

export interface Fixed {
  rule: string;
  file: string;
  line: number;
  /** What was done. */
  done: string;
}

export interface NotFixed {
  rule: string;
  file: string;
  line: number;
  reason: string;
}

export interface CheckReport {
  version: string;
  findings: readonly Finding[];
  counts: Readonly<Record<Severity, number>>;
  fixed: readonly Fixed[];
  not_fixed: readonly NotFixed[];
  /** What could not be looked at, and why. */
  notes: readonly string[];
}

/** Information alone is no failure. */
export function hasFailed({ counts }: CheckReport): boolean {
  return counts.error + counts.warning > 0;
}
