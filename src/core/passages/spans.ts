/** Spans of lines as single lines, and back. Pure. */
import type { Span } from './units.ts';

export function linesOf(spans: readonly Span[]): number[] {
  return spans.flatMap(({ startLine, endLine }) =>
    Array.from({ length: endLine - startLine + 1 }, (_, at) => startLine + at),
  );
}

/** In order; lines that follow each other are one span. */
export function spansOf(lines: readonly number[]): Span[] {
  const spans: Span[] = [];
  for (const each of lines.toSorted((a, b) => a - b)) {
    const last = spans.at(-1);
    if (last !== undefined && each <= last.endLine + 1) last.endLine = Math.max(each, last.endLine);
    else spans.push({ startLine: each, endLine: each });
  }
  return spans;
}
