/**
 * The search of grep.ts, for large trees: files that surely do not hold what the pattern asks for are not read. Same
 * answers; where it is not certain that they are the same, ripgrep searches everything.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../clock.ts';
import type { Repository } from '../../git/index.ts';
import type { Logger } from '../../logger.ts';
import type { RepoPath } from '../../sandbox/index.ts';
import { byCodeUnit } from '../../text/index.ts';
import { canBeWatched, Freshness, LIST_AGAIN_MS, type OpenWatch } from '../../watch/index.ts';
import type { SearchableWorkspace } from '../../workspace/index.ts';
import {
  type GrepDeps,
  grep,
  grepByCounts,
  grepDeps,
  grepFiles,
  matchingFiles,
  ripgrep,
  scopeOf,
} from '../grep.ts';
import { type GrepAnswer, type GrepFound, type GrepQuery, refusedPattern } from '../query.ts';
import { wantedTest } from '../search-run.ts';
import { GRAM_BYTES, gramTest } from './grams.ts';
import { FileCounts, KnownFiles } from './known-files.ts';
import { requirementOf } from './requirement.ts';
import { listTree, rulesOutside, type Tree } from './tree.ts';

export interface Grep {
  grep(query: GrepQuery, signal?: AbortSignal): Promise<GrepAnswer>;
  /** Files that may hold the word: all that do are among them. In order of path. */
  filesWith(word: string, options: WordOptions, signal?: AbortSignal): Promise<readonly RepoPath[]>;
  /** All files that are searched, if they are known and up to date. */
  knownFiles(): Promise<readonly RepoPath[] | undefined>;
  close(): void;
}

export interface WordOptions {
  ignoreCase: boolean;
  /** As in GrepQuery. */
  isSeldom?: boolean;
}

/** What knowing the files may cost. Beyond any of these all files are searched each time, as in a small tree. */
export interface Limits {
  tableBytes: number;
  files: number;
  directories: number;
}

export interface GrepHost {
  clock: Clock;
  log: Logger;
  /** Smaller trees are searched in full each time. */
  leastFiles?: number;
  limits?: Limits;
}

interface WatchedGrepDeps extends GrepDeps, GrepHost {
  watch: OpenWatch;
}

export const LIMITS: Limits = {
  // What a server beside an editor may hold: kubernetes six times over. Tables are between a fourth (no two lines alike)
  // and a twenty-fourth (kubernetes) of the text.
  tableBytes: 64 * 1024 * 1024,
  // A file takes 330 bytes beside its table: 66 MB.
  files: 200_000,
  // A directory takes 26 µs to watch and 0.8 KB here, and about 1 KB of the kernel's memory; older systems give one
  // person no more than 8,192, newer ones by their memory, and editors want some too.
  directories: 32_768,
};

/** Fewer are searched in a few hundredths of a second anyway. */
const LEAST_FILES = 2_000;
/** Naming files costs more than walking over them, so there must be few. */
const MOST_CANDIDATES = 1_500;
const LEAST_SHARE = 6;
/** Of fewer files than so many times the least, the lines are moved in less time than a second call takes. */
const LEAST_COUNTED = 5;
/** Long work pauses after so long, so that other calls get their turn. */
const SLICE_MS = 4;
/** After a question that could not wait for a listing. */
const SOON_MS = 1_000;

/** Reads nothing until somebody asks. */
export function openGrep(
  { searchRules, watch }: Pick<SearchableWorkspace, 'searchRules' | 'watch'>,
  host: GrepHost,
): Grep {
  return new WatchedGrep({ ...grepDeps(searchRules), ...host, watch });
}

class WatchedGrep implements Grep {
  readonly #deps: WatchedGrepDeps;
  readonly #leastFiles: number;
  readonly #limits: Limits;
  readonly #closed = new AbortController();
  readonly #freshness: Freshness;
  #known: KnownFiles | undefined;
  readonly #counts = new FileCounts();
  #tree: Tree | undefined;
  /** A listing is under way because it is needed, not only for safety. */
  #isBehind = false;
  #isListing = false;
  #isReading = false;
  #soon: NodeJS.Timeout | undefined;
  /** On the clock; until then, every search goes through all files. */
  #notBefore = Number.NEGATIVE_INFINITY;

  constructor(deps: WatchedGrepDeps) {
    this.#deps = deps;
    this.#leastFiles = deps.leastFiles ?? LEAST_FILES;
    this.#limits = deps.limits ?? LIMITS;
    this.#freshness = new Freshness(() => deps.watch(this.#limits.directories), deps.clock);
  }

