/** A file as passages are chosen from it: its lines, units, and where each word is. Kept by content. */
import type { ReadFile } from '../symbols/index.ts';
import { countLines, ownBlocks, RecentCache, splitLines, stem, words } from '../text/index.ts';
import { type Span, type Unit, unitsOf } from './units.ts';

export interface AnalysedFile {
  path: string;
  text: string;
  lines: readonly string[];
  facts: ReadFile['facts'];
  units: readonly Unit[];
  /** How many words each unit has. */
  sizes: readonly number[];
  /** The lines that have a word with this stem, ascending, a line as often as it has it. */
  linesWith(stem: string): readonly number[];
  /** The blocks that `init` wrote, which are never shown. */
  hidden: readonly Span[];
}

/** Characters of the files kept: their words take about six times as much memory. */
const MOST_KEPT = 8 * 1024 * 1024;
/** Of a longer line, the rest is not looked at. */
const LONGEST_LINE = 400;

export class FileAnalysis {
  readonly #kept = new RecentCache<AnalysedFile>(MOST_KEPT, ({ text }) => text.length + 1);

  of(path: string, { text, facts }: ReadFile): AnalysedFile {
    const key = `${path}\n${facts === undefined ? '' : 'facts'}\n${text}`;
    let known = this.#kept.get(key);
    if (known === undefined) {
      known = analyse(path, text, facts);
      this.#kept.set(key, known);
    }
    return known;
  }
}

function analyse(path: string, text: string, facts: ReadFile['facts']): AnalysedFile {
  const lines = splitLines(text);
  const hidden = ownBlocks(text).map(({ start, end }) => ({
    startLine: countLines(text.slice(0, start + 1)),
    endLine: countLines(text.slice(0, end)),
  }));
  const units = unitsOf(lines, facts);
  const where = new Map<string, number[]>();
  const perLine = lines.map((line, at) => {
    if (hidden.some(({ startLine, endLine }) => startLine <= at + 1 && at + 1 <= endLine)) return 0;
    const found = words(line.length > LONGEST_LINE ? line.slice(0, LONGEST_LINE) : line);
    for (const word of found) {
      const key = stem(word);
      const known = where.get(key);
      if (known === undefined) where.set(key, [at + 1]);
      else known.push(at + 1);
    }
    return found.length;
  });
  const sizes = units.map(({ startLine, endLine }) =>
    perLine.slice(startLine - 1, endLine).reduce((sum, each) => sum + each, 0),
  );
  return { path, text, lines, facts, units, sizes, linesWith: (key) => where.get(key) ?? [], hidden };
}
