/** Which lines of a file to show for a hit: the declaration that contains the match, or a window around it. */

export interface Span {
  startLine: number;
  endLine: number;
}

export interface NamedSpan extends Span {
  name: string;
  kind: string;
}

/** A declaration longer than this is not "the place"; a window in it is. */
const LONGEST_DECLARATION = 120;
/** Lines on each side of the match where no declaration fits. */
const WINDOW = 12;

export interface Excerpt extends Span {
  /** The line that carries the match best. */
  matchLine: number;
  declaration: NamedSpan | undefined;
}

export function excerptFor(
  lines: readonly string[],
  hit: Span,
  terms: readonly string[],
  declarations: readonly NamedSpan[],
): Excerpt {
  const matchLine = bestLine(lines, hit, terms, declarations);
  const declaration = declarationAt(declarations, matchLine);
  if (declaration)
    return {
      startLine: declaration.startLine,
      endLine: Math.min(declaration.endLine, lines.length),
      matchLine,
      declaration,
    };
  return { ...windowAround(matchLine, WINDOW, lines.length), matchLine, declaration: undefined };
}

export function windowAround(line: number, reach: number, lineCount: number): Span {
  return { startLine: Math.max(1, line - reach), endLine: Math.max(1, Math.min(lineCount, line + reach)) };
}

/** Most distinct terms wins; a line that declares something named by a term counts double; then the earliest. */
function bestLine(
  lines: readonly string[],
  hit: Span,
  terms: readonly string[],
  declarations: readonly NamedSpan[],
): number {
  const declaring = new Map(declarations.map((each) => [each.startLine, each.name.toLowerCase()]));
  let best = { line: hit.startLine, count: 0 };
  for (let line = hit.startLine; line <= Math.min(hit.endLine, lines.length); line++) {
    const text = (lines[line - 1] ?? '').toLowerCase();
    const name = declaring.get(line) ?? '';
    let count = 0;
    for (const term of terms) count += text.includes(term) ? (name.includes(term) ? 2 : 1) : 0;
    if (count > best.count) best = { line, count };
  }
  return best.line;
}

/** The smallest declaration around the line; if that is tiny, its parent when the parent is still short. */
function declarationAt(declarations: readonly NamedSpan[], line: number): NamedSpan | undefined {
  const around = declarations
    .filter(({ startLine, endLine }) => startLine <= line && line <= endLine)
    .filter(({ startLine, endLine }) => endLine - startLine < LONGEST_DECLARATION)
    .sort((a, b) => a.endLine - a.startLine - (b.endLine - b.startLine) || a.startLine - b.startLine);
  return around[0];
}
