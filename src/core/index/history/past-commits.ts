/**
 * The history that ranking uses, kept in the data directory. It is read from git after the files were, and only what is new; a search
 * takes what is stored, and another process what this one wrote. Without git there is none, and nothing is lost but the field.
 */
import type { Clock } from '../../clock.ts';
import type { Logger } from '../../logger.ts';
import type { Folder } from '../../store/index.ts';
import { parseJson } from '../../text/index.ts';
import type { Workspace } from '../../workspace/index.ts';
import { ANALYSIS_VERSION, type HistorySource } from '../contract.ts';
import type { Snapshot } from '../live/snapshot.ts';
import {
  commitsOf,
  HistoryField,
  isStoredHistory,
  MOST_COMMITS,
  type StoredHistory,
  storedHistory,
} from './history-field.ts';

const FILE = 'history.json';
const MOST_BYTES = 8 * 1024 * 1024;
/** Large trees take a tenth of it. What takes longer is tried again after the next change of HEAD. */
const TIME_LIMIT_MS = 10_000;

/** Another process may have read newer commits; looking for that at every search would cost more than ranking by them. */
const LOOK_AGAIN_MS = 1_000;

export interface PastCommitsDeps {
  clock: Clock;
  folder: Folder;
  workspace: Pick<Workspace, 'git'>;
  log: Logger;
}

export class PastCommits {
  readonly #deps: PastCommitsDeps;
  #stamp: string | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #field: HistoryField | undefined;
  #bound: { content: object; field: HistoryField; source: HistorySource } | undefined;

  constructor(deps: PastCommitsDeps) {
    this.#deps = deps;
  }

  /** As stored a moment ago, over the files of the snapshot. */
  async over(snapshot: Snapshot): Promise<HistorySource | undefined> {
    const isRecent = this.#deps.clock.elapsed() - this.#lookedAt < LOOK_AGAIN_MS;
    const field = isRecent ? this.#field : await this.#stored();
    if (field === undefined) return undefined;
    const { content, columns } = snapshot;
    if (this.#bound?.content !== content || this.#bound.field !== field) {
      const source = field.over(columns.fileLimit, (path) => {
        const place = snapshot.place(path);
        return place === undefined ? -1 : place.live.fileBase + place.file;
      });
      this.#bound = { content, field, source };
    }
    return this.#bound.source;
  }

  /** Reads what was committed since. Never fails: a search without history is a search. */
  async refresh(signal: AbortSignal | undefined): Promise<void> {
    const { folder, workspace, log } = this.#deps;
    const limit = AbortSignal.timeout(TIME_LIMIT_MS);
    const stopped = signal === undefined ? limit : AbortSignal.any([signal, limit]);
    try {
      const head = await workspace.git.resolveRevision('HEAD');
      const field = await this.#stored();
      if (head === undefined || head === field?.head) return;
      const known = await this.#read();
      const isAfter = known !== undefined && (await this.#isAncestor(known.head));
      const after = isAfter ? await workspace.git.resolveRevision(known.head) : undefined;
      const newer = await workspace.git.past(
        { limit: MOST_COMMITS, ...(after === undefined ? {} : { after }) },
        stopped,
      );
      if (newer === undefined) return;
      const older = after === undefined || known === undefined ? [] : commitsOf(known);
      await folder.writeAtomic(
        FILE,
        JSON.stringify(storedHistory(head, ANALYSIS_VERSION, [...newer, ...older])),
      );
      await this.#stored();
    } catch (cause) {
      if (signal?.aborted !== true) log.warn('Past commits could not be read.', { cause });
    }
  }

  /** After a rebase or on another branch, what was read is no longer the past of HEAD. */
  async #isAncestor(known: string): Promise<boolean> {
    const { git } = this.#deps.workspace;
    const commit = await git.resolveRevision(known);
    return commit !== undefined && (await git.mergeBase(commit, 'HEAD')) === commit;
  }

  async #stored(): Promise<HistoryField | undefined> {
    this.#lookedAt = this.#deps.clock.elapsed();
    const stamp = await this.#deps.folder.stamp(FILE);
    if (stamp === this.#stamp) return this.#field;
    const stored = stamp === undefined ? undefined : await this.#read();
    this.#field = stored && new HistoryField(stored);
    this.#stamp = stamp;
    return this.#field;
  }

  async #read(): Promise<StoredHistory | undefined> {
    const file = await this.#deps.folder.read(FILE, MOST_BYTES);
    if (!file.found) return undefined;
    const json = parseJson(file.text);
    return json.ok && isStoredHistory(json.value, ANALYSIS_VERSION) ? json.value : undefined;
  }
}
