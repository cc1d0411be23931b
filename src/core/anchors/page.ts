/** A text prepared for resolving many anchors in it: its lines, their marks, the places of each mark, and how distinctive a line is. */
import { splitLines } from '../text/index.ts';
import { exactHash, mark, normalise, pairMark } from './fingerprint.ts';

/** A range of lines: from 0, the end not included. */
export interface Span {
  start: number;
  end: number;
}

/** A declaration, as an outline gives it. Lines count from 1, both included. */
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
  /** For each line, how many solid lines are above it; one entry more than there are lines. */
  readonly solidBefore: readonly number[];
  /** By the mark of a line's normalised text: indexes into `solid`. */
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

// How distinctive a text is. A lone brace or `return;` occurs many times in every file, so it is no evidence of where a range
// went.

/** Keywords and the like, which name nothing. */
const COMMON = new Set(
  `abstract and as assert async await begin bool boolean break byte case catch char class const continue def default
   del delete do done double elif else elsif end endif enum esac except export extends extern false fi final finally
   float fn for from func function global go goto if impl implements import in include inline int interface internal
   is lambda let long loop match module mut namespace new nil none not null of or override package pass private proc
   protected pub public raise readonly ref require rescue return self short static str string struct super switch
   template then this throw throws trait true try type typedef typeof undefined union unless unsafe until use using
   val var virtual void when where while with yield`.split(/\s+/),
);

/** With fewer naming words the text alone never decides. */
export const LOW_ENTROPY_WORDS = 3;
/** With so many naming words the text is distinctive even among other files. */
export const TELLING_WORDS = 8;

const WORD = /[\p{L}\p{N}_$]+/gu;

export function wordsOf(line: string): string[] {
  return line.match(WORD) ?? [];
}

function names(word: string): boolean {
  return word.length > 1 && !COMMON.has(word) && !/^\d+$/.test(word);
}

/** Long words are hardly ever equal by accident: a word counts once more for every so many letters. */
const LONG_WORD = 10;

/** Distinct words that name something. */
export function weightOf(lines: Iterable<string>): number {
  const seen = new Set<string>();
  for (const line of lines) for (const word of wordsOf(line)) if (names(word)) seen.add(word);
  let weight = 0;
  for (const word of seen) weight += 1 + Math.floor((word.length - 1) / LONG_WORD);
  return weight;
}
