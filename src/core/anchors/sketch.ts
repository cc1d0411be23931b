/** What is kept of a range's words, so that an edited range can be known again without keeping its text. */
import { mark, packMarks, unpackMarks } from './fingerprint.ts';
import type { Page } from './page.ts';

/** Exact for ranges of up to about thirty words; beyond, an estimate within some ±0.1. */
const SKETCH_SIZE = 64;

/** A stretch of lines from 0, its end not included. */
export interface Span {
  start: number;
  end: number;
}

/** The smallest marks of the range's words and pairs of neighbouring words (bottom-k sampling). */
export function sketchOf(page: Page, span: Span): string {
  return packMarks(wordSet(page, span).slice(0, SKETCH_SIZE));
}

export interface Likeness {
  /** Words and pairs of words in common, as a share of all of both, 0 to 1. */
  common: number;
  /** Share of the old words and pairs that are still there, whatever came beside them. */
  kept: number;
}

export function likeness(sketch: string, page: Page, span: Span): Likeness {
  const then = new Set(unpackMarks(sketch));
  const now = wordSet(page, span);
  if (then.size === 0 || now.length === 0) return { common: 0, kept: 0 };
  const present = new Set(now);
  let kept = 0;
  for (const value of then) if (present.has(value)) kept++;
  const union = [...new Set([...then, ...now])].sort(ascending);
  const sample = union.slice(0, then.size < SKETCH_SIZE ? union.length : SKETCH_SIZE);
  let common = 0;
  for (const value of sample) if (then.has(value) && present.has(value)) common++;
  return { common: common / sample.length, kept: kept / then.size };
}

function wordSet(page: Page, span: Span): number[] {
  const set = new Set<number>();
  let last = 0;
  for (let line = span.start; line < span.end; line++) {
    for (const word of page.wordMarks(line)) {
      set.add(word);
      set.add(mark(`${last} ${word}`));
      last = word;
    }
  }
  return [...set].sort(ascending);
}

function ascending(a: number, b: number): number {
  return a - b;
}
