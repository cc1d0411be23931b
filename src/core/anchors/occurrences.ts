/** Every place in a text that holds an anchor's lines, exactly or but for whitespace. */
import type { Anchor } from './anchor.ts';
import { exactHash, normalise, unpackMarks } from './fingerprint.ts';
import { type Support, support } from './neighbours.ts';
import type { Page } from './page.ts';
import type { Span } from './sketch.ts';

export interface Occurrence {
  span: Span;
  support: Support;
}

/** The text of a page repeated thousands of times is not a place to look for a range. */
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
