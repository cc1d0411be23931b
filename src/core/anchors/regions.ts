/** Stretches of a text that a changed range may be now: from something that led it in to something that led it out. */
import type { Anchor } from './anchor.ts';
import { unpackMarks } from './fingerprint.ts';
import type { Page } from './page.ts';
import type { Span } from './sketch.ts';

/** A changed range may have grown or shrunk, but not to anything. */
const GROWTH = 3;
const GROWTH_LINES = 12;
/** A mark found in more places than this says nothing. */
const COMMON_MARK = 12;
/** How many lines at each end of the range may say where it begins or ends. */
const EDGE = 6;
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
  for (const [offset, value] of unpackMarks(anchor.head).slice(0, EDGE).entries())
    for (const at of standing(page, value, within)) starts.add(at).add(at - offset);
  for (const [offset, value] of unpackMarks(anchor.head + anchor.tail)
    .toReversed()
    .slice(0, EDGE)
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
