/** Samples of the words of a range and of the lines of a file, which recognise them after an edit without storing the text. */

import { packMarks, unpackMarks } from './fingerprint.ts';
import type { Span } from './page.ts';
import { LOW_ENTROPY_WORDS, type Page } from './page.ts';

/** Exact for ranges of up to about thirty words; for longer ones an estimate within about ±0.1. */
const SKETCH_SIZE = 64;

/** The smallest marks of the range's words and pairs of adjacent words (bottom-k sampling). */
export function sketchOf(page: Page, span: Span): string {
  return packMarks([...wordSet(page, span)].sort(ascending).slice(0, SKETCH_SIZE));
}

export interface Sketch {
  marks: ReadonlySet<number>;
  /** Marks above this one were not sampled; infinite if the sketch holds all marks. */
  limit: number;
}

export function openSketch(packed: string): Sketch {
  const marks = new Set(unpackMarks(packed));
  return { marks, limit: marks.size < SKETCH_SIZE ? Number.POSITIVE_INFINITY : Math.max(...marks) };
}

export interface Likeness {
  /** Words and pairs of words in common, as a share of all of both, 0 to 1. */
  common: number;
  /** Share of the old words and pairs that still exist, whatever was added. */
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

/** Lines of a file that are sampled: enough to tell the renamed file from a similar one. */
const SAMPLE = 32;

/** Many anchors are made in one file, and they share the sample. */
const sketches = new WeakMap<Page, string>();

export function fileSketch(page: Page): string {
  const known = sketches.get(page);
  if (known !== undefined) return known;
  const marks = new Set<number>();
  for (const { line, mark } of page.solid) if (page.weight(line) >= LOW_ENTROPY_WORDS) marks.add(mark);
  const sketch = packMarks([...marks].sort((a, b) => a - b).slice(0, SAMPLE));
  sketches.set(page, sketch);
  return sketch;
}

/** Share of the sampled lines that are in this file, 0 to 1. */
export function heldLines(sketch: string, page: Page): number {
  const marks = unpackMarks(sketch);
  if (marks.length === 0) return 0;
  return marks.filter((value) => page.places.has(value)).length / marks.length;
}
