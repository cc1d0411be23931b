/** A text made ready for resolving many anchors in it: its lines, their marks, and where each mark stands. */
import { splitLines } from '../text/index.ts';
import { exactHash, mark, normalise, pairMark } from './fingerprint.ts';
import { weightOf, wordsOf } from './weight.ts';

/** A named stretch of a text, as an outline gives it. Lines count from 1, both ends included. */
export interface SymbolSpan {
  name: string;
  startLine: number;
  endLine: number;
}

/** A line that is not blank. */
export interface SolidLine {
  /** From 0. */
  line: number;
  mark: number;
}

export interface Page {
  readonly lines: readonly string[];
  readonly solid: readonly SolidLine[];
  /** For each line, how many solid lines stand above it; one entry more than there are lines. */
  readonly solidBefore: readonly number[];
  /** Mark of a line's normalised text → indexes into `solid`. */
  readonly places: ReadonlyMap<number, readonly number[]>;
  readonly symbols: readonly SymbolSpan[];
  readonly hash: string;
  /** Marks of the line's words and of each two in a row. */
  wordMarks(line: number): readonly number[];
  weight(line: number): number;
}

export function openPage(text: string, symbols: readonly SymbolSpan[] = []): Page {
  const lines = splitLines(text);
  const solid: SolidLine[] = [];
  const solidBefore: number[] = [];
  const places = new Map<number, number[]>();
  for (const [line, content] of lines.entries()) {
    solidBefore.push(solid.length);
    const normal = normalise(content);
    if (normal === '') continue;
    const lineMark = mark(normal);
    const known = places.get(lineMark);
    if (known) known.push(solid.length);
    else places.set(lineMark, [solid.length]);
    solid.push({ line, mark: lineMark });
  }
  solidBefore.push(solid.length);
  const words: (readonly number[] | undefined)[] = [];
  const weights: (number | undefined)[] = [];
  return {
    lines,
    solid,
    solidBefore,
    places,
    symbols: symbols.filter((span) => span.startLine >= 1 && span.endLine <= lines.length),
    hash: exactHash(lines),
    wordMarks(line) {
      const known = words[line] ?? wordMarksOf(lines[line] ?? '');
      words[line] = known;
      return known;
    },
    weight(line) {
      const known = weights[line] ?? weightOf([lines[line] ?? '']);
      weights[line] = known;
      return known;
    },
  };
}

function wordMarksOf(line: string): number[] {
  const marks: number[] = [];
  let last: number | undefined;
  for (const word of wordsOf(line)) {
    const value = mark(word);
    marks.push(value);
    if (last !== undefined) marks.push(pairMark(last, value));
    last = value;
  }
  return marks;
}
