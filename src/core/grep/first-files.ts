/** The files that hold the first so many matches in an order of paths, out of files that arrive in any order. */

import { listedPath, type PathTest, printedName, type RepoPath } from '../sandbox/index.ts';
import type { FileCount, PathOrder } from './query.ts';

export class FirstFiles<File extends { path: RepoPath }> {
  readonly #wanted: number;
  readonly #matchesIn: (file: File) => number;
  readonly #order: PathOrder;
  #files: File[] = [];
  #held = 0;
  /** Files behind it are not among the first any more. */
  #last: string | undefined;

  constructor(wanted: number, matchesIn: (file: File) => number, order: PathOrder) {
    this.#wanted = wanted;
    this.#matchesIn = matchesIn;
    this.#order = order;
  }

  /** How many matches of the file could still be among the first. */
  room(path: string): number {
    return this.#last !== undefined && this.#order(path, this.#last) > 0 ? 0 : this.#wanted;
  }

  add(file: File): void {
    const matches = this.#matchesIn(file);
    if (matches === 0) return;
    this.#files.push(file);
    this.#held += matches;
    // Sorting at twice the size keeps the cost of each match constant on average.
    if (this.#held > 2 * this.#wanted) this.#prune();
  }

  inOrder(): File[] {
    this.#prune();
    return this.#files;
  }

  #prune(): void {
    this.#files.sort((a, b) => this.#order(a.path, b.path));
    let held = 0;
    let kept = 0;
    for (const file of this.#files) {
      if (held >= this.#wanted) break;
      held += this.#matchesIn(file);
      kept++;
    }
    this.#files.length = kept;
    this.#held = held;
    if (held >= this.#wanted) this.#last = this.#files.at(-1)?.path;
  }
}

/**
 * Of a pattern that matches nearly everywhere. Its matches are not worth moving through a pipe: they are counted by file, and only the
 * files that the answer shows are searched for places.
 */
export interface MatchCounts {
  total: number;
  filesSearched: number;
  /** The first files that hold enough matches, in order. */
  first: RepoPath[];
  /** All files that hold any. */
  files: FileCount[];
}

const COUNT = /(.+?)\0(\d+)\n/gs;
const SEARCHED = /\n(\d+) files searched\n/;

/** From the output of --count --null --stats. */
export function parseMatchCounts(
  output: string,
  isWanted: PathTest,
  enough: number,
  order: PathOrder,
): MatchCounts {
  const files = new FirstFiles<{ path: RepoPath; count: number }>(enough, ({ count }) => count, order);
  const all: FileCount[] = [];
  let total = 0;
  for (const [, name = '', digits = ''] of output.matchAll(COUNT)) {
    const path = listedPath(printedName(name));
    if (path === undefined || !isWanted(path)) continue;
    const count = Number(digits);
    total += count;
    all.push({ path, count });
    if (files.room(path) > 0) files.add({ path, count });
  }
  const first = files.inOrder().map(({ path }) => path);
  return { total, first, files: all, filesSearched: Number(SEARCHED.exec(output)?.[1] ?? all.length) };
}
