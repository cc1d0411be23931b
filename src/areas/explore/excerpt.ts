/** Which lines of a file to show for a hit: an excerpt for a bundle, or the few lines of a search result. Pure. */
import { folded } from '../../core/text/index.ts';

export interface Span {
  startLine: number;
  endLine: number;
}

export interface NamedSpan extends Span {
  name: string;
  kind: string;
}

/** Of a longer declaration, only a window is shown. */
const LONGEST_DECLARATION = 120;
/** Lines on each side of the match if no declaration fits. */
const WINDOW = 12;

export interface Excerpt extends Span {
  /** The line that matches best. */
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

/** The part around the match without these spans; undefined if the match is in one of them. */
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

const MOST_LINES = 8;
/** A line of a minified file would be the whole answer. */
const LONGEST_LINE = 240;

export interface Snippet {
  text: string;
  startLine: number;
  /** The line that matches best. */
  matchLine: number;
}

/** Extra weight of a line that declares what was asked for: it beats a line with one more word. */
const DECLARED = 2;

/** `text` is the hit's lines joined by newlines; `firstLine` the number of the first; `declared` the line of a name in it. */
export function snippetOf(
  text: string,
  firstLine: number,
  terms: readonly string[],
  declared: { name: string; line: number } | undefined,
): Snippet {
  const lines = text.split('\n');
  const name = folded(declared?.name ?? '');
  const match = bestLine(lines, terms, (index, term) =>
    firstLine + index === declared?.line && folded(term) === name ? DECLARED : 0,
  );
  // One third before the match, because the lines after a name say more than those before it.
  const start = Math.max(0, Math.min(match - Math.floor(MOST_LINES / 3), lines.length - MOST_LINES));
  const shown = lines.slice(start, start + MOST_LINES).map((line) => cut(line, terms));
  return { text: shown.join('\n'), startLine: firstLine + start, matchLine: firstLine + match };
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
function bestLine(
  lines: readonly string[],
  terms: readonly string[],
  /** Extra weight of a line, for terms in a name that it declares. */
  bonus: (index: number, term: string) => number = () => 0,
): number {
  let best = { index: 0, count: 0 };
  for (const [index, line] of lines.entries()) {
    const text = line.toLowerCase();
    let count = 0;
    for (const term of terms) if (text.includes(term)) count += 1 + bonus(index, term);
    if (count > best.count) best = { index, count };
  }
  return best.index;
}
