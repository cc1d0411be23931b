/** The files that hold the first so many matches in order of path, out of files that arrive in any order. */

import type { RepoPath } from '../sandbox/index.ts';
import { byCodeUnit } from '../text/index.ts';
import type { LineMatch } from './events.ts';

export interface FilePlaces {
  path: RepoPath;
  matches: LineMatch[];
}

export class FirstFiles<File extends { path: RepoPath }> {
  readonly #wanted: number;
  readonly #matchesIn: (file: File) => number;
  #files: File[] = [];
  #held = 0;
  /** Files behind it are not among the first any more. */
  #last: string | undefined;

  constructor(wanted: number, matchesIn: (file: File) => number) {
    this.#wanted = wanted;
    this.#matchesIn = matchesIn;
  }

  /** How many matches of the file could still be among the first. */
  room(path: string): number {
    return this.#last !== undefined && path > this.#last ? 0 : this.#wanted;
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
    this.#files.sort((a, b) => byCodeUnit(a.path, b.path));
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
