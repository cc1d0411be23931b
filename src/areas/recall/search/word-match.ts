/** Scores how many words of a query a text has, between 0 and 1. Rare words count more. */
import { keywords, proseStem, words } from '../../../core/text/index.ts';

/** How often each stem occurs. */
export interface WordCounts {
  title: ReadonlySet<string>;
  body: ReadonlyMap<string, number>;
  length: number;
}

const MOST_QUERY_WORDS = 40;
/** The weight of a word for occurring at all; the rest comes from how often it occurs for the length of the text. */
const PRESENCE = 0.65;
/** Extra weight of a word in the title. */
const TITLE_BONUS = 0.15;
/** The usual constants of BM25: how fast repetition stops counting, and how much length counts. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;

export function queryStems(query: string): string[] {
  const asked = keywords(query, MOST_QUERY_WORDS);
  const from = asked.length > 0 ? asked.join(' ') : query;
  return [...new Set(words(from).map(proseStem))].slice(0, MOST_QUERY_WORDS);
}

export function countWords(title: string, body: string): WordCounts {
  const counts = new Map<string, number>();
  const stems = words(body).map(proseStem);
  for (const each of stems) counts.set(each, (counts.get(each) ?? 0) + 1);
  return { title: new Set(words(title).map(proseStem)), body: counts, length: stems.length };
}

/**
 * One score for each text, and the largest share of the query that any of the first `counted` texts covers. Only these decide
 * how rare a word is: the others may repeat the query.
 */
export function matchWords(
  stems: readonly string[],
  texts: readonly WordCounts[],
  counted = texts.length,
): { scores: number[]; best: number } {
  const judges = texts.slice(0, counted);
  const weights = stems.map((each) => rarity(judges.filter((text) => has(text, each)).length, judges.length));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return { scores: texts.map(() => 0), best: 0 };
  const average = judges.reduce((sum, { length }) => sum + length, 0) / Math.max(1, judges.length);
  let best = 0;
  const scores = texts.map((text, place) => {
    let covered = 0;
    let score = 0;
    for (const [at, each] of stems.entries()) {
      if (!has(text, each)) continue;
      const weight = weights[at] ?? 0;
      covered += weight;
      score += weight * strength(text, each, average);
    }
    if (place < counted) best = Math.max(best, covered / total);
    return score / total;
  });
  return { scores, best };
}

const has = ({ title, body }: WordCounts, word: string) => title.has(word) || body.has(word);

/** Never 0: a word that all texts have still counts. */
function rarity(having: number, all: number): number {
  return Math.log(1 + (all - having + 0.5) / (having + 0.5)) + 0.1;
}

function strength(text: WordCounts, word: string, average: number): number {
  const count = text.body.get(word) ?? 0;
  const norm = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * text.length) / Math.max(1, average));
  const often = count / (count + norm);
  const bonus = text.title.has(word) ? TITLE_BONUS : 0;
  return Math.min(1, PRESENCE + (1 - PRESENCE - TITLE_BONUS) * often + bonus);
}
