/** The lines around a range, and how many of them are still around a place. */
import { mark } from './fingerprint.ts';
import type { Page } from './page.ts';

/** Neighbours stored for each side. */
const KEPT = 3;
/** How many lines away a neighbour may be now: lines may have been inserted between. */
const REACH = 6;
/** What a neighbour counts that is a brace or a keyword alone: weak evidence. */
const COMMON_LINE = 0.25;
const TOP = mark('\0top');
const BOTTOM = mark('\0bottom');

export interface Neighbours {
  /** Nearest first. */
  before: readonly number[];
  after: readonly number[];
}

export interface Support {
  /** 0 to 6: neighbours found again; common lines count a quarter. */
  score: number;
  /** For each side: the nearest neighbour is the nearest again, and a distinctive one was found. */
  above: boolean;
  below: boolean;
}

/** Around the solid lines from `first` to `end`, which is not included. */
export function neighbours(page: Page, first: number, end: number, count = KEPT): Neighbours {
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

export function support(page: Page, first: number, end: number, kept: Neighbours): Support {
  const now = neighbours(page, first, end, REACH);
  const before = found(page, kept.before, now.before);
  const after = found(page, kept.after, now.after);
  return {
    score: sum(before) + sum(after),
    above: kept.before[0] === now.before[0] && before.includes(1),
    below: kept.after[0] === now.after[0] && after.includes(1),
  };
}

/** The weights of the stored neighbours that are around the place now. */
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
