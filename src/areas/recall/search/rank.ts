/**
 * Ranks candidates of all sources by one comparable score. Pure, so the same state gives the same order. A score is between 0
 * and 1, by the same rule for every source: the words that a text shares with the query, and how near its vector is. The fewer
 * words of the query occur anywhere, the more the vectors count.
 */
import { UNIT_DOT } from '../../../core/embed/index.ts';
import { byCodeUnit } from '../../../core/text/index.ts';
import { type Candidate, SOURCE_ORDER } from './candidates.ts';
import type { Known } from './text-cache.ts';
import { matchWords } from './word-match.ts';

export interface Ranked {
  candidate: Candidate;
  /** Between 0 and 1, to four digits. */
  score: number;
}

/** A candidate with a lower score is not a result. */
const LEAST_SCORE = 0.12;
const SUPERSEDED_FACTOR = 0.5;
/** Earlier sessions contain the questions themselves and would match best, so they come after all answers. */
const SESSION_FACTOR = 0.3;
const AFTER_ANSWERS = 0.9;

/** The cosine of unrelated texts; a lower one means nothing. */
const UNRELATED_COSINE = 0.05;
/** The cosine of a text that answers the question in other words. */
const ANSWERING_COSINE = 0.5;
const LEAST_VECTOR_SHARE = 0.4;
const MOST_VECTOR_SHARE = 0.85;
/** The hybrid list already uses vectors, so the list by meaning alone may count less. */
const LEAST_SEMANTIC_SHARE = 0.3;
const MOST_SEMANTIC_SHARE = 0.7;

/** Sessions come last in `candidates`. */
export function rank(
  candidates: readonly Candidate[],
  known: readonly Known[],
  stems: readonly string[],
  queryVector: Int8Array | undefined,
): Ranked[] {
  const { scores: wordScores, best } = matchWords(
    stems,
    known.map(({ words }) => words),
    candidates.filter(({ source }) => source !== 'session').length,
  );
  const share = vectorShare(best);
  const own = candidates.map((_, at) => {
    const vector = known[at]?.vector;
    const near = queryVector === undefined || vector === undefined ? undefined : cosine(queryVector, vector);
    return relevance(wordScores[at] ?? 0, near, share);
  });
  const scores = withoutSuperseded(
    candidates,
    inIndexOrder(candidates, own, queryVector === undefined ? 0 : semanticShare(best)),
  );
  return sessionsLast(candidates, scores)
    .map(({ candidate, score }) => ({ candidate, score: Math.round(score * 10_000) / 10_000 }))
    .filter(({ score }) => score >= LEAST_SCORE)
    .sort(byScore);
}

function sessionsLast(candidates: readonly Candidate[], scores: readonly number[]): Ranked[] {
  const answers = scores.filter((_, at) => candidates[at]?.source !== 'session');
  const least = Math.min(1, ...answers.filter((score) => score >= LEAST_SCORE));
  return candidates.map((candidate, at) => {
    const score = scores[at] ?? 0;
    if (candidate.source !== 'session') return { candidate, score };
    return { candidate, score: Math.min(score * SESSION_FACTOR, least * AFTER_ANSWERS) };
  });
}

/**
 * Keeps the index's order of code: it knows more than the two numbers here (names, definitions, kinds of files). The best score
 * of the code decides where that order begins among the other sources.
 */
function inIndexOrder(candidates: readonly Candidate[], own: readonly number[], share: number): number[] {
  const ranks = candidates.map(({ codeRank }) =>
    codeRank === undefined ? undefined : (1 - share) * codeRank.hybrid + share * codeRank.semantic,
  );
  const best = Math.max(Number.MIN_VALUE, ...ranks.filter((rank) => rank !== undefined));
  const top = Math.max(0, ...own.filter((_, at) => ranks[at] !== undefined));
  return ranks.map((rank, at) => (rank === undefined ? (own[at] ?? 0) : (top * rank) / best));
}

/** Lowers superseded candidates, and puts each after the one that replaced it. */
function withoutSuperseded(candidates: readonly Candidate[], scores: readonly number[]): number[] {
  const byId = new Map(candidates.map(({ id }, at) => [id, scores[at] ?? 0]));
  return candidates.map(({ supersededBy }, at) => {
    const score = scores[at] ?? 0;
    if (supersededBy === undefined) return score;
    const successor = byId.get(supersededBy);
    return Math.min(score * SUPERSEDED_FACTOR, (successor ?? 1) * 0.99);
  });
}

function byScore(a: Ranked, b: Ranked): number {
  return (
    b.score - a.score ||
    SOURCE_ORDER.indexOf(a.candidate.source) - SOURCE_ORDER.indexOf(b.candidate.source) ||
    byCodeUnit(a.candidate.id, b.candidate.id)
  );
}

/** `bestCoverage`: the largest share of the query's words that any candidate has. */
function vectorShare(bestCoverage: number): number {
  return LEAST_VECTOR_SHARE + (MOST_VECTOR_SHARE - LEAST_VECTOR_SHARE) * (1 - bestCoverage);
}

/** How much the list by meaning counts in the order of code. */
function semanticShare(bestCoverage: number): number {
  return LEAST_SEMANTIC_SHARE + (MOST_SEMANTIC_SHARE - LEAST_SEMANTIC_SHARE) * (1 - bestCoverage);
}

function nearness(cosine: number): number {
  return clamp((cosine - UNRELATED_COSINE) / (ANSWERING_COSINE - UNRELATED_COSINE));
}

/** Without a cosine only the words count. */
function relevance(wordScore: number, cosine: number | undefined, share: number): number {
  if (cosine === undefined) return clamp(wordScore);
  return clamp(share * nearness(cosine) + (1 - share) * wordScore);
}

function cosine(a: Int8Array, b: Int8Array): number {
  let sum = 0;
  for (let d = 0; d < a.length; d++) sum += (a[d] ?? 0) * (b[d] ?? 0);
  return sum / UNIT_DOT;
}

function clamp(value: number): number {
  return Math.max(0, Math.min(1, value));
}
