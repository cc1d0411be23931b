/** What is kept of a range's words, so that an edited range can be known again without keeping its text. */
import { packMarks, unpackMarks } from './fingerprint.ts';
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
  return packMarks([...wordSet(page, span)].sort(ascending).slice(0, SKETCH_SIZE));
}

export interface Sketch {
  marks: ReadonlySet<number>;
  /** Marks above this one were not sampled; infinite when the sketch holds all there were. */
  limit: number;
}

export function openSketch(packed: string): Sketch {
  const marks = new Set(unpackMarks(packed));
  return { marks, limit: marks.size < SKETCH_SIZE ? Number.POSITIVE_INFINITY : Math.max(...marks) };
}

export interface Likeness {
  /** Words and pairs of words in common, as a share of all of both, 0 to 1. */
  common: number;
  /** Share of the old words and pairs that are still there, whatever came beside them. */
  kept: number;
}

export function likeness({ marks, limit }: Sketch, page: Page, span: Span): Likeness {
  const now = wordSet(page, span);
  if (marks.size === 0 || now.size === 0) return { common: 0, kept: 0 };
  const added: number[] = [];
  let kept = 0;
  for (const value of now)
    if (marks.has(value)) kept++;
    else if (value < limit) added.push(value);
  const share = kept / marks.size;
  if (limit === Number.POSITIVE_INFINITY) return { common: kept / (marks.size + added.length), kept: share };
  const sample = [...marks, ...added].sort(ascending).slice(0, SKETCH_SIZE);
  const common = sample.filter((value) => marks.has(value) && now.has(value)).length / sample.length;
  return { common, kept: share };
}

function wordSet(page: Page, span: Span): Set<number> {
  const set = new Set<number>();
  for (let line = span.start; line < span.end; line++)
    for (const value of page.wordMarks(line)) set.add(value);
  return set;
}

function ascending(a: number, b: number): number {
  return a - b;
}
