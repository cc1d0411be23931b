/** Pieces of a file that begin at declarations, of a size that suits search and excerpts. */
import { splitLines } from '../text/index.ts';
import type { LineRange, OutlineSymbol } from './adapter.ts';

/** Characters: a piece is closed at the next border once it has this many … */
const WANTED_LENGTH = 750;
/** … and is cut in any case before it would have more than this. */
const MAX_LENGTH = 1500;

/** A smaller rest is added to the piece before it. */
const MIN_LENGTH = 40;

/** Covers every line once. Empty for an empty text, and if there are no symbols. */
export function chunksByDeclaration(text: string, symbols: readonly OutlineSymbol[]): LineRange[] {
  return symbols.length === 0 ? [] : chunksAtBorders(splitLines(text), borders(splitLines(text), symbols));
}

/** A declaration begins with the comments, decorators and attributes right above it. */
function borders(lines: readonly string[], symbols: readonly OutlineSymbol[]): Set<number> {
  const starts = new Set<number>();
  for (const { startLine, endLine } of symbols) {
    let start = startLine;
    while (start > 1 && isLead(lines[start - 2] ?? '')) start--;
    starts.add(start);
    starts.add(endLine + 1);
  }
  return starts;
}

function isLead(line: string): boolean {
  return /^\s*(?:\/\/|\/?\*|#|--|@|\[|%%|;)/.test(line);
}

/** Pieces between borders: small ones joined, long ones cut. */
export function chunksAtBorders(lines: readonly string[], starts: ReadonlySet<number>): LineRange[] {
  const chunks: LineRange[] = [];
  let startLine = 1;
  let length = 0;
  for (let line = 1; line <= lines.length; line++) {
    const size = (lines[line - 1] ?? '').length + 1;
    const full = (starts.has(line) && length >= WANTED_LENGTH) || length + size > MAX_LENGTH;
    if (line > startLine && full) {
      chunks.push({ startLine, endLine: line - 1 });
      startLine = line;
      length = 0;
    }
    length += size;
  }
  const last = chunks.at(-1);
  // After the last declaration there are mostly closing brackets: not a piece of their own.
  if (last !== undefined && length < MIN_LENGTH) last.endLine = lines.length;
  else if (lines.length > 0) chunks.push({ startLine, endLine: lines.length });
  return chunks;
}
