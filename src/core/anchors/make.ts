/** Making an anchor for a range of lines. */
import { AppError } from '../errors.ts';
import { ANCHOR_VERSION, type Anchor } from './anchor.ts';
import { symbolOf } from './anchored-symbol.ts';
import { exactHash, normalise, packMarks } from './fingerprint.ts';
import { neighbours } from './neighbours.ts';
import { landmarksOf, occurrences } from './occurrences.ts';
import { besideOf } from './other-files.ts';
import { openPage, type Page, type SymbolSpan, weightOf } from './page.ts';
import { fileSketch, sketchOf } from './sketch.ts';

/** Line marks stored from each end; the middle of a longer range is recognised by its words. */
const KEPT_LINES = 64;

/** `files` are the paths of all files: a file that exists now is never the anchored file renamed. */
export function makeAnchor(
  path: string,
  text: string | Page,
  startLine: number,
  endLine: number,
  symbols: readonly SymbolSpan[] = [],
  files: readonly string[] = [],
): Anchor {
  const page = typeof text === 'string' ? openPage(text, symbols) : text;
  if (!isRange(startLine, endLine) || endLine > page.lines.length)
    throw new AppError('invalid', 'range_invalid', `Lines ${startLine}-${endLine} are not in the file.`, {
      hint: `The file has ${page.lines.length} lines; they count from 1.`,
    });
  const span = { start: startLine - 1, end: endLine };
  const lines = page.lines.slice(span.start, span.end);
  const first = page.solidBefore[span.start] ?? 0;
  const end = page.solidBefore[span.end] ?? first;
  const solid = page.solid.slice(first, end);
  const marks = solid.map((line) => line.mark);
  const around = neighbours(page, first, end);
  const symbol = symbolOf(span, page);
  const beside = besideOf(path, files);
  const anchor: Anchor = {
    v: ANCHOR_VERSION,
    path,
    startLine,
    endLine,
    hash: exactHash(lines),
    normalisedHash: exactHash(lines.map(normalise).filter((line) => line !== '')),
    fileHash: page.hash,
    fileLines: fileSketch(page),
    ...(symbol ? { symbol } : {}),
    ...(beside === '' ? {} : { beside }),
    before: packMarks(around.before),
    after: packMarks(around.after),
    head: packMarks(marks.slice(0, KEPT_LINES)),
    tail: packMarks(marks.slice(KEPT_LINES).slice(-KEPT_LINES)),
    solid: solid.length,
    lead: (solid[0]?.line ?? span.start) - span.start,
    words: sketchOf(page, span),
    weight: weightOf(lines),
    copies: 1,
  };
  const copies = occurrences(anchor, page, 'normalised');
  if (copies.length < 2) return anchor;
  return { ...anchor, copies: copies.length, landmarks: landmarksOf(page, span, copies) };
}

function isRange(start: number, end: number): boolean {
  return Number.isInteger(start) && Number.isInteger(end) && start >= 1 && end >= start;
}
