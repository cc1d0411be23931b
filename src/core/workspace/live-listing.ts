/**
 * All files of the workspace, kept up to date by the watch: one listing for everybody who asks. A file that came, changed or went costs one
 * look at it, a directory one look at what is in it. The tree is listed again where the watch does not know enough: after lost events, when
 * ignore files or git's index changed, and some time after each listing.
 */
import type { Clock } from '../clock.ts';
import { type FileFacts, listedPath, type PathTest, type RepoPath } from '../sandbox/index.ts';
import { byCodeUnit } from '../text/index.ts';
import { Freshness, type OpenWatch } from '../watch/index.ts';
import { HIDDEN } from './listing.ts';

export interface LiveListingDeps {
  /** All files, hidden ones too, in order of path. `onNames` gets the names before anybody looks at the files. */
  list(onNames: (names: readonly string[]) => void): Promise<FileFacts[]>;
  /** Undefined: no regular file, or a link is on the way. */
  look(path: RepoPath): FileFacts | 'directory' | undefined;
  /** Whether a listing has the file, or looks into the directory, by the rules alone. */
  lists(path: RepoPath): boolean;
  listsBelow(directory: RepoPath): boolean;
  isDenied: PathTest;
  /** Files and directories below one, as a listing has them. */
  below(directory: RepoPath): Promise<{ files: FileFacts[]; directories: string[] }>;
  /** Directories that a listing looks into without finding a file; files may appear there. */
  withoutFiles(directories: ReadonlySet<string>): string[];
  /** When something last came into the directory or went, in milliseconds since the epoch. */
  changedMs(directory: string): number;
  /** Of everything outside of the watched directories that decides about files: git's index, ignore files elsewhere. */
  rules(): string;
  watch: OpenWatch;
  clock: Clock;
}

/** An ignore file, or a repository that came or went: either decides about files that no event names. */
export const CHANGES_RULES = /(?:^|\/)\.git(?:ignore)?$/;
/** More is a checkout or an installation: listing everything is quicker. */
const MOST_CHANGES = 2_000;
const MOST_DIRECTORIES = 20;
const MOST_STRANGERS = 20_000;
const MOST_NEW = 200;
/** If directories appear faster than they can be watched, everything is listed. */
const MOST_ROUNDS = 4;
/** The clock that file systems use may be so far behind ours. */
const TICK_MS = 100;

export class LiveListing {
  readonly #deps: LiveListingDeps;
  readonly #freshness: Freshness;
  readonly #files = new Map<RepoPath, FileFacts>();
  #directories: Set<string> = new Set(['']);
  /** Listed at the last listing and gone since: when one comes back it counts, though it may be ignored, as git tracks it. */
  readonly #gone = new Set<RepoPath>();
  /** Not listed, as long as no rule changes; of a directory, with all that is below it. */
  readonly #strangers = new Set<string>();
  #rules = '';
  #needsListing = true;
  #sorted: readonly FileFacts[] | undefined;
  #last: Promise<void> = Promise.resolve();
  #waiting: Promise<void> | undefined;

  constructor(deps: LiveListingDeps) {
    this.#deps = deps;
    this.#freshness = new Freshness(() => deps.watch(), deps.clock);
  }

  /** As they are now, in order of path; the same array as long as nothing changes. */
  async files(): Promise<readonly FileFacts[]> {
    await this.caughtUp();
    this.#sorted ??= [...this.#files.values()].sort((a, b) => byCodeUnit(a.path, b.path));
    return this.#sorted;
  }

  /** Takes in all that happened before the call. */
  caughtUp(): Promise<void> {
    this.#waiting ??= this.#queue();
    return this.#waiting;
  }

  /** Whether a listing without hidden files has it, as of the last `caughtUp`. Undefined: not known. */
  lists(path: RepoPath): boolean | undefined {
    return this.#needsListing ? undefined : this.#files.has(path) && !HIDDEN.test(path);
  }

  /** The directories in which files are or may appear, `` being the root, as of the last `caughtUp`. */
  get directories(): ReadonlySet<string> {
    return this.#directories;
  }

  /** The next question lists all files again. */
  forget(): void {
    this.#needsListing = true;
  }

  close(): void {
    this.#freshness.close();
    this.#needsListing = true;
  }

