/**
 * Notices changes in directories. All users share one set of the system's watches; each has its own record of the changes since it
 * last asked. Not a guarantee: the system drops events when too many come at once.
 */
import { type TreeListener, type TreeOptions, TreeWatch } from './watch-tree.ts';

export interface Watch {
  /**
   * All directories to watch as far as they are known, relative to the root; `` is the root. Those that are watched
   * already cost nothing. Returns for how many the watch is new, so that earlier changes in them are not known. A directory
   * that goes away is watched again when it comes back, until it is missing from this list.
   */
  follow(directories: Iterable<string>): number;
  /** Waits until `take` has every change from before the call; if that takes too long, `take` says so. */
  settled(): Promise<void>;
  /** Paths at which something changed since the last call. Undefined: there may have been more changes than are known. */
  take(): ReadonlySet<string> | undefined;
  /** False if a directory could not be watched, so that changes in it are not reported. Never true again. */
  readonly isComplete: boolean;
  /** It is not complete because the root went away or was replaced; one that is opened again may be. */
  readonly isLost: boolean;
  close(): void;
}

/** A user who is to follow more than `mostDirectories` follows none. */
export type OpenWatch = (mostDirectories?: number) => Watch;

/** So many at once are a checkout or an installation: listing everything is quicker. */
const MOST_PATHS = 5_000;

/** One tree for all its users: the system watches it as long as there is one. */
export function sharedWatch(root: string, options: TreeOptions = {}): OpenWatch {
  let tree: TreeWatch | undefined;
  return (mostDirectories = Number.POSITIVE_INFINITY) => {
    tree ??= new TreeWatch(root, options);
    const used = tree;
    return new Account(used, mostDirectories, () => {
      used.close();
      if (tree === used) tree = undefined;
    });
  };
}

class Account implements Watch, TreeListener {
  readonly #tree: TreeWatch;
  readonly #mostDirectories: number;
  readonly #onLast: () => void;
  readonly #followed = new Set<string>(['']);
  /** Their watch was renewed since they were followed here. */
  readonly #renewed = new Set<string>();
  #happened = new Set<string>();
  #isUnsure = false;
  #isFailed = false;
  #isLost = false;
  #isClosed = false;

  constructor(tree: TreeWatch, mostDirectories: number, onLast: () => void) {
    this.#tree = tree;
    this.#mostDirectories = mostDirectories;
    this.#onLast = onLast;
    tree.join(this);
  }

  get isComplete(): boolean {
    return !this.#isFailed;
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  follow(directories: Iterable<string>): number {
    if (!this.#tree.isPerDirectory || this.#isFailed || this.#isClosed) return 0;
    this.#tree.fix();
    const wanted = new Set(directories);
    if (wanted.size > this.#mostDirectories) this.failed();
    let fresh = 0;
    for (const directory of wanted) {
      if (this.#isFailed) break;
      if (this.#isKnown(directory)) continue;
      this.#followed.add(directory);
      if (!this.#tree.start(directory)) this.failed();
      fresh++;
    }
    for (const directory of this.#followed)
      if (!wanted.has(directory) && !this.#tree.isWatching(directory)) this.#unfollow(directory);
    return fresh;
  }

  async settled(): Promise<void> {
    if (!(await this.#tree.settled())) this.#isUnsure = true;
  }

  take(): ReadonlySet<string> | undefined {
    const [happened, isUnsure] = [this.#happened, this.#isUnsure];
    this.#happened = new Set();
    this.#isUnsure = false;
    return isUnsure ? undefined : happened;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const isLast = this.#tree.leave(this);
    if (isLast) this.#onLast();
    else for (const directory of this.#followed) this.#tree.stop(directory);
  }

  follows(directory: string): boolean {
    return this.#followed.has(directory);
  }

  happened(directory: string, path: string): void {
    if (this.#tree.isPerDirectory && !this.#followed.has(directory)) return;
    if (this.#happened.size >= MOST_PATHS) this.#isUnsure = true;
    else this.#happened.add(path);
  }

  unsure(): void {
    this.#isUnsure = true;
  }

  renewed(directory: string): void {
    if (this.#followed.has(directory)) this.#renewed.add(directory);
  }

  /** Half a watch is of no use, and others may need the system's watches that it holds. */
  failed(directory?: string): void {
    this.#isLost ||= directory === '';
    this.#isFailed = true;
    this.#isUnsure = true;
    for (const directory of this.#followed) if (directory !== '') this.#unfollow(directory);
  }

  #isKnown(directory: string): boolean {
    const isFresh = this.#renewed.delete(directory) || !this.#followed.has(directory);
    return !isFresh && this.#tree.isWatching(directory);
  }

  #unfollow(directory: string): void {
    if (directory === '') return;
    this.#followed.delete(directory);
    this.#renewed.delete(directory);
    this.#tree.stop(directory);
  }
}
