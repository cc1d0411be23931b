/** The first so many matches in order of path, out of files that arrive in any order. */
import { byCodeUnit } from '../../text/index.ts';
import type { RepoPath } from '../repo-path.ts';
import type { LineMatch } from './events.ts';

export interface FilePlaces {
  path: RepoPath;
  matches: LineMatch[];
}

export class FirstPlaces {
  readonly #wanted: number;
  #files: FilePlaces[] = [];
  #held = 0;
  /** Files behind it are not among the first any more. */
  #last: string | undefined;

  constructor(wanted: number) {
    this.#wanted = wanted;
  }

  /** How many matches of the file could still be among the first. */
  room(path: string): number {
    return this.#last !== undefined && path > this.#last ? 0 : this.#wanted;
  }

  add(file: FilePlaces): void {
    if (file.matches.length === 0) return;
    this.#files.push(file);
    this.#held += file.matches.length;
    // Sorting at twice the size keeps the cost of each match constant on average.
    if (this.#held > 2 * this.#wanted) this.#prune();
  }

  inOrder(): FilePlaces[] {
    this.#prune();
    return this.#files;
  }

  #prune(): void {
    this.#files.sort((a, b) => byCodeUnit(a.path, b.path));
    let held = 0;
    let kept = 0;
    while (kept < this.#files.length && held < this.#wanted) held += this.#files[kept++]?.matches.length ?? 0;
    this.#files.length = kept;
    this.#held = held;
    if (held >= this.#wanted) this.#last = this.#files.at(-1)?.path;
  }
}