  /** One at a time. Whoever asks before it began shares it. */
  #queue(): Promise<void> {
    const run = this.#last.then(() => {
      this.#waiting = undefined;
      return this.#catchUp();
    });
    this.#last = run.catch(() => {});
    return run;
  }

  async #catchUp(): Promise<void> {
    await this.#freshness.settled();
    const state = this.#freshness.state();
    const isKnown = state.is === 'known' && !state.isOld && !this.#needsListing;
    if (!isKnown || this.#deps.rules() !== this.#rules || !(await this.#takeIn(state.changed)))
      await this.#listAgain();
  }

  async #listAgain(): Promise<void> {
    const { list, rules, withoutFiles, changedMs, clock } = this.#deps;
    const began = clock.now() - TICK_MS;
    const before = rules();
    this.#needsListing = true;
    this.#freshness.listingBegins();
    const directories = new Set(['']);
    let unwatched = 0;
    // What is written to a file after its directory is watched is reported; what was written before, the listing sees.
    const files = await list((names) => {
      for (const directory of directoriesOf(names)) directories.add(directory);
      unwatched += this.#freshness.follow(directories);
    });
    for (const directory of withoutFiles(directories)) directories.add(directory);
    unwatched += this.#freshness.follow(directories);
    this.#fill(files, directories, before);
    this.#freshness.listed();
    // A name that came into a directory between its listing and its watch: only another listing shows it.
    this.#needsListing = unwatched > 0 && [...directories].some((each) => changedMs(each) >= began);
  }

  #fill(files: readonly FileFacts[], directories: Set<string>, rules: string): void {
    this.#files.clear();
    this.#gone.clear();
    this.#strangers.clear();
    for (const file of files) this.#files.set(file.path, file);
    this.#directories = directories;
    this.#rules = rules;
    this.#sorted = files;
  }

  /** False: what happened may concern files that no event names. */
  async #takeIn(changed: ReadonlySet<string>): Promise<boolean> {
    if (changed.size > MOST_CHANGES) return false;
    const directories: RepoPath[] = [];
    let unknown = 0;
    for (const name of changed) {
      if (CHANGES_RULES.test(name)) return false;
      const path = listedPath(name);
      if (path === undefined || this.#isStranger(path)) continue;
      const found = this.#deps.look(path);
      if (this.#directories.has(path) || found === 'directory') directories.push(path);
      if (found !== undefined && !this.#files.has(path) && ++unknown > MOST_NEW) return false;
      if (found !== undefined && found !== 'directory') this.#take(found);
      else this.#remove(path);
    }
    if (directories.length > MOST_DIRECTORIES) return false;
    if (directories.length === 0) return true;
    // Once more for directories that were looked into before they were watched.
    for (let round = 0; round < MOST_ROUNDS; round++) {
      for (const directory of directories) await this.#renew(directory);
      if (this.#freshness.follow(this.#directories) === 0) return true;
    }
    return false;
  }

  #take(file: FileFacts): void {
    const { path } = file;
    if (!this.#files.has(path) && !this.#gone.has(path) && !this.#deps.lists(path)) this.#ignore(path);
    else {
      this.#files.set(path, file);
      this.#sorted = undefined;
    }
  }

  #remove(path: RepoPath): void {
    if (!this.#files.delete(path)) return;
    this.#gone.add(path);
    this.#sorted = undefined;
  }

  /** A directory came, went or was replaced: what was known of it says nothing. */
  async #renew(directory: RepoPath): Promise<void> {
    const { look, listsBelow, below } = this.#deps;
    const head = `${directory}/`;
    for (const path of this.#files.keys()) if (path.startsWith(head)) this.#remove(path);
    for (const known of this.#directories)
      if (known === directory || known.startsWith(head)) this.#directories.delete(known);
    if (look(directory) !== 'directory') return;
    const wasListed = [...this.#gone].filter((path) => path.startsWith(head));
    if (listsBelow(directory)) {
      const found = await below(directory);
      for (const each of found.directories) this.#directories.add(each);
      for (const file of found.files) {
        this.#files.set(file.path, file);
        this.#sorted = undefined;
      }
    } else if (wasListed.length === 0) return this.#ignore(directory);
    for (const path of wasListed) {
      const file = this.#files.has(path) ? undefined : look(path);
      if (file === undefined || file === 'directory') continue;
      this.#files.set(path, file);
      for (const each of directoriesOf([path])) this.#directories.add(each);
      this.#sorted = undefined;
    }
  }

  #ignore(path: string): void {
    if (this.#strangers.size >= MOST_STRANGERS) this.#strangers.clear();
    this.#strangers.add(path);
  }

  /** Costs no look at the disk: a build may write thousands of files that are ignored. */
  #isStranger(path: RepoPath): boolean {
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1))
      if (this.#strangers.has(path.slice(0, end))) return true;
    return !this.#files.has(path) && this.#deps.isDenied(path);
  }
}

/** All directories on the way to the files, the root (``) included. */
export function directoriesOf(paths: Iterable<string>): Set<string> {
  const directories = new Set<string>(['']);
  for (const path of paths) {
    let end = path.lastIndexOf('/');
    while (end > 0) {
      const directory = path.slice(0, end);
      if (directories.has(directory)) break;
      directories.add(directory);
      end = path.lastIndexOf('/', end - 1);
    }
  }
  return directories;
}
