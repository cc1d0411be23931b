/** A file known by a sample of its lines: is this other file what became of it? */
import { packMarks, unpackMarks } from './fingerprint.ts';
import type { Page } from './page.ts';
import { LOW_ENTROPY_WORDS } from './weight.ts';

/** Enough to tell a renamed file from a file of the same kind. */
const SAMPLE = 32;

/** Many anchors are made in one file, and the sample is the same for all. */
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

/** Share of the sampled lines that stand in this file, 0 to 1. */
export function heldLines(sketch: string, page: Page): number {
  const marks = unpackMarks(sketch);
  if (marks.length === 0) return 0;
  return marks.filter((value) => page.places.has(value)).length / marks.length;
}