  readonly grep = async (query: GrepQuery, signal?: AbortSignal): Promise<GrepAnswer> => {
    const refused = refusedPattern(query);
    if (refused !== undefined) return { invalidPattern: refused };
    const answer = this.#known && (await this.#fromKnown(this.#known, query, signal));
    if (answer !== undefined) return answer;
    const all = await grep(this.#deps, query, signal);
    const isLarge = 'filesSearched' in all && all.filesSearched >= this.#leastFiles;
    if (isLarge && query.isSeldom !== true && this.#known === undefined) this.#list();
    return all;
  };

  readonly filesWith = async (
    word: string,
    { ignoreCase, isSeldom }: WordOptions,
    signal?: AbortSignal,
  ): Promise<readonly RepoPath[]> => {
    const query: GrepQuery = {
      pattern: word,
      fixedStrings: true,
      caseSensitive: !ignoreCase,
      contextLines: 0,
      limit: 1,
      maxLineLength: 1,
    };
    const need = requirementOf(query, GRAM_BYTES);
    const known = need && (await this.#upToDate());
    if (need === undefined || known === undefined) {
      if (isSeldom !== true) this.#listSoon();
      return await matchingFiles(this.#deps, query, signal);
    }
    this.#read(known);
    // Whatever was not read yet may hold the word: too much to be of use.
    if (known.unreadCount > known.count / LEAST_SHARE) return await matchingFiles(this.#deps, query, signal);
    const repository = this.#deps.repository();
    const tracked = repository === undefined ? [] : await this.#deps.trackedButIgnored(repository, signal);
    const isWanted = wantedTest(this.#deps, query);
    const found = known.candidates(gramTest(need), isWanted, Number.POSITIVE_INFINITY) ?? [];
    return [...new Set([...found, ...tracked.filter(isWanted)])].sort(byCodeUnit);
  };

  readonly knownFiles = async (): Promise<readonly RepoPath[] | undefined> =>
    (await this.#upToDate())?.paths();

  async #upToDate(): Promise<KnownFiles | undefined> {
    const known = this.#known;
    if (known === undefined) return undefined;
    await this.#freshness.settled();
    const isStill = this.#known === known && this.#isUpToDate(known, this.#deps.repository());
    return isStill ? known : undefined;
  }

  close(): void {
    clearTimeout(this.#soon);
    this.#closed.abort();
    this.#freshness.close();
  }

  /** Undefined: the files are not known well enough, or it is no pattern. */
  async #fromKnown(
    known: KnownFiles,
    query: GrepQuery,
    signal: AbortSignal | undefined,
  ): Promise<GrepFound | undefined> {
    if ((await this.#upToDate()) !== known) return undefined;
    const repository = this.#deps.repository();
    const isWanted = wantedTest(this.#deps, query);
    const need = requirementOf(query, GRAM_BYTES);
    const most = Math.min(MOST_CANDIDATES, known.count / LEAST_SHARE);
    const paths = need && known.candidates(gramTest(need), isWanted, most);
    this.#read(known);
    const tracked = repository === undefined ? [] : await this.#deps.trackedButIgnored(repository, signal);
    const more = tracked.filter((path) => !known.has(path) && isWanted(path));
    const count = () => this.#counts.of(known, query, isWanted) + more.length;
    if (paths === undefined) {
      // The size of a file that was not read is not known.
      if (known.unreadCount > known.count / LEAST_SHARE) return undefined;
      return this.#byCounts(known, query, count(), signal);
    }
    const running = grepFiles(this.#deps, query, known.orOne([...paths, ...more]), signal);
    const filesSearched = count();
    const found = await running;
    this.#deps.log.debug('files were searched by name', { candidates: paths.length, of: filesSearched });
    return found && { ...found, filesSearched };
  }

  async #byCounts(
    known: KnownFiles,
    query: GrepQuery,
    filesSearched: number,
    signal: AbortSignal | undefined,
  ): Promise<GrepFound | undefined> {
    if (filesSearched < this.#leastFiles * LEAST_COUNTED) return undefined;
    const found = await grepByCounts(this.#deps, query, known.tooLarge(), signal);
    return found && { ...found, filesSearched };
  }

  #isUpToDate(known: KnownFiles, repository: Repository | undefined): boolean {
    const { boundary } = this.#deps;
    const state = this.#freshness.state();
    known.catchUp(state);
    if (!known.isSound) {
      this.#giveUp('not all of them can be watched');
      return false;
    }
    const tree = this.#tree;
    const sameRules =
      tree !== undefined && tree.rules === rulesOutside(boundary, repository, tree.repositories);
    if (known.needsListing || !sameRules) {
      this.#list();
      this.#isBehind = true;
    }
    if (this.#isBehind) return false;
    if (state.is === 'known' && state.isOld) this.#list();
    return true;
  }

  get #hasGivenUp(): boolean {
    return this.#notBefore === Number.POSITIVE_INFINITY;
  }

  /** For good: the same obstacle would come again. */
  #giveUp(why: string): void {
    this.#deps.log.info('all files are searched each time from now on', { why });
    this.#notBefore = Number.POSITIVE_INFINITY;
    this.#freshness.close();
    this.#known = undefined;
    this.#tree = undefined;
  }

  /** Not while the first question is being answered, which has no use for it. */
  #listSoon(): void {
    this.#soon ??= setTimeout(() => this.#list(), SOON_MS).unref();
  }

  /** In the background; until it is done, searches go through all files. */
  #list(): void {
    clearTimeout(this.#soon);
    this.#soon = undefined;
    const { clock, log, boundary } = this.#deps;
    if (this.#isListing || this.#closed.signal.aborted || clock.elapsed() < this.#notBefore) return;
    if (!canBeWatched(boundary.root)) {
      this.#notBefore = Number.POSITIVE_INFINITY;
      return;
    }
    this.#isListing = true;
    this.#listNow()
      .catch((error: unknown) => {
        if (this.#known !== undefined) this.#known.needsListing = true;
        this.#notBefore = clock.elapsed() + LIST_AGAIN_MS;
        if (!this.#closed.signal.aborted) log.warn('the files could not be listed for searching', { error });
      })
      .finally(() => {
        this.#isListing = false;
        if (this.#known !== undefined) this.#read(this.#known);
      });
  }

  async #listNow(): Promise<void> {
    const { boundary, isExcluded, maxFileBytes, clock } = this.#deps;
    const repository = this.#deps.repository();
    const watch = this.#freshness.listingBegins();
    const known = this.#known ?? new KnownFiles(boundary, maxFileBytes);
    known.listingBegins();
    const tree = await listTree({
      boundary,
      isExcluded,
      repository,
      program: await ripgrep(this.#deps),
      scope: scopeOf(this.#deps, { exclude: [] }, repository, []),
      watch,
      signal: this.#closed.signal,
    });
    if (this.#hasGivenUp) return;
    if (!watch.isComplete && !watch.isLost) return this.#giveUp('not all of them can be watched');
    if (tree === undefined || watch.isLost) {
      known.needsListing = true;
      this.#notBefore = clock.elapsed() + LIST_AGAIN_MS;
      return;
    }
    if (tree.files.length > this.#limits.files) return this.#giveUp('there are too many of them');
    await inSlices(known.compareAll(), clock, this.#closed.signal);
    if (this.#hasGivenUp) return;
    this.#freshness.listed();
    known.listed(tree);
    this.#tree = tree;
    this.#known = known;
    this.#isBehind = false;
  }

  #read(known: KnownFiles): void {
    if (this.#isReading || known.unreadCount === 0) return;
    const { clock, log } = this.#deps;
    const started = clock.elapsed();
    const files = known.unreadCount;
    this.#isReading = true;
    inSlices(this.#readWithin(known), clock, this.#closed.signal)
      .then(() =>
        log.debug('files were read for searching', {
          files,
          ms: Math.round(clock.elapsed() - started),
          bytes: known.tableBytes,
        }),
      )
      .catch((error: unknown) => {
        if (!this.#closed.signal.aborted) log.warn('files could not be read for searching', { error });
      })
      .finally(() => {
        this.#isReading = false;
      });
  }

  *#readWithin(known: KnownFiles): Generator<void> {
    for (const _ of known.readUnread()) {
      if (this.#known !== known) return;
      if (!known.isSound) return this.#giveUp('not all of them can be watched');
      if (known.tableBytes > this.#limits.tableBytes) return this.#giveUp('they hold too much');
      yield;
    }
  }
}

async function inSlices(steps: Iterable<void>, clock: Clock, signal: AbortSignal): Promise<void> {
  await nextTurn();
  let until = clock.elapsed() + SLICE_MS;
  for (const _ of steps) {
    if (clock.elapsed() < until) continue;
    await nextTurn();
    signal.throwIfAborted();
    until = clock.elapsed() + SLICE_MS;
  }
}
