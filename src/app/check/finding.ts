/** What is wrong with what is known: where, by which rule, how bad, and what to do. */
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

/** The most severe first where two stand in the same line. */
export function byPlace(a: Finding, b: Finding): number {
  const order = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
  return (
    order(a.file, b.file) ||
    a.line - b.line ||
    SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
    order(a.rule, b.rule) ||
    order(a.message, b.message)
  );
}
