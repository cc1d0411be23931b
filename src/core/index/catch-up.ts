/** What happens before a search: wait a little for the index to be up to date, and say so if it is not. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { AppError, inSentences } from '../errors.ts';
import type { Workspace } from '../workspace/index.ts';
import type { Background } from './background.ts';
import type { ChangedFiles } from './changed-files.ts';
import type { CodeIndex } from './code-index.ts';
import { filesWithWords } from './grep-fallback.ts';
import { type IndexDatabase, isComplete } from './live/database.ts';
import { reindex } from './refresh.ts';
import { VALUES } from './storage/storage.ts';
import type { SegmentMaker } from './threads/segment-maker.ts';

export interface CatchUpDeps {
  database: IndexDatabase;
  background: Background;
  changedFiles: ChangedFiles;
  workspace: Workspace;
  grep: CodeIndex['grep'];
  clock: Clock;
  maker(): Promise<SegmentMaker>;
}

/** A first answer is due within a second; what is left of it goes to reading the files that ripgrep names. */
const WAIT_FOR_BUILD_MS = 250;
const WAIT_FOR_WORDS_MS = 750;
/** Comparing tens of thousands of files with the index takes about this long. */
const WAIT_FOR_CHECK_MS = 700;

/** The whole index is as the files are: no warning. */
const READY: string[] = [];

export class CatchUp {
  readonly #deps: CatchUpDeps;
  /** The files were compared with the index at least once since it was opened. */
  #checked = false;
  /** The newest refresh for changes that no event names again. Until it ends, every answer may lack some of them. */
  #pending: Promise<void> | undefined;

  constructor(deps: CatchUpDeps) {
    this.#deps = deps;
  }

  async before(query: string, fileGlob: string | undefined): Promise<string[]> {
    const { database, changedFiles, background, clock } = this.#deps;
    await database.live.current();
    if (!isComplete(database.live)) return await this.#partial(query, fileGlob);
    const until = clock.elapsed() + WAIT_FOR_CHECK_MS;
    // One that failed may have listed files that it did not take in; no watch names them again.
    if (this.#pending === undefined && (!this.#checked || background.failure !== undefined))
      this.#follow(this.check());
    // The first listing opens the watch; before, nobody knows what changed.
    if (!this.#checked && !(await this.#isOver(until))) return this.#behind();
    const behind = await changedFiles.catchUp();
    if (behind !== undefined) this.#follow(behind.refresh);
    return (await this.#isOver(until)) && background.failure === undefined ? READY : this.#behind();
  }

  /** Whether the index has all files as they are now, without waiting for one that is on its way. */
  async isCurrent(): Promise<boolean> {
    const { database, changedFiles, background } = this.#deps;
    const isKnown = () => this.#checked && this.#pending === undefined && isComplete(database.live);
    if (!isKnown()) return false;
    const behind = await changedFiles.catchUp();
    if (behind !== undefined) this.#follow(behind.refresh);
    return isKnown() && background.failure === undefined;
  }

  /** The first refresh since the index was opened. */
  async check(): Promise<void> {
    await this.#deps.background.start();
    this.#checked = true;
  }

  #follow(refresh: Promise<void>): void {
    // Refreshes run one after the other, so the newest ends last.
    const pending = refresh.finally(() => {
      if (this.#pending === pending) this.#pending = undefined;
    });
    this.#pending = pending;
  }

  /** Waits for the pending refresh, but not for long. */
  async #isOver(until: number): Promise<boolean> {
    const { background, clock } = this.#deps;
    const pending = this.#pending;
    if (pending === undefined || (await endsWithin(pending, until - clock.elapsed()))) return true;
    // All that changed, often nothing, was read and is searched; what is left is to write it down.
    return background.hasReadAll;
  }

  #behind(): string[] {
    const failed = this.failure();
    if (failed !== undefined) return [`${failed} What changed since may be missing.`];
    const { progress } = this.#deps.background;
    const left = progress === undefined ? 0 : progress.total - progress.done;
    return [
      left === 0
        ? 'The files are still being compared with the index; what changed may be missing. Every hit shown is as it is on disk now.'
        : `The index is catching up with changed files: ${count(left)} files to read. What changed may be missing; every hit shown is as it is on disk now.`,
    ];
  }

  async #partial(query: string, fileGlob: string | undefined): Promise<string[]> {
    const { database, workspace, clock, grep } = this.#deps;
    const enough = new AbortController();
    const words = filesWithWords(query, grep, fileGlob, WAIT_FOR_WORDS_MS, enough.signal);
    const building = this.check();
    const isBuilt = () => isComplete(database.live);
    const isInTime = (await endsWithin(building, WAIT_FOR_BUILD_MS)) && isBuilt();
    // Words that are hard to find are looked for until the index has them.
    const found = isInTime
      ? undefined
      : await Promise.race([words, building.then(() => (isBuilt() ? undefined : words))]);
    if (found === undefined) {
      enough.abort();
      return READY;
    }
    const before = await database.live.current();
    const unread = found.filter((path) => before.place(path) === undefined && workspace.lists(path));
    if (unread.length > 0) reindex(database.live, await this.#deps.maker(), clock, unread);
    if (isComplete(database.live)) return READY;
    const listed = Number(database.live.value(VALUES.listed) ?? 0);
    const known = database.live.snapshot.knownCount;
    const far =
      listed === 0 ? 'the files are being listed' : `indexed ${count(known)} of ${count(listed)} files`;
    return [
      this.failure() ??
        `The index is being built: ${far}. Other files were searched by plain words only; ask again soon.`,
    ];
  }

  /** In words, if the last refresh failed. */
  failure(): string | undefined {
    const { failure } = this.#deps.background;
    if (failure === undefined) return undefined;
    const why = failure instanceof AppError ? inSentences(failure) : 'pilotbook doctor may say why.';
    return `The index could not be brought up to date. ${why}`;
  }
}

async function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const timeout = new AbortController();
  try {
    return await Promise.race([
      work.then(() => true),
      pause(Math.max(0, ms), false, { signal: timeout.signal }).catch(() => false),
    ]);
  } finally {
    timeout.abort();
  }
}

function count(files: number): string {
  return files.toLocaleString('en-US');
}
