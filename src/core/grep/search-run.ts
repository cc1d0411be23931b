/** Collects what ripgrep reports, and makes the answer of it. */
import {
  isRefusal,
  listedPath,
  matchGlob,
  matchGlobTree,
  type PathTest,
  printedName,
  type RepoPath,
  readFileBytes,
} from '../sandbox/index.ts';
import type { SearchRules } from '../workspace/index.ts';
import { type LineMatch, parseEvents } from './events.ts';
import { excerpts } from './excerpt.ts';
import { type FilePlaces, FirstFiles } from './first-files.ts';
import { type GrepFound, type GrepMatch, type GrepQuery, SPARE_PLACES } from './query.ts';

type SearchDeps = Pick<SearchRules, 'boundary' | 'isExcluded' | 'maxFileBytes'>;

const NUL = 0;

export class Search {
  readonly onOutput: (chunk: Buffer) => void;
  isComplete = false;
  readonly #deps: SearchDeps;
  readonly #query: GrepQuery;
  readonly #first: FirstFiles<FilePlaces>;
  #total = 0;
  #filesSearched = 0;

  constructor(deps: SearchDeps, query: GrepQuery) {
    this.#deps = deps;
    this.#query = query;
    this.#first = new FirstFiles(query.limit + SPARE_PLACES, ({ matches }) => matches.length);
    this.onOutput = this.#reader();
  }

  get total(): number {
    return this.#total;
  }

  get filesSearched(): number {
    return this.#filesSearched;
  }

  /** `total` is known better where not all places were collected. */
  answer(total: number = this.#total): GrepFound {
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
    const totalMatches = Math.max(total - gone, matches.length);
    return {
      matches,
      totalMatches,
      filesSearched: this.#filesSearched,
      truncated: totalMatches > matches.length,
    };
  }

  #reader(): (chunk: Buffer) => void {
    const isWanted = wantedTest(this.#deps, this.#query);
    let path: RepoPath | undefined;
    let places: LineMatch[] = [];
    return parseEvents({
      begin: (name) => {
        places = [];
        path = listedPath(printedName(name));
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
        this.#filesSearched += filesSearched;
        this.isComplete = true;
      },
    });
  }

  #shown(path: RepoPath, places: readonly LineMatch[]): GrepMatch[] {
    const file = readFileBytes(this.#deps.boundary, path, this.#deps.maxFileBytes);
    if (isRefusal(file) || file.bytes.includes(NUL)) return [];
    return excerpts(file.path, file.bytes, places, this.#query);
  }
}

/** ripgrep has been told the same; this is the word that counts. */
export function wantedTest({ boundary, isExcluded }: SearchDeps, query: GrepQuery): PathTest {
  const isInGlob = query.fileGlob === undefined ? () => true : matchGlob(query.fileGlob);
  const isLeftOut = matchGlobTree(query.exclude ?? []);
  return (path) => isInGlob(path) && !boundary.isDenied(path) && !isExcluded(path) && !isLeftOut(path);
}
