/** Which other file the anchor's file was renamed to, or its code was moved to: by lines or declared names in common. */
import type { Anchor } from './anchor.ts';
import { declaredMarks } from './anchored-symbol.ts';
import { packMarks, unpackMarks } from './fingerprint.ts';
import { baseName, existedThen, nearestTo, sharedEnd } from './other-files.ts';
import type { Page } from './page.ts';
import { heldLines } from './sketch.ts';

export interface OtherFile {
  path: string;
  page: Page;
}

/** Share of the old file's lines, or of the anchor's siblings, that a file must have. */
const ENOUGH_ALIKE = 0.5;
/** With the old base name a quarter of the lines is enough; if its directory has the old name, too, a tenth. */
const SAME_END_BONUS = [0, 0.25, 0.4];
/** How much more it must have than the next file, and than what remains at the old path. */
const LEAD = 0.15;

/** `setUp`, `toString`, `new`: a name that more files declare is no evidence. */
export const COMMON_NAME = 4;
/** Nor is a line that is in more files. */
const COMMON_LINE = 4;
/** Fewer names in common may be an accident. */
const LEAST_NAMES = 3;

/** Share of the anchor's siblings that a text declares, 0 to 1; common names do not count. */
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
 * Share of the old file's sampled lines that a file has, 0 to 1. With another base name, lines that are in many files do not
 * count: examples and tests are often copied from one another.
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

/** The most likely first; at most two, one by lines and one by names. `own` is the file at the old path now. */
export function renamedCandidates(
  anchor: Anchor,
  others: readonly OtherFile[],
  names: HeldNames,
  own: Page | undefined,
): OtherFile[] {
  const bonus = (path: string) => SAME_END_BONUS[Math.min(2, sharedEnd(path, anchor.path))] ?? 0;
  const existed = existedThen(anchor);
  const arrived = others.filter(({ path }) => !existed(path));
  const lines = linesHeld(anchor, others);
  const byLines = leading(
    arrived,
    (file) => lines(file) + bonus(file.path),
    own ? heldLines(anchor.fileLines, own) : 0,
  );
  const byNames = leading(arrived, ({ page }) => names(page), own ? names(own) : 0);
  // Copies of one another with the old base name: the one nearest to the old path.
  const isNamesake = ({ path }: OtherFile) => baseName(path) === baseName(anchor.path);
  const copies = byLines.every(isNamesake) ? nearestTo(anchor.path, byLines, ({ path }) => path) : undefined;
  const candidates = [
    byLines.length === 1 ? byLines[0] : copies,
    byNames.length === 1 ? byNames[0] : undefined,
  ];
  return [...new Set(candidates)].filter((candidate) => candidate !== undefined);
}

/** The first and those close behind it, if the first has clearly more than what remains at the old path. */
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
