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

  constructor(deps: CatchUpDeps) {
    this.#deps = deps;
  }

  async before(query: string, fileGlob: string | undefined): Promise<string[]> {
    const { database, changedFiles, background } = this.#deps;
    await database.live.current();
    if (!isComplete(database.live)) return await this.#partial(query, fileGlob);
    // One that failed may have listed files that it did not take in; no watch names them again.
    if (!this.#checked || background.failure !== undefined) return await this.#within(this.check());
    const behind = await changedFiles.catchUp();
    return behind === undefined ? READY : await this.#within(behind.refresh);
  }

  /** The first refresh since the index was opened. */
  async check(): Promise<void> {
    await this.#deps.background.start();
    this.#checked = true;
  }

  async #within(refresh: Promise<void>): Promise<string[]> {
    const ended = await endsWithin(refresh, WAIT_FOR_CHECK_MS);
    const failed = this.failure();
    if (failed !== undefined) return [`${failed} What changed since may be missing.`];
    if (ended) return READY;
    const { progress } = this.#deps.background;
    // All that changed, often nothing, was read and is searched; what is left is to write it down.
    if (progress !== undefined && progress.done === progress.total) return READY;
    return [
      progress === undefined
        ? 'The files are still being compared with the index; what changed may be missing. Every hit shown is as it is on disk now.'
        : `The index is catching up with changed files: ${count(progress.total - progress.done)} files to read. Every hit shown is as it is on disk now.`,
    ];
  }

  async #partial(query: string, fileGlob: string | undefined): Promise<string[]> {
    const { database, workspace, clock, grep } = this.#deps;
    const enough = new AbortController();
    const deadline = AbortSignal.any([enough.signal, AbortSignal.timeout(WAIT_FOR_WORDS_MS)]);
    const words = filesWithWords(query, grep, fileGlob, deadline);
    if ((await endsWithin(this.check(), WAIT_FOR_BUILD_MS)) && isComplete(database.live)) {
      enough.abort();
      return READY;
    }
    const found = await words;
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
      pause(ms, false, { signal: timeout.signal }).catch(() => false),
    ]);
  } finally {
    timeout.abort();
  }
}

function count(files: number): string {
  return files.toLocaleString('en-US');
}
