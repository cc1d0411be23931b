import type { Anchor } from './anchor.ts';
import { heldLines } from './file-sketch.ts';
import { lastName } from './names.ts';
import type { Page } from './page.ts';

/** A file that holds so much of the old one may be it under a new name. */
const RELATED = 0.25;

/**
 * Whether the declarations of this other file matter for the anchor. Outlines are dear, so a caller reads many files as
 * plain text and outlines only those that name the declaration or resemble the file it was in.
 */
export function worthOutlining(anchor: Anchor, page: Page): boolean {
  if (anchor.symbol === undefined) return false;
  const name = lastName(anchor.symbol.name);
  return page.lines.some((line) => line.includes(name)) || heldLines(anchor.fileLines, page) >= RELATED;
}
