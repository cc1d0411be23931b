/**
 * Chunks: the pieces of a file that are searched and shown. Cut where a reader would cut, before a declaration
 * with its comments, before a heading, at a blank line, and about a screen long. The same text gives the same chunks.
 */
import type { Declaration } from './declarations.ts';

export interface Chunk {
  /** Lines count from 1; the end is inclusive. */
  startLine: number;
  endLine: number;
  /** UTF-16 offsets; the end is exclusive. */
  startOffset: number;
  endOffset: number;
}

/** Characters. Smaller pieces say too little to be ranked, bigger ones hide the place in them. */
const LEAST = 750;
const MOST = 1500;
/** For text with no shape to cut by. */
const PLAIN_LINES = 200;
const PLAIN_OVERLAP = 30;

/** How good it is to cut before a line. Depth makes it worse, so that a class is cut between its methods. */
const CUT_AT_DECLARATION = 100;
const CUT_AT_BLANK = 40;
const CUT_AT_OUTDENT = 20;
const DEPTH_COST = 4;
const DEEPEST = 8;
/** A cut near the end of the allowance makes fewer pieces; it must not outweigh a better kind of cut. */
const LATENESS = 15;

const SPACE = 32;
const TAB = 9;
const NEWLINE = 10;
const RETURN = 13;
/** `/ * # - @ [` : comments, attributes and decorators belong to what follows them. */
const LEADS = new Set([...'/*#-@[;%'].map((character) => character.charCodeAt(0)));

export function lineStartsOf(text: string): Uint32Array {
  let count = text === '' ? 0 : 1;
  for (let at = text.indexOf('\n'); at !== -1 && at + 1 < text.length; at = text.indexOf('\n', at + 1))
    count++;
  const starts = new Uint32Array(count);
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at + 1 < text.length; at = text.indexOf('\n', at + 1))
    starts[line++] = at + 1;
  return starts;
}

export function chunksOf(
  text: string,
  lineStarts: Uint32Array,
  declarations: readonly Declaration[],
): Chunk[] {
  const lines = lineStarts.length;
  if (lines === 0) return [];
  const cuts = cutValues(text, lineStarts, declarations);
  const chunks: Chunk[] = [];
  let first = 0;
  while (first < lines) {
    const next = nextCut(text, lineStarts, cuts, first);
    chunks.push({
      startLine: first + 1,
      endLine: next,
      startOffset: lineStarts[first] ?? 0,
      endOffset: lineStarts[next] ?? text.length,
    });
    first = next;
  }
  return chunks;
}

function nextCut(text: string, lineStarts: Uint32Array, cuts: Int16Array, first: number): number {
  const lines = lineStarts.length;
  const from = lineStarts[first] ?? 0;
  if (text.length - from <= MOST) return lines;
  let best = -1;
  let bestValue = Number.NEGATIVE_INFINITY;
  let line = first + 1;
  for (; line < lines; line++) {
    const size = (lineStarts[line] ?? 0) - from;
    if (size > MOST) break;
    if (size < LEAST) continue;
    const value = (cuts[line] ?? 0) + (LATENESS * size) / MOST;
    if (value > bestValue) {
      best = line;
      bestValue = value;
    }
  }
  if (best !== -1) return best;
  // Nothing fits between the least and the most: a run of long lines. Take what is below the most, or one line.
  return Math.max(first + 1, line - 1);
}

/** By line index: the worth of a cut before it. */
function cutValues(text: string, lineStarts: Uint32Array, declarations: readonly Declaration[]): Int16Array {
  const lines = lineStarts.length;
  const values = new Int16Array(lines);
  const leads = new Uint8Array(lines);
  let previousBlank = true;
  let previousIndent = 0;
  for (let line = 0; line < lines; line++) {
    const end = lineStarts[line + 1] ?? text.length;
    let at = lineStarts[line] ?? 0;
    let indent = 0;
    let code = NEWLINE;
    for (; at < end; at++) {
      code = text.charCodeAt(at);
      if (code === SPACE) indent++;
      else if (code === TAB) indent += 4;
      else break;
    }
    const blank = at >= end || code === NEWLINE || code === RETURN;
    if (!blank) {
      let value = -DEPTH_COST * Math.min(DEEPEST, indent >> 1);
      if (previousBlank) value += CUT_AT_BLANK;
      else if (indent < previousIndent) value += CUT_AT_OUTDENT;
      values[line] = value;
      if (LEADS.has(code)) leads[line] = 1;
      previousIndent = indent;
    }
    previousBlank = blank;
  }
  for (const declaration of declarations) {
    let line = declaration.line - 1;
    while (line > 0 && leads[line - 1] === 1) line--;
    values[line] = CUT_AT_DECLARATION - DEPTH_COST * Math.min(DEEPEST, declaration.indent >> 1);
  }
  return values;
}

/** Fixed windows with overlap, for callers that want the same cut whatever the language. */
export function plainChunks(text: string, lineStarts: Uint32Array): Chunk[] {
  const chunks: Chunk[] = [];
  const lines = lineStarts.length;
  for (let first = 0; first < lines; first += PLAIN_LINES - PLAIN_OVERLAP) {
    const next = Math.min(lines, first + PLAIN_LINES);
    chunks.push({
      startLine: first + 1,
      endLine: next,
      startOffset: lineStarts[first] ?? 0,
      endOffset: lineStarts[next] ?? text.length,
    });
    if (next === lines) break;
  }
  return chunks;
}
