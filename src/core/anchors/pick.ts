/** Which of several stretches is the changed range: by its words and lines, then by the lines around it. */
import type { Anchor } from './anchor.ts';
import { siblingTest } from './anchored-symbol.ts';
import { unpackMarks } from './fingerprint.ts';
import { type Host, host, support } from './neighbours.ts';
import type { Page } from './page.ts';
import { likeness, openSketch, type Sketch, type Span } from './sketch.ts';

/** By how much the best place must beat the next; nearer than that, the neighbours decide or nobody. */
const MARGIN = 0.1;
const CLEAR_LEAD = 2;
/** Overlapping stretches this close in likeness differ in their edges only. */
const SAME_PLACE = 0.25;
/** All six neighbours weigh as much as a third of the words. */
const NEIGHBOUR = 0.05;
/** An old first or last line at its end of the stretch, or an old neighbour next to it, outweighs a changed line between. */
const EDGE = 0.15;

export interface Search {
  anchor: Anchor;
  page: Page;
  /** Places that hold the very same lines and yet are not the range; none of them is an edit of it. */
  taken: readonly Span[];
  /** What the anchor remembers, unpacked once. */
  words: Sketch;
  lines: ReadonlySet<number>;
  first: number | undefined;
  last: number | undefined;
  around: Host;
  isSibling(span: Span): boolean;
}

export function openSearch(anchor: Anchor, page: Page, taken: readonly Span[]): Search {
  const lines = unpackMarks(anchor.head + anchor.tail);
  return {
    anchor,
    page,
    taken,
    words: openSketch(anchor.words),
    lines: new Set(lines),
    first: lines[0],
    last: lines.at(-1),
    around: { before: unpackMarks(anchor.before), after: unpackMarks(anchor.after) },
    isSibling: siblingTest(anchor.symbol, page),
  };
}

export interface Found {
  span: Span;
  similarity: number;
}

export type Picked =
  | { kind: 'one'; found: Found }
  | { kind: 'several'; found: readonly Found[] }
  | { kind: 'none' };

export function pick(search: Search, spans: readonly Span[], least: number): Picked {
  const found = spans
    .filter((span) => !search.isSibling(span) && search.taken.every((other) => apart(span, other)))
    .map((span) => ({ span, similarity: similarity(search, span) }))
    .filter((candidate) => candidate.similarity >= least)
    .sort((a, b) => b.similarity - a.similarity || a.span.start - b.span.start || a.span.end - b.span.end);
  const [best] = found;
  if (!best) return { kind: 'none' };
  const rivals = found.filter(
    ({ span, similarity }) => apart(span, best.span) && best.similarity - similarity < MARGIN,
  );
  if (rivals.length === 0) return { kind: 'one', found: snug(search, best, found) };
  const ranked = [best, ...rivals]
    .map((candidate) => ({ candidate, score: scoreAround(search, candidate.span) }))
    .sort((a, b) => b.score - a.score);
  const [first] = ranked;
  const next = ranked.find(({ candidate }) => first && apart(candidate.span, first.candidate.span));
  if (first && (!next || first.score - next.score >= CLEAR_LEAD))
    return { kind: 'one', found: snug(search, first.candidate, found) };
  return { kind: 'several', found: [best, ...rivals] };
}

/** Of stretches that differ in their edges, the one that keeps most: of the old words, the neighbours, the length. */
function snug(search: Search, best: Found, found: readonly Found[]): Found {
  const { anchor } = search;
  const size = anchor.endLine - anchor.startLine + 1;
  const near = found.filter(
    ({ span, similarity }) => !apart(span, best.span) && best.similarity - similarity <= SAME_PLACE,
  );
  const ranked = near
    .map((candidate) => ({
      candidate,
      score:
        candidate.similarity +
        likeness(search.words, search.page, candidate.span).kept +
        scoreAround(search, candidate.span) * NEIGHBOUR +
        edgesOf(search, candidate.span) * EDGE,
      stretch: Math.abs(candidate.span.end - candidate.span.start - size),
    }))
    .sort(
      (a, b) => b.score - a.score || b.candidate.similarity - a.candidate.similarity || a.stretch - b.stretch,
    );
  return ranked[0]?.candidate ?? best;
}

/** 0 to 4: at each end, whether it begins or ends as it did, and whether the same line stands next to it. */
function edgesOf({ page, first, last, around }: Search, span: Span): number {
  const start = page.solidBefore[span.start] ?? 0;
  const end = page.solidBefore[span.end] ?? 0;
  const now = host(page, start, end, 1);
  const same = [
    page.solid[start]?.mark === first,
    page.solid[end - 1]?.mark === last,
    now.before[0] === around.before[0],
    now.after[0] === around.after[0],
  ];
  return same.filter(Boolean).length;
}

/** By words, or by lines that are still there: a long range half replaced keeps its lines, a short one its words. */
function similarity(search: Search, span: Span): number {
  return Math.max(likeness(search.words, search.page, span).common, sharedLines(search, span));
}

function sharedLines({ page, lines }: Search, span: Span): number {
  const end = page.solidBefore[span.end] ?? 0;
  const now = new Set<number>();
  for (let at = page.solidBefore[span.start] ?? 0; at < end; at++) {
    const solid = page.solid[at];
    if (solid && page.weight(solid.line) > 0) now.add(solid.mark);
  }
  let shared = 0;
  for (const value of now) if (lines.has(value)) shared++;
  return shared / Math.max(1, lines.size, now.size);
}

function scoreAround({ page, around }: Search, span: Span): number {
  return support(page, page.solidBefore[span.start] ?? 0, page.solidBefore[span.end] ?? 0, around).score;
}

export function apart(a: Span, b: Span): boolean {
  return a.end <= b.start || a.start >= b.end;
}
