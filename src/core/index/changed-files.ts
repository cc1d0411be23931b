/**
 * Sees that files changed before a search answers. The few files where something happened are read again at once, many of them by a
 * refresh in the background. Where not all can be watched, the files are listed each time.
 */
import type { Clock } from '../clock.ts';
import { Freshness } from '../watch/index.ts';
import {
  CHANGES_RULES,
  directoriesOf,
  lstatOrUndefined,
  type RepoPath,
  type SearchableWorkspace,
} from '../workspace/index.ts';
import type { LiveIndex } from './live/live-index.ts';
import type { Snapshot } from './live/snapshot.ts';
import { reindex } from './refresh.ts';
import type { SegmentMaker } from './threads/segment-maker.ts';

export interface ChangedFilesDeps {
  live(): LiveIndex;
  workspace: SearchableWorkspace;
  clock: Clock;
  maker(): Promise<SegmentMaker>;
  /** Called with files before they are read again. */
  changed(paths: readonly RepoPath[]): void;
  /** Starts a refresh of everything; the promise ends with it. */
  refresh(): Promise<void>;
}

/** Read again while the caller waits: about a millisecond each. */
const MOST_FILES_AT_ONCE = 40;

export class ChangedFiles {
  readonly #deps: ChangedFilesDeps;
  readonly #freshness: Freshness;
  /** Of the files in a snapshot. */
  #indexed: { content: object; directories: ReadonlySet<string> } | undefined;

  /** Read again since the newest listing began; what the refresh of that listing reads of them may be older. */
  readonly #readSince = new Set<RepoPath>();
  /** Some directories were listed before they were watched; only another listing shows what appeared in them meanwhile. */
  #needsListing = false;

  constructor(deps: ChangedFilesDeps) {
    this.#deps = deps;
    this.#freshness = new Freshness(() => deps.workspace.watch(), deps.clock);
  }

  /** The files are about to be listed. Directories that are known are watched from now on, so that nothing in them is missed. */
  listingBegins(): void {
    this.#readSince.clear();
    this.#freshness.listingBegins();
    this.#freshness.follow(this.#indexedDirectories(this.#deps.live().snapshot));
  }

  /** A refresh has just listed these files; from now on their directories are watched. */
  listed(paths: Iterable<string>): void {
    const directories = directoriesOf(paths);
    for (const directory of this.#deps.workspace.directories()) directories.add(directory);
    this.#needsListing = this.#freshness.follow(directories) > 0;
    this.#freshness.listed();
  }

  /** Whether a file was read again since the newest listing began. */
  readonly isReadSince = (path: RepoPath): boolean => this.#readSince.has(path);

  /** Resolves to a refresh if one is needed; few changes are taken in before it resolves. */
  async catchUp(): Promise<{ refresh: Promise<void> } | undefined> {
    const { live, workspace, clock, maker, changed, refresh } = this.#deps;
    await this.#freshness.settled();
    const state = this.#freshness.state();
    const isKnown = state.is === 'known' && !state.isOld && !this.#needsListing;
    // The listing that everybody shares is kept by the same events; one that is old is not to be believed either.
    if (!isKnown && !this.#needsListing) workspace.forgetListing();
    if (isKnown && state.changed.size > 0) await workspace.listingCaughtUp();
    const files = isKnown ? this.#filesAt(state.changed) : undefined;
    if (files === undefined || files.length > MOST_FILES_AT_ONCE) return { refresh: refresh() };
    if (files.length === 0) return undefined;
    changed(files);
    reindex(live(), await maker(), clock, files);
    for (const path of files) this.#readSince.add(path);
    return undefined;
  }

  close(): void {
    this.#freshness.close();
  }

  /** Undefined: what happened may concern files that no event names. */
  #filesAt(changed: ReadonlySet<string>): RepoPath[] | undefined {
    const { live, workspace } = this.#deps;
    const { snapshot } = live();
    const files: RepoPath[] = [];
    for (const name of changed) {
      if (CHANGES_RULES.test(name)) return undefined;
      const path = workspace.resolve(name);
      // A link that leads nowhere or out may have taken the place of a file.
      if (typeof path !== 'string' && snapshot.place(name) !== undefined) return undefined;
      if (typeof path !== 'string') continue;
      // One that leads to another file would be read as that, and is not listed.
      if (snapshot.place(path) !== undefined && !isPlainOrGone(workspace.hostPath(path))) return undefined;
      if (snapshot.place(path) !== undefined || workspace.lists(path)) files.push(path);
      // A directory that came or went brings or takes files that no event names.
      else if (this.#indexedDirectories(snapshot).has(path) || workspace.listsBelow(path)) return undefined;
    }
    return files;
  }

  /** Made once for all events that a search finds, as there may be as many as there are files. */
  #indexedDirectories(snapshot: Snapshot): ReadonlySet<string> {
    if (this.#indexed?.content !== snapshot.content)
      this.#indexed = {
        content: snapshot.content,
        directories: directoriesOf(Array.from(snapshot.files(), ({ path }) => path)),
      };
    return this.#indexed.directories;
  }
}

function isPlainOrGone(place: string): boolean {
  return lstatOrUndefined(place)?.isFile() !== false;
}
