/** The paths of a snapshot as one list: the same one as long as no file comes or goes, so that what was made from it stays valid. */
import { byCodeUnit } from '../text/index.ts';
import type { RepoPath } from '../workspace/index.ts';
import type { Snapshot } from './live/snapshot.ts';

export class KnownPaths {
  #content: object | undefined;
  #paths: readonly RepoPath[] = [];
  #set: ReadonlySet<string> = new Set();

  /** In order of path. */
  of(snapshot: Pick<Snapshot, 'content' | 'files'>): readonly RepoPath[] {
    if (snapshot.content === this.#content) return this.#paths;
    // Every path in the index came from a listing of the workspace.
    const paths = Array.from(snapshot.files(), ({ path }) => path as RepoPath);
    if (paths.length !== this.#set.size || !paths.every((path) => this.#set.has(path))) {
      this.#paths = paths.sort(byCodeUnit);
      this.#set = new Set(paths);
    }
    this.#content = snapshot.content;
    return this.#paths;
  }
}
