/**
 * Chunks: the pieces of a file that are searched and shown, about a screen long. A cut is before a declaration and its
 * comments, before a heading or at a blank line. The same text gives the same chunks.
 */
import type { Declaration } from './declarations.ts';
import type { LineTable } from './lines.ts';

export interface Chunk {
  /** Lines count from 1; the end is inclusive. */
  startLine: number;
  endLine: number;
  /** UTF-16 offsets; the end is exclusive. */
  startOffset: number;
  endOffset: number;
}

/** Characters. Smaller pieces hold too few words to rank them; in larger ones the place is hard to find. */
const LEAST = 750;
const MOST = 1500;
/** For text without blank lines and indentation. */
const PLAIN_LINES = 200;
const PLAIN_OVERLAP = 30;

/** How good a cut before a line is. Depth makes it worse, so that a class is cut between its methods. */
const CUT_AT_DECLARATION = 100;
const CUT_AT_BLANK = 40;
const CUT_AT_OUTDENT = 20;
const DEPTH_COST = 4;
const DEEPEST = 8;
/** A late cut makes fewer pieces, but must not outweigh a better kind of cut. */
const LATENESS = 15;

/** `/ * # - @ [` : comments, attributes and decorators belong to what follows them. */
const LEADS = new Uint8Array(128);
for (const character of '/*#-@[;%') LEADS[character.charCodeAt(0)] = 1;

export function chunksOf(lines: LineTable, declarations: readonly Declaration[]): Chunk[] {
  if (declarations.length === 0 && isShapeless(lines)) return plainChunks(lines);
  const cuts = cutValues(lines, declarations);
  const chunks: Chunk[] = [];
  for (let first = 0; first < lines.count; ) {
    const next = nextCut(lines, cuts, first);
    chunks.push(chunkOf(lines, first, next));
    first = next;
  }
  return chunks;
}

function chunkOf({ starts }: LineTable, first: number, next: number): Chunk {
  return {
    startLine: first + 1,
    endLine: next,
    startOffset: starts[first] ?? 0,
    endOffset: starts[next] ?? 0,
  };
}

function nextCut({ count, starts }: LineTable, cuts: Int16Array, first: number): number {
  const from = starts[first] ?? 0;
  if ((starts[count] ?? 0) - from <= MOST) return count;
  let best = -1;
  let bestValue = Number.NEGATIVE_INFINITY;
  let line = first + 1;
  for (; line < count; line++) {
    const size = (starts[line] ?? 0) - from;
    if (size > MOST) break;
    if (size < LEAST) continue;
    const value = (cuts[line] ?? 0) + (LATENESS * size) / MOST;
    if (value > bestValue) {
      best = line;
      bestValue = value;
    }
  }
  if (best !== -1) return best;
  // Long lines: no cut between LEAST and MOST. Take what is below MOST, or one line.
  return Math.max(first + 1, line - 1);
}

/** By line index: how good a cut before it is. */
function cutValues({ count, indents, firsts }: LineTable, declarations: readonly Declaration[]): Int16Array {
  const values = new Int16Array(count);
  let previousBlank = true;
  let previousIndent = 0;
  for (let line = 0; line < count; line++) {
    const blank = firsts[line] === 0;
    if (!blank) {
      const indent = indents[line] ?? 0;
      let value = -DEPTH_COST * Math.min(DEEPEST, indent >> 1);
      if (previousBlank) value += CUT_AT_BLANK;
      else if (indent < previousIndent) value += CUT_AT_OUTDENT;
      values[line] = value;
      previousIndent = indent;
    }
    previousBlank = blank;
  }
  for (const declaration of declarations) {
    let line = declaration.line - 1;
    while (line > 0 && LEADS[firsts[line - 1] ?? 0] === 1) line--;
    values[line] = CUT_AT_DECLARATION - DEPTH_COST * Math.min(DEEPEST, declaration.indent >> 1);
  }
  return values;
}

/** No blank line and no indentation: a table, a list, a log. */
function isShapeless({ count, indents, firsts }: LineTable): boolean {
  for (let line = 0; line < count; line++) if (firsts[line] === 0 || indents[line] !== 0) return false;
  return true;
}

/** Windows of PLAIN_LINES lines that overlap, so that no place is at the edge of each window it is in. */
function plainChunks(lines: LineTable): Chunk[] {
  const chunks: Chunk[] = [];
  for (let first = 0; first < lines.count; first += PLAIN_LINES - PLAIN_OVERLAP) {
    const next = Math.min(lines.count, first + PLAIN_LINES);
    chunks.push(chunkOf(lines, first, next));
    if (next === lines.count) break;
  }
  return chunks;
}
