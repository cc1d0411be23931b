/**
 * Every place in a text that has an anchor's lines, exactly or except for whitespace; and which of several is the anchored one:
 * the one between the unique lines that were around it.
 */
import type { Anchor, Landmarks } from './anchor.ts';
import { exactHash, normalise, packMarks, unpackMarks } from './fingerprint.ts';
import { type Support, support } from './neighbours.ts';
import type { Span } from './page.ts';
import { LOW_ENTROPY_WORDS, type Page } from './page.ts';

export interface Occurrence {
  span: Span;
  support: Support;
}

/** A text that repeats the lines more often is no place to look for them. */
const MOST_OCCURRENCES = 200;

export function occurrences(anchor: Anchor, page: Page, how: 'exact' | 'normalised'): Occurrence[] {
  const kept = { before: unpackMarks(anchor.before), after: unpackMarks(anchor.after) };
  const found: Occurrence[] = [];
  for (const first of candidateStarts(anchor, page)) {
    if (found.length === MOST_OCCURRENCES) break;
    const span = how === 'exact' ? exactSpan(anchor, page, first) : normalisedSpan(anchor, page, first);
    if (span) found.push({ span, support: support(page, first, first + anchor.solid, kept) });
  }
  return found;
}

/** Indexes of solid lines at which the range may begin, by the rarest of its first lines. */
function candidateStarts(anchor: Anchor, page: Page): number[] {
  const head = unpackMarks(anchor.head);
  let rarest: { offset: number; places: readonly number[] } | undefined;
  for (const [offset, value] of head.entries()) {
    const places = page.places.get(value);
    if (!places) return [];
    if (!rarest || places.length < rarest.places.length) rarest = { offset, places };
  }
  if (!rarest) return [];
  const { offset, places } = rarest;
  return places
    .map((place) => place - offset)
    .filter((first) => first >= 0 && head.every((value, at) => page.solid[first + at]?.mark === value));
}

function exactSpan(anchor: Anchor, page: Page, first: number): Span | undefined {
  const start = (page.solid[first]?.line ?? 0) - anchor.lead;
  const end = start + anchor.endLine - anchor.startLine + 1;
  if (start < 0 || end > page.lines.length) return undefined;
  return exactHash(page.lines.slice(start, end)) === anchor.hash ? { start, end } : undefined;
}

function normalisedSpan(anchor: Anchor, page: Page, first: number): Span | undefined {
  const held = page.solid.slice(first, first + anchor.solid);
  if (held.length < anchor.solid) return undefined;
  const lines = held.map(({ line }) => normalise(page.lines[line] ?? ''));
  if (exactHash(lines) !== anchor.normalisedHash) return undefined;
  return { start: held[0]?.line ?? 0, end: (held.at(-1)?.line ?? 0) + 1 };
}

/** Landmarks stored for each side, because one may be changed. */
const KEPT = 2;

/** The nearest distinctive lines that occur once in the text, up to the next place with the same lines. */
export function landmarksOf(page: Page, span: Span, copies: readonly Occurrence[]): Landmarks {
  const others = copies.filter((copy) => copy.span.start !== span.start);
  const top = Math.max(0, ...others.map((copy) => copy.span.end).filter((line) => line <= span.start));
  const bottom = Math.min(
    page.lines.length,
    ...others.map((copy) => copy.span.start).filter((line) => line >= span.end),
  );
  const above = uniqueMarks(page, { start: top, end: span.start }).toReversed();
  const below = uniqueMarks(page, { start: span.end, end: bottom });
  return { above: packMarks(above.slice(0, KEPT)), below: packMarks(below.slice(0, KEPT)) };
}

function uniqueMarks(page: Page, span: Span): number[] {
  return page.solid
    .slice(page.solidBefore[span.start], page.solidBefore[span.end])
    .filter(({ line, mark }) => page.places.get(mark)?.length === 1 && page.weight(line) >= LOW_ENTROPY_WORDS)
    .map(({ mark }) => mark);
}

/** The only place between the landmark above and the one below. */
export function betweenLandmarks(
  anchor: Anchor,
  page: Page,
  found: readonly Occurrence[],
): Occurrence | undefined {
  const above = nearestLandmark(anchor.landmarks?.above ?? '', page);
  const below = nearestLandmark(anchor.landmarks?.below ?? '', page);
  // If both of the nearest are gone, what was between them may be gone, too, and something else in its place.
  if (!above || !below || !(above.isNearest || below.isNearest)) return undefined;
  const inside = found.filter(({ span }) => span.start > above.line && span.end <= below.line);
  return inside.length === 1 ? inside[0] : undefined;
}

function nearestLandmark(landmarks: string, page: Page): { line: number; isNearest: boolean } | undefined {
  for (const [at, value] of unpackMarks(landmarks).entries()) {
    const [place, ...more] = page.places.get(value) ?? [];
    const line = place === undefined ? undefined : page.solid[place]?.line;
    if (line !== undefined && more.length === 0) return { line, isNearest: at === 0 };
  }
  return undefined;
}
