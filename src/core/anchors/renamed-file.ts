/** Which of the other files the anchor's own was renamed to, or moved its code to: by the lines it holds, or by the names it declares. */
import type { Anchor } from './anchor.ts';
import { declaredMarks } from './anchored-symbol.ts';
import { packMarks, unpackMarks } from './fingerprint.ts';
import { baseName, nearestTo, sharedEnd, stoodBeside } from './other-files.ts';
import type { Page } from './page.ts';
import { heldLines } from './sketch.ts';

export interface OtherFile {
  path: string;
  page: Page;
}

/** A file that holds half of the old file's lines, or of the names around the anchor. */
const ENOUGH_ALIKE = 0.5;
/** Under its old base name a quarter of the lines is enough; if the directory around it has its old name, too, a tenth. */
const SAME_END_BONUS = [0, 0.25, 0.4];
/** By how much it must beat the next file, and what is left of the old one. */
const LEAD = 0.15;

/** `setUp`, `toString`, `new`: a name that so many files declare tells nothing about any of them. */
export const COMMON_NAME = 4;
/** Nor does a line that is in so many. */
const COMMON_LINE = 4;
/** So few names in common are met by accident. */
const LEAST_NAMES = 3;

/** Share of the names around the anchor that a text declares, 0 to 1; of those that tell something. */
export type HeldNames = (page: Page) => number;

export function namesHeld({ symbol }: Anchor, others: readonly OtherFile[]): HeldNames {
  if (symbol === undefined) return () => 0;
  const declared = new Map(others.map(({ page }) => [page, declaredMarks(symbol, page)]));
  const telling = unpackMarks(symbol.siblings).filter((value) => {
    let files = 0;
    for (const marks of declared.values()) if (marks.has(value)) files++;
    return files <= COMMON_NAME;
  });
  return (page) => {
    const marks = declared.get(page) ?? declaredMarks(symbol, page);
    const held = telling.filter((value) => marks.has(value)).length;
    return held < LEAST_NAMES ? 0 : held / telling.length;
  };
}

/**
 * Share of the old file's sampled lines that a file holds, 0 to 1. Under another base name only those lines count that do
 * not stand in many files: examples and tests are often made from one another.
 */
function linesHeld(
  { fileLines, path: old }: Anchor,
  others: readonly OtherFile[],
): (file: OtherFile) => number {
  const telling = unpackMarks(fileLines).filter(
    (value) => others.filter(({ page }) => page.places.has(value)).length <= COMMON_LINE,
  );
  const sketch = packMarks(telling);
  return ({ path, page }) => heldLines(baseName(path) === baseName(old) ? fileLines : sketch, page);
}

/** The likeliest first; two measures, so at most two. `own` is what stands under the old path now. */
export function renamedCandidates(
  anchor: Anchor,
  others: readonly OtherFile[],
  names: HeldNames,
  own: Page | undefined,
): OtherFile[] {
  const bonus = (path: string) => SAME_END_BONUS[Math.min(2, sharedEnd(path, anchor.path))] ?? 0;
  const stood = stoodBeside(anchor);
  const arrived = others.filter(({ path }) => !stood(path));
  const lines = linesHeld(anchor, others);
  const byLines = leading(
    arrived,
    (file) => lines(file) + bonus(file.path),
    own ? heldLines(anchor.fileLines, own) : 0,
  );
  const byNames = leading(arrived, ({ page }) => names(page), own ? names(own) : 0);
  // Copies of one another under the old base name: the one that lies nearest to where it lay.
  const isNamesake = ({ path }: OtherFile) => baseName(path) === baseName(anchor.path);
  const copies = byLines.every(isNamesake) ? nearestTo(anchor.path, byLines, ({ path }) => path) : undefined;
  const candidates = [
    byLines.length === 1 ? byLines[0] : copies,
    byNames.length === 1 ? byNames[0] : undefined,
  ];
  return [...new Set(candidates)].filter((candidate) => candidate !== undefined);
}

/** Those that no other leads by enough, if the first leads what is left of the old file. */
function leading(
  others: readonly OtherFile[],
  rankOf: (file: OtherFile) => number,
  left: number,
): OtherFile[] {
  const ranked = others.map((file) => ({ file, rank: rankOf(file) }));
  const most = Math.max(0, ...ranked.map(({ rank }) => rank));
  if (most < ENOUGH_ALIKE || most - left < LEAD) return [];
  return ranked.filter(({ rank }) => most - rank < LEAD).map(({ file }) => file);
}
