/** Which of several stretches is the changed range: by its words and lines, then by the lines around it. */
import type { Anchor } from './anchor.ts';
import { siblingTest } from './anchored-symbol.ts';
import { unpackMarks } from './fingerprint.ts';
import { type Host, host, support } from './neighbours.ts';
import type { Page, Span } from './page.ts';
import { likeness, openSketch, type Sketch } from './sketch.ts';

/** A changed range may have grown or shrunk, but not to anything. */
const GROWTH = 3;
const GROWTH_LINES = 12;
/** A mark found in more places than this says nothing. */
const COMMON_MARK = 12;
/** How many lines at each end of the range may say where it begins or ends. */
const EDGE_LINES = 6;
/** Beyond this many pairs the text is too repetitive for neighbours to mean anything. */
const MOST_REGIONS = 400;

export function plausible(anchor: Anchor, span: Span): boolean {
  const size = anchor.endLine - anchor.startLine + 1;
  const now = span.end - span.start;
  return now >= 1 && now <= size * GROWTH + GROWTH_LINES && size <= now * GROWTH + GROWTH_LINES;
}

export function regions(anchor: Anchor, page: Page, within: Span): Span[] {
  const starts = new Set<number>();
  const ends = new Set<number>();
  for (const [distance, value] of unpackMarks(anchor.before).entries())
    for (const at of standing(page, value, within)) starts.add(at + 1).add(at + 1 + distance);
  for (const [distance, value] of unpackMarks(anchor.after).entries())
    for (const at of standing(page, value, within)) ends.add(at).add(at - distance);
  for (const [offset, value] of unpackMarks(anchor.head).slice(0, EDGE_LINES).entries())
    for (const at of standing(page, value, within)) starts.add(at).add(at - offset);
  for (const [offset, value] of unpackMarks(anchor.head + anchor.tail)
    .toReversed()
    .slice(0, EDGE_LINES)
    .entries())
    for (const at of standing(page, value, within)) ends.add(at + 1).add(at + 1 + offset);
  if (within.start === 0) starts.add(0);
  if (within.end === page.lines.length) ends.add(page.solid.length);
  const spans: Span[] = [];
  for (const first of [...starts].sort((a, b) => a - b))
    for (const end of ends) {
      const span = spanOf(page, first, end);
      if (!span || span.start < within.start || span.end > within.end || !plausible(anchor, span)) continue;
      if (spans.length === MOST_REGIONS) return spans;
      spans.push(span);
    }
  return spans;
}

function standing(page: Page, value: number, within: Span): number[] {
  const places = (page.places.get(value) ?? []).filter((at) => {
    const line = page.solid[at]?.line ?? -1;
    return line >= within.start && line < within.end;
  });
  return places.length > COMMON_MARK ? [] : places;
}

function spanOf(page: Page, first: number, end: number): Span | undefined {
  const start = page.solid[first]?.line;
  const last = page.solid[end - 1]?.line;
  return start === undefined || last === undefined || last < start ? undefined : { start, end: last + 1 };
}

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
