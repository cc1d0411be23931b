/**
 * The lines of a place that answer: those where most of what was asked for stands close together. A word counts once in full, and a little
 * for every other line that has it; less in imports and comments, more where the name that was asked for is declared.
 */
import type { LineSpan } from '../code-index.ts';
import type { AskedTerms } from './asked-terms.ts';
import { isComment, isImport } from './code-lines.ts';

export interface FocusQuery {
  asked: AskedTerms;
  /** Lines that declare what was asked for. */
  declaring: ReadonlySet<number>;
  /** Prose has no imports, and what looks like a comment is a heading or a list. */
  isProse: boolean;
  /** At most. */
  size: number;
}

const IN_IMPORT = 0.3;
const IN_COMMENT = 0.5;
const IN_DECLARATION = 2.5;
const AGAIN = 0.3;
/** Of the lines to spare, before the first that matches: what follows a name says more than what is before it. */
const BEFORE = 1 / 3;
/** Of a line; the rest of an endless one is not looked at. */
const LONGEST_LINE = 400;

/** `lines` are those of the place, from `startLine` on. */
export function focusOf(lines: readonly string[], startLine: number, query: FocusQuery): LineSpan {
  const { size } = query;
  const from = lines.length <= size ? 0 : densest(weighed(lines, startLine, query), size);
  return { startLine: startLine + from, endLine: startLine + Math.min(lines.length, from + size) - 1 };
}

type Weighed = ReadonlyMap<string, number>;

const NOTHING: Weighed = new Map();

function weighed(lines: readonly string[], startLine: number, query: FocusQuery): Weighed[] {
  const { asked, declaring, isProse } = query;
  return lines.map((line, at) => {
    if (!asked.mayBeIn(line)) return NOTHING;
    let found: Map<string, number> | undefined;
    let factor = 1;
    for (const term of asked.in(line.slice(0, LONGEST_LINE))) {
      if (found === undefined) {
        found = new Map();
        factor = declaring.has(startLine + at) ? IN_DECLARATION : isProse ? 1 : factorOf(line);
      }
      found.set(term, (asked.worth.get(term) ?? 0) * factor);
    }
    return found ?? NOTHING;
  });
}

function factorOf(line: string): number {
  return isImport(line) ? IN_IMPORT : isComment(line) ? IN_COMMENT : 1;
}

/** The first line of the best window; among equal ones the first, moved so that what matches has lines around it. */
function densest(lines: readonly Weighed[], size: number): number {
  let [best, most] = [0, 0];
  for (let from = 0; from + size <= lines.length; from++) {
    // The next window holds all of this one's words.
    if (lines[from]?.size === 0 && from + size < lines.length) continue;
    const value = worthOf(lines.slice(from, from + size));
    if (value > most) [best, most] = [from, value];
  }
  if (most === 0) return 0;
  const window = lines.slice(best, best + size);
  const first = window.findIndex(({ size: found }) => found > 0);
  const spare = size - (window.findLastIndex(({ size: found }) => found > 0) - first + 1);
  const from = best + first - Math.floor(spare * BEFORE);
  return Math.max(0, Math.min(lines.length - size, from));
}

function worthOf(window: readonly Weighed[]): number {
  const highest = new Map<string, number>();
  let [sum, all] = [0, 0];
  for (const line of window)
    for (const [term, value] of line) {
      all += value;
      const known = highest.get(term) ?? 0;
      if (value <= known) continue;
      highest.set(term, value);
      sum += value - known;
    }
  return sum + AGAIN * (all - sum);
}
