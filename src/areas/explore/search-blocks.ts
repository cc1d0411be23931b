/**
 * What a search shows as text: of each file that was found, the declarations that answer, as far as a number of characters goes; of
 * the last files a line. Pure.
 */
import { excerpt, excerptLines } from '../../core/answer.ts';
import { linesOf, type Passage, spansOf } from '../../core/passages/index.ts';
import type { Span } from './excerpt.ts';

export interface SearchBlock {
  path: string;
  /** The declaration that is meant most likely. */
  symbol?: string;
  /** The lines of that declaration, or those that the index chose. */
  place: Span;
  /** Empty if there is no room for its lines and it has a name. */
  excerpts: readonly { startLine: number; text: string }[];
}

/** A file that was found, with the lines that the index chose. */
export interface FoundFile {
  path: string;
  place: Span & { text: string };
}

/** Fewer lines of a declaration do not help a reader. */
const FEWEST_LINES = 5;
const LONGEST_LINE = 240;

export function searchBlocks(
  files: readonly FoundFile[],
  all: readonly Passage[],
  characters: number,
): SearchBlock[] {
  const own = new Map(files.map((file) => [file.path, new ShownFile(file)]));
  const passages = withoutImports(all);
  for (const passage of passages.toReversed()) own.get(passage.file.path)?.begin(passage);
  let room = characters - [...own.values()].reduce((sum, each) => sum + each.size, 0);
  let cut: Passage | undefined;
  for (const passage of passages) {
    const file = own.get(passage.file.path);
    if (file === undefined || passage.copyOf !== undefined) continue;
    const cost = file.costOf(passage, passage.spans);
    if (cost <= room) room -= file.add(passage, passage.spans);
    else cut ??= passage;
  }
  if (cut !== undefined) {
    const lines = linesOf(cut.spans);
    const file = own.get(cut.file.path);
    let count = lines.length;
    while (count >= FEWEST_LINES && file && file.costOf(cut, spansOf(lines.slice(0, count))) > room) count--;
    if (count >= FEWEST_LINES) file?.add(cut, spansOf(lines.slice(0, count)));
  }
  return [...own.values()].map((each) => each.block());
}

/** Imports and licences are shown if nothing else of the file is found. */
function withoutImports(passages: readonly Passage[]): Passage[] {
  const better = new Set(passages.filter(({ unit }) => !unit.isPreamble).map(({ file }) => file.path));
  return passages.filter(({ file, unit }) => !unit.isPreamble || !better.has(file.path));
}

class ShownFile {
  readonly #found: FoundFile;
  #lines = new Set<number>();
  #text: readonly string[] = [];
  #symbol = '';
  #first: { startLine: number; text: string };
  #place: Span;

  constructor(found: FoundFile) {
    this.#found = found;
    const { startLine, endLine, text } = found.place;
    this.#place = { startLine, endLine };
    this.#first = { startLine, text: text.split('\n')[0] ?? '' };
  }

  /** What is named if there is no room for its lines. */
  begin({ file, unit, spans }: Passage): void {
    const startLine =
      file.facts?.declarations[unit.declaration]?.startLine ?? spans[0]?.startLine ?? this.#first.startLine;
    this.#first = { startLine, text: file.lines[startLine - 1] ?? '' };
    this.#symbol = unit.name;
    this.#place = { startLine, endLine: unit.endLine };
  }

  get size(): number {
    const { path, excerpts, symbol = '' } = this.block();
    const head = path.length + symbol.length + 14;
    return excerpts.reduce(
      (sum, each) =>
        sum +
        excerptLines(excerpt(path, each.startLine, each.text)).reduce(
          (all, line) => all + line.length + 1,
          0,
        ),
      head,
    );
  }

  costOf(passage: Passage, spans: readonly Span[]): number {
    const [lines, text, symbol] = [new Set(this.#lines), this.#text, this.#symbol];
    const cost = this.add(passage, spans);
    [this.#lines, this.#text, this.#symbol] = [lines, text, symbol];
    return cost;
  }

  /** How many characters more it takes. */
  add(passage: Passage, spans: readonly Span[]): number {
    const before = this.size;
    if (this.#lines.size === 0) this.#symbol = passage.unit.name;
    this.#text = passage.file.lines;
    for (const each of linesOf(spans)) this.#lines.add(each);
    return this.size - before;
  }

  block(): SearchBlock {
    const { path } = this.#found;
    const excerpts =
      this.#lines.size === 0
        ? this.#symbol === ''
          ? [this.#first]
          : []
        : spansOf([...this.#lines]).map(({ startLine, endLine }) => ({
            startLine,
            text: this.#text.slice(startLine - 1, endLine).join('\n'),
          }));
    const shown = excerpts.map(({ startLine, text }) => ({ startLine, text: cutLong(text) }));
    const symbol = this.#symbol === '' ? {} : { symbol: this.#symbol };
    return { path, ...symbol, place: this.#place, excerpts: shown };
  }
}

function cutLong(text: string): string {
  return text.replace(/^(.{240}).+$/gm, (_, start: string) => `${start.slice(0, LONGEST_LINE - 1)}…`);
}
