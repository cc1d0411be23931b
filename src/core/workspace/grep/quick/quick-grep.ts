/**
 * The search of grep.ts, for large trees: files that surely do not hold what the pattern asks for are not read. Same
 * answers; where it is not certain that they are the same, ripgrep searches everything.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../../clock.ts';
import type { Logger } from '../../../log.ts';
import type { PathTest } from '../../glob.ts';
import type { Repository } from '../../repository.ts';
import type { Watch } from '../../watch.ts';
import { type GrepParts, grep, grepFiles, ripgrep, scopeOf } from '../grep.ts';
import type { GrepAnswer, GrepFound, GrepQuery } from '../query.ts';
import { wantedTest } from '../search.ts';
import { GRAM_BYTES, type GramTest, gramTest } from './grams.ts';
import { canBeWatched, KnownFiles } from './known-files.ts';
import { requirementOf } from './requirement.ts';
import { listTree, rulesOutside, type Tree } from './tree.ts';

export interface QuickGrep {
  grep(query: GrepQuery, signal?: AbortSignal): Promise<GrepAnswer>;
  close(): void;
}

export interface QuickGrepSurroundings {
  clock: Clock;
  log: Logger;
  /** Smaller trees are searched as ever. */
  leastFiles?: number;
}

export interface QuickGrepParts extends GrepParts, QuickGrepSurroundings {
  watch(): Watch;
}

/** Fewer are searched in a few hundredths of a second anyway. */
const LEAST_FILES = 2_000;
/** Naming files costs more than walking over them, so there must be few. */
const MOST_CANDIDATES = 1_500;
const LEAST_SHARE = 6;
/** For changes that no event tells, such as writes through a memory map. */
const COMPARE_AFTER_MS = 120_000;
/** Other calls must get their turn while files are read. */
const SLICE_MS = 4;
const MOST_COUNTS = 20;

export function openQuickGrep(parts: QuickGrepParts): QuickGrep {
  return new WatchedGrep(parts);
}

class WatchedGrep implements QuickGrep {
  readonly #parts: QuickGrepParts;
  readonly #closed = new AbortController();
  #watch: Watch | undefined;
  #known: KnownFiles | undefined;
  #tree: Tree | undefined;
  /** A listing is under way because it is needed, not only for safety. */
  #isBehind = false;
  #isListing = false;
  #isReading = false;
  /** On the clock; until then, every search is a plain one. */
  #notBefore = Number.NEGATIVE_INFINITY;
  #listedAt = 0;
  readonly #counts = new Map<string, number>();
  #countsVersion = -1;

  constructor(parts: QuickGrepParts) {
    this.#parts = parts;
  }

