/** Which lines of a hit to show as a search result. Pure. */
export interface Span {
  startLine: number;
  endLine: number;
}

/** A line of a minified file would be the whole answer. */
const LONGEST_LINE = 240;

export interface Snippet {
  text: string;
  startLine: number;
  /** The line that matches best. */
  matchLine: number;
}

/** The lines of a hit that answer. `text` is all of its lines, joined by newlines, from `startLine` on. */
export function snippetOf({
  text,
  startLine,
  focus,
  matchedTerms: terms,
}: Span & { text: string; focus: Span; matchedTerms: readonly string[] }): Snippet {
  const lines = text.split('\n').slice(focus.startLine - startLine, focus.endLine - startLine + 1);
  return {
    text: cutLines(lines, terms),
    startLine: focus.startLine,
    matchLine: focus.startLine + bestLine(lines, terms),
  };
}

export function cutLines(lines: readonly string[], terms: readonly string[]): string {
  return lines.map((line) => cut(line, terms)).join('\n');
}

function cut(line: string, terms: readonly string[]): string {
  if (line.length <= LONGEST_LINE) return line;
  const lower = line.toLowerCase();
  const at = Math.max(
    0,
    Math.min(...terms.map((term) => lower.indexOf(term)).filter((found) => found >= 0), line.length),
  );
  const start =
    at >= line.length ? 0 : Math.max(0, Math.min(at - LONGEST_LINE / 3, line.length - LONGEST_LINE));
  const end = start + LONGEST_LINE;
  return `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`;
}

/** The line that matches best: the most distinct terms, then the earliest. */
function bestLine(lines: readonly string[], terms: readonly string[]): number {
  let best = { index: 0, count: 0 };
  for (const [index, line] of lines.entries()) {
    const text = line.toLowerCase();
    const count = terms.filter((term) => text.includes(term)).length;
    if (count > best.count) best = { index, count };
  }
  return best.index;
}
