/** The lines around a range: what they were, and how many of them are still around a place. */
import { mark } from './fingerprint.ts';
import type { Page } from './page.ts';

/** Neighbours kept on each side. */
const KEPT = 3;
/** How far from a place a kept neighbour may stand now: as many lines may have come between. */
const REACH = 6;
/** A brace or a blank keyword next door is weak evidence. */
const COMMON_LINE = 0.25;
const TOP = mark('\0top');
const BOTTOM = mark('\0bottom');

export interface Host {
  /** Nearest first. */
  before: readonly number[];
  after: readonly number[];
}

export interface Support {
  /** 0 to 6: the neighbours found again, common lines counting a quarter. */
  score: number;
  /** On each side the nearest neighbour is the nearest again, and one that says something was found. */
  above: boolean;
  below: boolean;
}

/** Around the solid lines from `first` up to, not including, `end`. */
export function host(page: Page, first: number, end: number, count = KEPT): Host {
  const before: number[] = [];
  for (let at = first - 1; before.length < count; at--) {
    before.push(page.solid[at]?.mark ?? TOP);
    if (at < 0) break;
  }
  const after: number[] = [];
  for (let at = end; after.length < count; at++) {
    after.push(page.solid[at]?.mark ?? BOTTOM);
    if (at >= page.solid.length) break;
  }
  return { before, after };
}

export function support(page: Page, first: number, end: number, kept: Host): Support {
  const now = host(page, first, end, REACH);
  const before = found(page, kept.before, now.before);
  const after = found(page, kept.after, now.after);
  return {
    score: sum(before) + sum(after),
    above: kept.before[0] === now.before[0] && before.includes(1),
    below: kept.after[0] === now.after[0] && after.includes(1),
  };
}

/** The weights of the kept neighbours that are around the place now. */
function found(page: Page, kept: readonly number[], now: readonly number[]): number[] {
  const left = [...now];
  const weights: number[] = [];
  for (const value of kept) {
    const at = left.indexOf(value);
    if (at === -1) continue;
    left.splice(at, 1);
    weights.push(markWeight(page, value));
  }
  return weights;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function markWeight(page: Page, value: number): number {
  if (value === TOP || value === BOTTOM) return 1;
  const place = page.places.get(value)?.[0];
  const line = place === undefined ? undefined : page.solid[place]?.line;
  return line !== undefined && page.weight(line) > 0 ? 1 : COMMON_LINE;
}