  readonly grep = async (query: GrepQuery, signal?: AbortSignal): Promise<GrepAnswer> => {
    const need = requirementOf(query, GRAM_BYTES);
    const answer = need && (await this.#fromCandidates(gramTest(need), query, signal));
    if (answer !== undefined) return answer;
    const all = await grep(this.#parts, query, signal);
    const { leastFiles = LEAST_FILES } = this.#parts;
    if ('filesSearched' in all && all.filesSearched >= leastFiles && this.#known === undefined) this.#list();
    return all;
  };

  close(): void {
    this.#closed.abort();
    this.#watch?.close();
  }

  async #fromCandidates(
    test: GramTest,
    query: GrepQuery,
    signal: AbortSignal | undefined,
  ): Promise<GrepFound | undefined> {
    const known = this.#known;
    if (known === undefined) return undefined;
    // What happened before the call is in the system's queue; the event loop takes it out in one of two turns.
    await nextTurn();
    await nextTurn();
    const repository = this.#parts.repository();
    if (!this.#isUpToDate(known, repository)) return undefined;
    const isWanted = wantedTest(this.#parts, query);
    const paths = known.candidates(test, isWanted, Math.min(MOST_CANDIDATES, known.count / LEAST_SHARE));
    this.#read(known);
    if (paths === undefined) return undefined;
    const tracked = repository === undefined ? [] : await this.#parts.trackedButIgnored(repository, signal);
    const more = tracked.filter((path) => !known.has(path) && isWanted(path));
    const running = grepFiles(this.#parts, query, known.orOne([...paths, ...more]), signal);
    const filesSearched = this.#countOf(known, query, isWanted) + more.length;
    const found = await running;
    this.#parts.log.debug('files were searched by name', { candidates: paths.length, of: filesSearched });
    return found && { ...found, filesSearched };
  }

  #isUpToDate(known: KnownFiles, repository: Repository | undefined): boolean {
    const { boundary, clock } = this.#parts;
    known.catchUp();
    const tree = this.#tree;
    const sameRules =
      tree !== undefined && tree.rules === rulesOutside(boundary, repository, tree.repositories);
    if (known.needsListing || !sameRules) {
      this.#list();
      this.#isBehind = true;
    }
    if (this.#isBehind) return false;
    if (clock.elapsed() - this.#listedAt > COMPARE_AFTER_MS) this.#list();
    return known.isSound;
  }

  /** In the background; searches are plain until it is done. */
  #list(): void {
    const { clock, log, boundary } = this.#parts;
    if (this.#isListing || this.#closed.signal.aborted || clock.elapsed() < this.#notBefore) return;
    if (this.#known?.isSound === false || !canBeWatched(boundary.root)) {
      this.#notBefore = Number.POSITIVE_INFINITY;
      return;
    }
    this.#isListing = true;
    this.#listNow()
      .catch((error: unknown) => {
        if (this.#known !== undefined) this.#known.needsListing = true;
        this.#notBefore = clock.elapsed() + COMPARE_AFTER_MS;
        if (!this.#closed.signal.aborted) log.warn('the files could not be listed for searching', { error });
      })
      .finally(() => {
        this.#isListing = false;
        if (this.#known !== undefined) this.#read(this.#known);
      });
  }

  async #listNow(): Promise<void> {
    const { boundary, isExcluded, maxFileBytes, clock } = this.#parts;
    const repository = this.#parts.repository();
    this.#watch ??= this.#parts.watch();
    const known = this.#known ?? new KnownFiles(boundary, this.#watch, maxFileBytes);
    this.#listedAt = clock.elapsed();
    known.listingBegins();
    const tree = await listTree({
      boundary,
      isExcluded,
      repository,
      program: await ripgrep(this.#parts),
      scope: scopeOf(this.#parts, { exclude: [] }, repository, []),
      watch: this.#watch,
      signal: this.#closed.signal,
    });
    if (tree === undefined) {
      known.needsListing = true;
      this.#notBefore = clock.elapsed() + COMPARE_AFTER_MS;
      return;
    }
    await this.#inSlices(known.compareAll());
    known.listed(tree);
    this.#tree = tree;
    this.#known = known;
    this.#isBehind = false;
  }

  #read(known: KnownFiles): void {
    if (this.#isReading || known.unreadCount === 0) return;
    const { clock, log } = this.#parts;
    const started = clock.elapsed();
    const files = known.unreadCount;
    this.#isReading = true;
    this.#inSlices(known.readUnread())
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

  async #inSlices(steps: Iterable<void>): Promise<void> {
    const { clock } = this.#parts;
    await nextTurn();
    let until = clock.elapsed() + SLICE_MS;
    for (const _ of steps) {
      if (clock.elapsed() < until) continue;
      await nextTurn();
      this.#closed.signal.throwIfAborted();
      until = clock.elapsed() + SLICE_MS;
    }
  }

  /** As many as ripgrep would have gone through. */
  #countOf(known: KnownFiles, { fileGlob, exclude }: GrepQuery, isWanted: PathTest): number {
    if (this.#countsVersion !== known.version || this.#counts.size > MOST_COUNTS) this.#counts.clear();
    this.#countsVersion = known.version;
    const key = JSON.stringify([fileGlob, exclude]);
    const count = this.#counts.get(key) ?? known.countOf(isWanted);
    this.#counts.set(key, count);
    return count;
  }
}
