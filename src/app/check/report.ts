/** What a check answers: findings, what `--fix` did, and what could not be looked at. */
import { byCodeUnit } from '../../core/text/index.ts';

export const SEVERITIES = ['error', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

export interface Finding {
  rule: string;
  severity: Severity;
  /** Relative to the root; of a pack that is stored elsewhere, its file name. */
  file: string;
  line: number;
  message: string;
  /** What to do about it. */
  advice: string;
  /** `--fix` can fix it. */
  fixable: boolean;
}

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

/** The most severe first where two are in the same line. */
export function byPlace(a: Finding, b: Finding): number {
  return (
    byCodeUnit(a.file, b.file) ||
    a.line - b.line ||
    SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
    byCodeUnit(a.rule, b.rule) ||
    byCodeUnit(a.message, b.message)
  );
}
