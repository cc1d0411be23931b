/** A long unit in parts that end where a block ends, so that the lines that matter can be shown without the rest. Pure. */
import type { AnalysedFile } from './analysed-file.ts';
import type { Rarity } from './unit-scores.ts';
import type { Span } from './units.ts';

/** Lines of a part. */
const SHORTEST = 8;
const LONGEST = 24;
/** Lines on each side of a word that it makes worth showing, less with distance. */
const REACH = 8;
/** The number of a line and its end. */
const LINE_COST = 7;

export function sizeOf(lines: readonly string[], { startLine, endLine }: Span): number {
  let size = 0;
  for (let line = startLine; line <= endLine; line++) size += (lines[line - 1]?.length ?? 0) + LINE_COST;
  return Math.max(1, size);
}

/** In order, without gaps. */
export function partsOf(lines: readonly string[], { startLine, endLine }: Span): Span[] {
  const parts: Span[] = [];
  for (let from = startLine; from <= endLine; ) {
    const to = endLine - from < LONGEST ? endLine : lastOfBlock(lines, from);
    parts.push({ startLine: from, endLine: to });
    from = to + 1;
  }
  return parts;
}

/** Before the line that is indented least, best after a blank one; the longest part of several. */
function lastOfBlock(lines: readonly string[], from: number): number {
  let best = { line: from + LONGEST - 1, depth: Number.POSITIVE_INFINITY };
  for (let line = from + LONGEST - 1; line >= from + SHORTEST - 1; line--) {
    const depth = isBlank(lines[line - 1])
      ? -1
      : isBlank(lines[line])
        ? Number.POSITIVE_INFINITY
        : indentOf(lines[line]);
    if (depth < best.depth) best = { line, depth };
  }
  return best.line;
}

function indentOf(line = ''): number {
  return line.length - line.trimStart().length;
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}

/** How dense the words of the prompt are in each part, as a share of the densest line of the unit. */
export function warmthOf(
  file: AnalysedFile,
  { startLine, endLine }: Span,
  parts: readonly Span[],
  stems: readonly string[],
  rarity: Rarity,
): number[] {
  const heat = new Float64Array(endLine - startLine + 1);
  for (const each of stems)
    for (const line of new Set(file.linesWith(each))) {
      if (line < startLine || line > endLine) continue;
      for (let at = Math.max(startLine, line - REACH); at <= Math.min(endLine, line + REACH); at++)
        heat[at - startLine] =
          (heat[at - startLine] ?? 0) + (rarity.get(each) ?? 0) * (1 - Math.abs(at - line) / (REACH + 1));
    }
  const most = Math.max(Number.MIN_VALUE, ...heat);
  return parts.map(
    (part) => Math.max(...heat.subarray(part.startLine - startLine, part.endLine - startLine + 1)) / most,
  );
}
