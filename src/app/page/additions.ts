/** Who first committed what is written down, and when. git walks the whole history for it, so answers are kept until HEAD is another. */
import type { Addition } from '../../core/git/index.ts';
import { isRefusal, type RepoPath } from '../../core/workspace/index.ts';
import type { Services } from '../services.ts';

/** By path, of files and of what is in directories; empty if git cannot be asked. */
export type AdditionsOf = (paths: readonly string[]) => Promise<ReadonlyMap<string, Addition>>;

/** Arguments of one program: what is beyond has no author. */
const MOST_PATHS = 2_000;

export function createAdditions({ workspace }: Services): AdditionsOf {
  const kept = new Map<string, Promise<ReadonlyMap<string, Addition>>>();
  let head: string | undefined;
  return async (written) => {
    const now = await workspace.git.resolveRevision('HEAD');
    if (now !== head) kept.clear();
    head = now;
    const paths = written.slice(0, MOST_PATHS).flatMap((path): RepoPath[] => {
      const resolved = workspace.resolve(path);
      return isRefusal(resolved) ? [] : [resolved];
    });
    if (now === undefined || paths.length === 0) return new Map();
    const key = paths.join('\n');
    const known = kept.get(key);
    if (known !== undefined) return await known;
    // Not ended with the request: the next one asks the same. Newest first, so the oldest of a path stays.
    const found = workspace.git
      .additions(paths)
      .then((all) => new Map((all ?? []).map((addition) => [addition.path, addition])));
    kept.set(key, found);
    found.catch(() => kept.delete(key));
    return await found;
  };
}
