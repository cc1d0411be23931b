/** Which lines of a file to show for a hit: the declaration that contains the match, or a window around it. */
import { bestLine } from '../snippet.ts';

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
  const matchLine = matchLineOf(lines, hit, terms, declarations);
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

/** The part around the match that holds none of these spans; undefined if the match is in one of them. */
export function clipped(excerpt: Excerpt, hidden: readonly Span[]): Excerpt | undefined {
  let { startLine, endLine } = excerpt;
  for (const span of hidden) {
    if (span.endLine < excerpt.matchLine) startLine = Math.max(startLine, span.endLine + 1);
    else if (span.startLine > excerpt.matchLine) endLine = Math.min(endLine, span.startLine - 1);
    else return undefined;
  }
  return { ...excerpt, startLine, endLine };
}

export function windowAround(line: number, reach: number, lineCount: number): Span {
  return { startLine: Math.max(1, line - reach), endLine: Math.max(1, Math.min(lineCount, line + reach)) };
}

/** A line that declares something named by a term counts double. */
function matchLineOf(
  lines: readonly string[],
  hit: Span,
  terms: readonly string[],
  declarations: readonly NamedSpan[],
): number {
  const declaring = new Map(declarations.map((each) => [each.startLine, each.name.toLowerCase()]));
  const own = lines.slice(hit.startLine - 1, hit.endLine);
  const index = bestLine(own, terms, (at, term) =>
    declaring.get(hit.startLine + at)?.includes(term) ? 1 : 0,
  );
  return hit.startLine + index;
}

/** The smallest declaration around the line that is short enough to show. */
function declarationAt(declarations: readonly NamedSpan[], line: number): NamedSpan | undefined {
  const around = declarations
    .filter(({ startLine, endLine }) => startLine <= line && line <= endLine)
    .filter(({ startLine, endLine }) => endLine - startLine < LONGEST_DECLARATION)
    .sort((a, b) => a.endLine - a.startLine - (b.endLine - b.startLine) || a.startLine - b.startLine);
  return around[0];
}
