/** Takes passages, best first, as far as a number of characters goes; then one line each of further files. Pure. */
import type { Passage } from '../../../core/passages/index.ts';
import { charactersOf, type FileBlock, fileBlockText } from './ask-text.ts';

/** Of what is left for code, the part kept for further files, a line each. */
const FOR_FURTHER = 0.06;
/** Fewer lines of a passage do not help a reader. */
const FEWEST_LINES = 5;

/** Less has no room for a line of code. */
const SMALLEST_ROOM = 40;

interface Span {
  startLine: number;
  endLine: number;
}

interface Taken {
  passage: Passage;
  spans: readonly Span[];
}

export interface Fitted {
  files: readonly FileBlock[];
  /** The passages shown, best first. */
  shown: readonly Passage[];
  leftOut: number;
}

export function fitPassages(passages: readonly Passage[], characters: number): Fitted {
  const wanted = passages.filter(({ copyOf }) => copyOf === undefined);
  const taken: Taken[] = [];
  const code = Math.floor(characters * (1 - FOR_FURTHER));
  let spent = 0;
  let cut: Passage | undefined;
  for (const passage of wanted) {
    if (code - spent < SMALLEST_ROOM) break;
    const cost = costBeside(taken, { passage, spans: passage.spans });
    if (spent + cost > code) {
      cut ??= passage;
      continue;
    }
    spent += cost;
    taken.push({ passage, spans: passage.spans });
  }
  const part = cut && partOf(cut, (spans) => spent + costBeside(taken, { passage: cut, spans }) <= code);
  if (part !== undefined) {
    spent += costBeside(taken, part);
    taken.push(part);
  }
  for (const further of bestOfFiles(wanted, taken)) {
    const cost = costBeside(taken, further);
    if (spent + cost > characters) continue;
    spent += cost;
    taken.push(further);
  }
  const shown = taken.map(({ passage }) => passage);
  return { files: blocksOf(taken), shown, leftOut: wanted.filter((each) => !shown.includes(each)).length };
}

/** The first lines of its spans, as many as fit. */
function partOf(passage: Passage, fits: (spans: readonly Span[]) => boolean): Taken | undefined {
  const lines = passage.spans.flatMap(({ startLine, endLine }) =>
    Array.from({ length: endLine - startLine + 1 }, (_, at) => startLine + at),
  );
  let [least, most] = [0, lines.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(spansOf(lines.slice(0, middle)))) least = middle;
    else most = middle - 1;
  }
  return least < FEWEST_LINES ? undefined : { passage, spans: spansOf(lines.slice(0, least)) };
}

/** The first line of the best passage of each file that is not shown. */
function bestOfFiles(passages: readonly Passage[], taken: readonly Taken[]): Taken[] {
  const shown = new Set(taken.map(({ passage }) => passage.file.path));
  const found: Taken[] = [];
  for (const passage of passages) {
    const { file, unit } = passage;
    if (shown.has(file.path)) continue;
    shown.add(file.path);
    const declared = file.facts?.declarations[unit.declaration];
    const startLine = declared === undefined ? (passage.spans[0]?.startLine ?? 1) : declared.startLine;
    found.push({ passage, spans: [{ startLine, endLine: startLine }] });
  }
  return found;
}

function spansOf(lines: readonly number[]): Span[] {
  const spans: Span[] = [];
  for (const each of lines.toSorted((a, b) => a - b)) {
    const last = spans.at(-1);
    if (last !== undefined && each <= last.endLine + 1) last.endLine = Math.max(each, last.endLine);
    else spans.push({ startLine: each, endLine: each });
  }
  return spans;
}

/** How many more characters the answer has with it. */
function costBeside(taken: readonly Taken[], more: Taken): number {
  const ofFile = taken.filter(({ passage }) => passage.file.path === more.passage.file.path);
  const sizeOf = (all: readonly Taken[]) => charactersOf(blocksOf(all).flatMap(fileBlockText));
  return sizeOf([...ofFile, more]) - sizeOf(ofFile);
}

/** Files in the order of their best passages; of each, the lines in order, each once. */
function blocksOf(taken: readonly Taken[]): FileBlock[] {
  const paths = [...new Set(taken.map(({ passage }) => passage.file.path))];
  return paths.flatMap((path) => {
    const own = taken.filter(({ passage }) => passage.file.path === path);
    const [first] = own;
    if (first === undefined) return [];
    const { file, unit } = first.passage;
    const lines = own.flatMap(({ spans }) =>
      spans.flatMap(({ startLine, endLine }) =>
        Array.from({ length: endLine - startLine + 1 }, (_, at) => startLine + at),
      ),
    );
    const excerpts = spansOf(lines).map(({ startLine, endLine }) => ({
      startLine,
      content: file.lines.slice(startLine - 1, endLine).join('\n'),
    }));
    return [{ path, ...(unit.name === '' ? {} : { symbol: unit.name }), excerpts }];
  });
}
