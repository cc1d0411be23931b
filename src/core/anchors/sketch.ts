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

/** Share of words and pairs of words that the sketched range and this one have in common, 0 to 1. */
export function similarity(sketch: string, page: Page, span: Span): number {
  const then = new Set(unpackMarks(sketch));
  const now = wordSet(page, span);
  if (then.size === 0 || now.length === 0) return then.size === now.length ? 1 : 0;
  const present = new Set(now);
  const union = [...new Set([...then, ...now])].sort(ascending);
  const sample = union.slice(0, then.size < SKETCH_SIZE ? union.length : SKETCH_SIZE);
  let common = 0;
  for (const value of sample) if (then.has(value) && present.has(value)) common++;
  return common / sample.length;
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
