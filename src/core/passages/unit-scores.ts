/**
 * How much each unit of the found files has to do with the prompt. BM25 over units: words that are rare in these files count more, a
 * word in the name of a declaration as several in its text. The file comes first: a weak unit of the best file is likelier to be
 * meant than a strong one of the tenth. Pure.
 */
import { STOP_WORDS, stem, words } from '../text/index.ts';
import type { AnalysedFile } from './analysed-file.ts';
import type { Span, Unit } from './units.ts';

/** A file of the index's answer: the score of its best place as a share of the first file's, and all its places. */
export interface RankedFile {
  file: AnalysedFile;
  share: number;
  places: readonly Span[];
}

export interface ScoredUnit {
  file: AnalysedFile;
  unit: Unit;
  /** Between 0 and 1. */
  score: number;
  /** Words of the prompt that it has, in the order of the prompt. */
  terms: readonly string[];
  /** Of the words of the prompt, by their rarity, the share that it has, and that its own name has. */
  covered: number;
  named: number;
  /** The score of a part of it, if the index's places count where they are. */
  scoreOf(part: Span): number;
}

/** BM25: how fast repetition stops counting, and how much length counts. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.2;
/** A word in a declaration's own name, and in the names around it, counts as so many in its text. */
const IN_NAME = 2;
const IN_OUTER_NAME = 0.6;
const NAMED_GAIN = 0.3;
/** What the index's own choice of a place counts, beside the words: its first place of a file, and its further ones. */
const FIRST_PLACE = 0.5;
const FURTHER_PLACE = 0.25;
/** Lines between declarations, and those that only import. */
const BETWEEN = 0.8;
const PREAMBLE = 0.25;
/** How fast files lose weight with their score and their rank. */
const BY_SCORE = 2.3;
const BY_RANK = 1.4;
/** A unit far below the best of its file is no candidate. */
const SHARPNESS = 2;
const LEAST = 0.05;

export function promptStems(prompt: string, most: number): string[] {
  const found = new Set<string>();
  for (const word of words(prompt)) if (!STOP_WORDS.has(word)) found.add(stem(word));
  return [...found].slice(0, most);
}

/** How rare each stem is among the units of the files. */
export type Rarity = ReadonlyMap<string, number>;

export function rarityIn(files: readonly RankedFile[], stems: readonly string[]): Rarity {
  const total = files.reduce((sum, { file }) => sum + file.units.length, 0);
  return new Map(
    stems.map((each) => {
      let having = 0;
      for (const { file } of files) for (const count of countsOf(file, each)) if (count > 0) having++;
      return [each, Math.log(1 + (total - having + 0.5) / (having + 0.5))];
    }),
  );
}

/** Not in order. */
export function scoreUnits(
  files: readonly RankedFile[],
  stems: readonly string[],
  rarity: Rarity,
): ScoredUnit[] {
  const all = files.flatMap(({ file }) => file.sizes);
  const usual = all.reduce((sum, each) => sum + each, 0) / Math.max(1, all.length);
  return files.flatMap((ranked, rank) => scoreFile(ranked, rank, stems, rarity, usual));
}

function scoreFile(
  { file, share, places }: RankedFile,
  rank: number,
  stems: readonly string[],
  rarity: Rarity,
  usual: number,
): ScoredUnit[] {
  const weight = share ** BY_SCORE / (rank + 1) ** BY_RANK;
  const counts = new Map(stems.map((each) => [each, countsOf(file, each)]));
  const total = Math.max(
    Number.MIN_VALUE,
    [...rarity.values()].reduce((sum, each) => sum + each, 0),
  );
  const byWords = file.units.map((unit, at) => {
    const named = namesOf(unit);
    const length = 1 - LENGTH_SHARE + (LENGTH_SHARE * (file.sizes[at] ?? 0)) / Math.max(1, usual);
    const terms: string[] = [];
    let [score, covered, own] = [0, 0, 0];
    for (const each of stems) {
      const inName = named.own.has(each) ? IN_NAME : named.outer.has(each) ? IN_OUTER_NAME : 0;
      const often = (counts.get(each)?.[at] ?? 0) + inName;
      if (often === 0) continue;
      terms.push(each);
      const rare = rarity.get(each) ?? 0;
      covered += rare;
      if (named.own.has(each)) own += rare;
      score += ((inName > 0 ? 1 + NAMED_GAIN : 1) * rare * often) / (often + SATURATION * length);
    }
    return { score: score * kindFactor(unit), terms, covered: covered / total, named: own / total };
  });
  const best = Math.max(Number.MIN_VALUE, ...byWords.map(({ score }) => score));
  // Where a file was found by its meaning or its path alone, the index's places are all there is to go by.
  const hasWords = byWords.some(({ terms }) => terms.length > 0);
  return file.units.flatMap((unit, at) => {
    const { score, terms, covered, named } = byWords[at] ?? NOTHING;
    const ownOf = (span: Span) =>
      (score / best + placed(span, places) * (unit.isPreamble ? PREAMBLE : 1)) / (1 + FIRST_PLACE);
    const scoreOf = (span: Span) => weight * ownOf(span) ** SHARPNESS;
    return ownOf(unit) < LEAST || (hasWords && terms.length === 0)
      ? []
      : [{ file, unit, score: scoreOf(unit), terms, covered, named, scoreOf }];
  });
}

const NOTHING = { score: 0, terms: [], covered: 0, named: 0 };

function kindFactor({ name, isPreamble }: Unit): number {
  if (isPreamble) return PREAMBLE;
  return name === '' ? BETWEEN : 1;
}

/** What the index thinks of these lines. */
function placed(span: Span, places: readonly Span[]): number {
  let most = 0;
  for (const [at, place] of places.entries()) {
    const shared = Math.min(span.endLine, place.endLine) - Math.max(span.startLine, place.startLine) + 1;
    const shorter = Math.min(span.endLine - span.startLine, place.endLine - place.startLine) + 1;
    if (shared > 0) most = Math.max(most, ((at === 0 ? FIRST_PLACE : FURTHER_PLACE) * shared) / shorter);
  }
  return most;
}

function namesOf({ name }: Unit): { own: ReadonlySet<string>; outer: ReadonlySet<string> } {
  const cut = name.lastIndexOf('.') + 1;
  const stems = (text: string) => new Set(words(text).map(stem));
  return { own: stems(name.slice(cut)), outer: stems(name.slice(0, cut)) };
}

/** How often each unit has the stem. Both lists are in the order of lines, so they are walked together. */
function countsOf(file: AnalysedFile, key: string): number[] {
  const counts = file.units.map(() => 0);
  let unit = 0;
  for (const line of file.linesWith(key)) {
    while ((file.units[unit]?.endLine ?? Number.POSITIVE_INFINITY) < line) unit++;
    if ((file.units[unit]?.startLine ?? Number.POSITIVE_INFINITY) <= line)
      counts[unit] = (counts[unit] ?? 0) + 1;
  }
  return counts;
}
