/** Which lines of a unit to show: all of a short one; of a long one its beginning, and where the words of the prompt are dense. Pure. */
import type { AnalysedFile } from './analysed-file.ts';
import type { Rarity } from './unit-scores.ts';
import type { Span } from './units.ts';

/** Lines on each side of a word that it makes worth showing, less with distance. */
const REACH = 8;
/** The lines with the name and the parameters. */
const BEGINNING = 3;
/** A gap that is shown costs less than what a reader needs to get over it. */
const SMALLEST_GAP = 3;

export function linesToShow(
  file: AnalysedFile,
  span: Span,
  stems: readonly string[],
  rarity: Rarity,
  most: number,
): Span[] {
  const count = span.endLine - span.startLine + 1;
  if (count <= most) return [{ startLine: span.startLine, endLine: span.endLine }];
  const heat = heatOf(file, span, stems, rarity);
  const order = [...heat.keys()].sort((a, b) => (heat[b] ?? 0) - (heat[a] ?? 0) || a - b);
  const shown = new Set(order.slice(0, Math.max(0, most - BEGINNING)));
  for (let at = 0; at < Math.min(BEGINNING, count, most); at++) shown.add(at);
  return spansOf([...shown].sort((a, b) => a - b).map((at) => span.startLine + at));
}

/** Each word of the prompt warms its line and, less, those around it. */
function heatOf(
  file: AnalysedFile,
  { startLine, endLine }: Span,
  stems: readonly string[],
  rarity: Rarity,
): Float64Array {
  const heat = new Float64Array(endLine - startLine + 1);
  for (const each of stems)
    for (const line of new Set(file.linesWith(each))) {
      if (line < startLine - REACH || line > endLine + REACH) continue;
      for (let at = Math.max(startLine, line - REACH); at <= Math.min(endLine, line + REACH); at++)
        heat[at - startLine] =
          (heat[at - startLine] ?? 0) + (rarity.get(each) ?? 0) * (1 - Math.abs(at - line) / (REACH + 1));
    }
  return heat;
}

/** Ascending line numbers as spans, over small gaps. */
function spansOf(lines: readonly number[]): Span[] {
  const spans: Span[] = [];
  for (const line of lines) {
    const last = spans.at(-1);
    if (last !== undefined && line - last.endLine <= SMALLEST_GAP) last.endLine = line;
    else spans.push({ startLine: line, endLine: line });
  }
  return spans;
}
