/**
 * A range whose lines were changed: the stretches of a text that it may be now, from an old neighbour or edge to another, and
 * which of them it is, by words and lines in common, then by the lines around it.
 */
import type { Anchor } from './anchor.ts';
import { siblingTest } from './anchored-symbol.ts';
import { unpackMarks } from './fingerprint.ts';
import { type Neighbours, neighbours, support } from './neighbours.ts';
import type { Page, Span } from './page.ts';
import { likeness, openSketch, type Sketch } from './sketch.ts';

/** A changed range may have grown or shrunk, within limits. */
const GROWTH = 3;
const GROWTH_LINES = 12;
/** A mark found in more places is not evidence. */
const COMMON_MARK = 12;
/** How many lines at each end of the range may show where it begins or ends. */
const EDGE_LINES = 6;
/** With more pairs the text is too repetitive for neighbours to be evidence. */
const MOST_REGIONS = 400;

/** Whether the range can have got this size. */
export function plausible(anchor: Anchor, span: Span): boolean {
  const size = anchor.endLine - anchor.startLine + 1;
  const now = span.end - span.start;
  return now >= 1 && now <= size * GROWTH + GROWTH_LINES && size <= now * GROWTH + GROWTH_LINES;
}

export function regions(anchor: Anchor, page: Page, within: Span): Span[] {
  const starts = new Set<number>();
  const ends = new Set<number>();
  for (const [distance, value] of unpackMarks(anchor.before).entries())
    for (const at of placesOf(page, value, within)) starts.add(at + 1).add(at + 1 + distance);
  for (const [distance, value] of unpackMarks(anchor.after).entries())
    for (const at of placesOf(page, value, within)) ends.add(at).add(at - distance);
  for (const [offset, value] of unpackMarks(anchor.head).slice(0, EDGE_LINES).entries())
    for (const at of placesOf(page, value, within)) starts.add(at).add(at - offset);
  for (const [offset, value] of unpackMarks(anchor.head + anchor.tail)
    .toReversed()
    .slice(0, EDGE_LINES)
    .entries())
    for (const at of placesOf(page, value, within)) ends.add(at + 1).add(at + 1 + offset);
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

function placesOf(page: Page, value: number, within: Span): number[] {
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

/** How much more similar the best place must be than the next; if it is less, the neighbours decide, or the result is several. */
const MARGIN = 0.1;
const CLEAR_LEAD = 2;
/** Overlapping stretches with a smaller difference in similarity differ only at their edges. */
const SAME_PLACE = 0.25;
/** All six neighbours together count like a third of the words. */
const NEIGHBOUR = 0.05;
/** An old first or last line at that end of the stretch, or an old neighbour next to it, counts more than a changed line inside. */
const EDGE = 0.15;

export interface Search {
  anchor: Anchor;
  page: Page;
  /** Places with identical lines that are not the range; none of them is an edit of it. */
  taken: readonly Span[];
  /** Fields of the anchor, unpacked once. */
  words: Sketch;
  lines: ReadonlySet<number>;
  first: number | undefined;
  last: number | undefined;
  around: Neighbours;
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
  if (rivals.length === 0) return { kind: 'one', found: bestFitting(search, best, found) };
  const ranked = [best, ...rivals]
    .map((candidate) => ({ candidate, score: scoreAround(search, candidate.span) }))
    .sort((a, b) => b.score - a.score);
  const [first] = ranked;
  const next = ranked.find(({ candidate }) => first && apart(candidate.span, first.candidate.span));
  if (first && (!next || first.score - next.score >= CLEAR_LEAD))
    return { kind: 'one', found: bestFitting(search, first.candidate, found) };
  return { kind: 'several', found: [best, ...rivals] };
}

/** Of stretches that differ only at their edges, the one that keeps most of the old words, the neighbours and the length. */
function bestFitting(search: Search, best: Found, found: readonly Found[]): Found {
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

/** 0 to 4: for each end, whether the edge line is the old one, and whether the line next to it is. */
function edgesOf({ page, first, last, around }: Search, span: Span): number {
  const start = page.solidBefore[span.start] ?? 0;
  const end = page.solidBefore[span.end] ?? 0;
  const now = neighbours(page, start, end, 1);
  const same = [
    page.solid[start]?.mark === first,
    page.solid[end - 1]?.mark === last,
    now.before[0] === around.before[0],
    now.after[0] === around.after[0],
  ];
  return same.filter(Boolean).length;
}

/** By words or by lines: a long range that was half replaced keeps lines, a short one keeps words. */
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
