/** Which of several places with the same lines was meant: the one between the lines that stood around it and nowhere else. */
import type { Anchor, Landmarks } from './anchor.ts';
import { packMarks, unpackMarks } from './fingerprint.ts';
import type { Occurrence } from './occurrences.ts';
import type { Page } from './page.ts';
import type { Span } from './sketch.ts';
import { LOW_ENTROPY_WORDS } from './weight.ts';

/** Kept on each side: one may be changed. */
const KEPT = 2;

/** The nearest telling lines that stand once in the text, as far as the next place with the same lines. */
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
  const above = nearestStanding(anchor.landmarks?.above ?? '', page);
  const below = nearestStanding(anchor.landmarks?.below ?? '', page);
  // With both of the nearest gone, the thing they framed may be gone, too, and another in its place.
  if (!above || !below || !(above.isNearest || below.isNearest)) return undefined;
  const inside = found.filter(({ span }) => span.start > above.line && span.end <= below.line);
  return inside.length === 1 ? inside[0] : undefined;
}

function nearestStanding(landmarks: string, page: Page): { line: number; isNearest: boolean } | undefined {
  for (const [at, value] of unpackMarks(landmarks).entries()) {
    const [place, ...more] = page.places.get(value) ?? [];
    const line = place === undefined ? undefined : page.solid[place]?.line;
    if (line !== undefined && more.length === 0) return { line, isNearest: at === 0 };
  }
  return undefined;
}
