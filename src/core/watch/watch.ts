/**
 * Notices that something happened in directories. One set of the system's watches serves all who ask; each has its own
 * account of what happened since it last asked. A hint, not a promise: the system drops events when too many come at once.
 */
import { type TreeListener, type TreeOptions, TreeWatch } from './watch-tree.ts';

export interface Watch {
  /**
   * All directories to watch as far as they are known, relative to the root; `` is the root. Those that are watched
   * already are no cost. Says of how many the watch is new, so that what happened in them before is not known. One that
   * goes is watched again when it comes back, until it is missing here.
   */
  follow(directories: Iterable<string>): number;
  /** Waits until all that happened before the call can be taken; if that takes too long, `take` will say so. */
  settled(): Promise<void>;
  /** Paths at which something happened since the last call. Undefined: there may have been more than we know. */
  take(): ReadonlySet<string> | undefined;
  /** False if a directory could not be watched, so that changes in it will not be told. Never true again. */
  readonly isComplete: boolean;
  close(): void;
}

/** Who is to follow more directories than it says follows none. */
export type OpenWatch = (mostDirectories?: number) => Watch;

/** So many at once are a checkout or an installation: whoever asks had better look at everything. */
const MOST_PATHS = 5_000;

/** Of one tree, for all its users: the system watches it while there is at least one. */
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
  /** Watched anew since they were followed here. */
  readonly #renewed = new Set<string>();
  #happened = new Set<string>();
  #isUnsure = false;
  #isFailed = false;
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

  /** Half a watch is of no use, and what it holds may be what others lack. */
  failed(): void {
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
