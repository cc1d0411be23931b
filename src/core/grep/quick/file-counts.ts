/** As many files as ripgrep would have gone through, kept for questions that are asked again. */
import type { PathTest } from '../../sandbox/index.ts';
import type { GrepQuery } from '../query.ts';
import type { KnownFiles } from './known-files.ts';

const MOST_COUNTS = 20;

export class FileCounts {
  readonly #counts = new Map<string, number>();
  #version = -1;

  of(known: KnownFiles, { fileGlob, exclude }: GrepQuery, isWanted: PathTest): number {
    if (this.#version !== known.version || this.#counts.size > MOST_COUNTS) this.#counts.clear();
    this.#version = known.version;
    const key = JSON.stringify([fileGlob, exclude]);
    const count = this.#counts.get(key) ?? known.countOf(isWanted);
    this.#counts.set(key, count);
    return count;
  }
}
