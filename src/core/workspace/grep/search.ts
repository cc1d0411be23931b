/** Collects what ripgrep reports, and makes the answer of it. */
import type { Boundary } from '../boundary.ts';
import { matchGlob, matchGlobTree, type PathTest } from '../glob.ts';
import { readFileBytes } from '../read-file.ts';
import { isRefusal } from '../refusal.ts';
import { listedPath, type RepoPath } from '../repo-path.ts';
import { type LineMatch, parseEvents } from './events.ts';
import { excerpts } from './excerpt.ts';
import { FirstPlaces } from './first-places.ts';
import type { GrepFound, GrepMatch, GrepQuery } from './query.ts';

export interface SearchParts {
  boundary: Boundary;
  isExcluded: PathTest;
  maxFileBytes: number;
}

/** Places held beside the wanted ones, for those that turn out to be no longer there. */
const SPARE_PLACES = 50;
const NUL = 0;

export class Search {
  readonly onOutput: (chunk: Buffer) => void;
  isComplete = false;
  readonly #parts: SearchParts;
  readonly #query: GrepQuery;
  readonly #first: FirstPlaces;
  #total = 0;
  #filesSearched = 0;

  constructor(parts: SearchParts, query: GrepQuery) {
    this.#parts = parts;
    this.#query = query;
    this.#first = new FirstPlaces(query.limit + SPARE_PLACES);
    this.onOutput = this.#reader();
  }

  answer(): GrepFound {
    const { limit } = this.#query;
    const matches: GrepMatch[] = [];
    let gone = 0;
    for (const { path, matches: places } of this.#first.inOrder()) {
      if (matches.length >= limit) break;
      const shown = this.#shown(path, places);
      matches.push(...shown);
      gone += places.length - shown.length;
    }
    matches.length = Math.min(matches.length, limit);
    const totalMatches = Math.max(this.#total - gone, matches.length);
    return {
      matches,
      totalMatches,
      filesSearched: this.#filesSearched,
      truncated: totalMatches > matches.length,
    };
  }

  #reader(): (chunk: Buffer) => void {
    const isWanted = this.#pathTest();
    let path: RepoPath | undefined;
    let places: LineMatch[] = [];
    return parseEvents({
      begin: (name) => {
        places = [];
        path = listedPath(name.replace(/^\.\//, ''));
        if (path !== undefined && !isWanted(path)) path = undefined;
        return path === undefined ? 0 : this.#first.room(path);
      },
      match: (place) => {
        places.push(place);
      },
      end: (count, binary) => {
        if (path === undefined || binary) return;
        this.#total += count;
        this.#first.add({ path, matches: places });
      },
      summary: (filesSearched) => {
        this.#filesSearched = filesSearched;
        this.isComplete = true;
      },
    });
  }

  /** ripgrep has been told the same; this is the word that counts. */
  #pathTest(): PathTest {
    const { boundary, isExcluded } = this.#parts;
    const isInGlob = this.#query.fileGlob === undefined ? () => true : matchGlob(this.#query.fileGlob);
    const isLeftOut = matchGlobTree(this.#query.exclude ?? []);
    return (path) => isInGlob(path) && !boundary.isDenied(path) && !isExcluded(path) && !isLeftOut(path);
  }

  #shown(path: RepoPath, places: readonly LineMatch[]): GrepMatch[] {
    const file = readFileBytes(this.#parts.boundary, path, this.#parts.maxFileBytes);
    if (isRefusal(file) || file.bytes.includes(NUL)) return [];
    return excerpts(file.path, file.bytes, places, this.#query);
  }
}
