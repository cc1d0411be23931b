/**
 * Subjects of past commits as a field of the files they changed: what people called the work on a file is what they will ask for. A commit
 * counts for a file by one over the square root of the files it changed: one that changed many says little of each.
 */

import { isRecord, runs, STOP_WORDS } from '../../text/index.ts';
import type { PastCommit } from '../../workspace/index.ts';
import { termsOfRun } from '../analyse/terms.ts';
import type { HistorySource } from '../contract.ts';

/** Newer ones say more: twice or five times as many gained nothing. */
export const MOST_COMMITS = 2_000;
/** A commit that changed more is a move, a new licence or a new formatter. */
const MOST_FILES = 100;
/** How soon one more commit with the word stops to count. */
const SATURATION = 1.5;

/** As it is stored. Newest commit first; files of a commit are numbers of paths. */
export interface StoredHistory {
  version: number;
  /** The rules by which the terms were made. */
  analysis: number;
  /** The commit up to which it was read. */
  head: string;
  commits: { id: string; subject: string; files: number[] }[];
  paths: string[];
  terms: [term: string, commits: number[]][];
}

export const HISTORY_VERSION = 1;

export function storedHistory(head: string, analysis: number, past: readonly KnownCommit[]): StoredHistory {
  const numbers = new Map<string, number>();
  const terms = new Map<string, number[]>();
  const commits: StoredHistory['commits'] = [];
  for (const { id, subject, paths } of past) {
    if (commits.length === MOST_COMMITS) break;
    if (paths.length > MOST_FILES) continue;
    for (const term of termsOf(subject)) {
      const holding = terms.get(term) ?? [];
      terms.set(term, holding);
      holding.push(commits.length);
    }
    const files = paths.map((path) => {
      const number = numbers.get(path) ?? numbers.size;
      numbers.set(path, number);
      return number;
    });
    commits.push({ id, subject, files });
  }
  return { version: HISTORY_VERSION, analysis, head, commits, paths: [...numbers.keys()], terms: [...terms] };
}

export type KnownCommit = Pick<PastCommit, 'subject'> & { id: string; paths: readonly string[] };

/** The commits of what is stored, to put newer ones before them. */
export function commitsOf({ commits, paths }: StoredHistory): KnownCommit[] {
  return commits.map(({ id, subject, files }) => ({
    id,
    subject,
    paths: files.map((file) => paths[file] ?? ''),
  }));
}

/** The data directory may come with the repository, so nothing in it is believed before it was looked at. */
export function isStoredHistory(value: unknown, analysis: number): value is StoredHistory {
  if (!isRecord(value) || value.version !== HISTORY_VERSION || value.analysis !== analysis) return false;
  const { head, commits, paths, terms } = value;
  if (typeof head !== 'string' || !isListOf(paths, (path) => typeof path === 'string')) return false;
  const isCommit = (commit: unknown): boolean =>
    isRecord(commit) &&
    typeof commit.id === 'string' &&
    typeof commit.subject === 'string' &&
    areNumbersBelow(paths.length, commit.files);
  if (!isListOf(commits, isCommit) || commits.length > MOST_COMMITS) return false;
  return isListOf(
    terms,
    (entry) =>
      Array.isArray(entry) && typeof entry[0] === 'string' && areNumbersBelow(commits.length, entry[1]),
  );
}

function isListOf(value: unknown, test: (each: unknown) => boolean): value is unknown[] {
  return Array.isArray(value) && value.every(test);
}

function areNumbersBelow(limit: number, value: unknown): boolean {
  return isListOf(value, (each) => Number.isInteger(each) && Number(each) >= 0 && Number(each) < limit);
}

function termsOf(subject: string): Set<string> {
  const telling = runs(subject).filter((run) => !STOP_WORDS.has(run.toLowerCase()));
  return new Set(telling.flatMap(termsOfRun));
}

export class HistoryField {
  readonly #history: StoredHistory;
  readonly #terms: ReadonlyMap<string, readonly number[]>;

  constructor(history: StoredHistory) {
    this.#history = history;
    this.#terms = new Map(history.terms);
  }

  get head(): string {
    return this.#history.head;
  }

  /** Over the files of an index: `fileId` of a path, -1 if it is not there. */
  over(fileLimit: number, fileId: (path: string) => number): HistorySource {
    const ids = Int32Array.from(this.#history.paths, fileId);
    return { scores: (terms) => this.#scores(terms, ids, fileLimit) };
  }

  #scores(
    asked: readonly { term: string; weight: number }[],
    ids: Int32Array,
    fileLimit: number,
  ): Float64Array | undefined {
    const { commits } = this.#history;
    let scores: Float64Array | undefined;
    const counts = new Float64Array(ids.length);
    for (const { term, weight } of asked) {
      const holding = this.#terms.get(term);
      if (holding === undefined) continue;
      scores ??= new Float64Array(fileLimit);
      const worth = weight * Math.log(1 + (commits.length - holding.length + 0.5) / (holding.length + 0.5));
      const touched: number[] = [];
      for (const at of holding) {
        const files = commits[at]?.files ?? [];
        const share = 1 / Math.sqrt(files.length);
        for (const file of files) {
          const count = counts[file] ?? 0;
          if (count === 0) touched.push(file);
          counts[file] = count + share;
        }
      }
      for (const file of touched) {
        const count = counts[file] ?? 0;
        counts[file] = 0;
        const id = ids[file] ?? -1;
        if (id >= 0)
          scores[id] = (scores[id] ?? 0) + (worth * count * (SATURATION + 1)) / (count + SATURATION);
      }
    }
    return scores;
  }
}
