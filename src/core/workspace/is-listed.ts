/** Whether a listing without hidden files would hold one file, without listing the others. */
import { basename, dirname, join } from 'node:path';
import type { Boundary } from './boundary.ts';
import { isIgnored } from './gitignore.ts';
import type { PathTest } from './glob.ts';
import { ownScope, scopesAbove } from './ignore-scopes.ts';
import { HIDDEN } from './listing.ts';
import { lookAt } from './look.ts';
import { NOISE_DIRECTORIES } from './noise.ts';
import type { RepoPath } from './repo-path.ts';
import { type Repository, repositoryAt } from './repository.ts';

/** It does not look into git's index: an ignored file that was added to git all the same counts as ignored here. */
export function isListed(
  boundary: Boundary,
  isExcluded: PathTest,
  repository: Repository | undefined,
  path: RepoPath,
): boolean {
  if (HIDDEN.test(path) || boundary.isDenied(path) || isExcluded(path)) return false;
  const directories = path.split('/').slice(0, -1);
  if (repository === undefined && directories.some((name) => NOISE_DIRECTORIES.has(name))) return false;
  // A parent of a path is as well formed as the path.
  if (!boundary.isPlainDirectory((directories.join('/') || '.') as RepoPath)) return false;
  const place = boundary.hostPath(path);
  if (lookAt(place)?.isFile() !== true) return false;
  return !isIgnoredPlace(boundary.root, repository, directories, place);
}

/** Each repository on the way begins anew, if the one around it does not ignore it. */
function isIgnoredPlace(
  root: string,
  repository: Repository | undefined,
  directories: readonly string[],
  place: string,
): boolean {
  let governing = { top: repository?.top ?? root, repository };
  for (let depth = 1; depth <= directories.length; depth++) {
    const top = join(root, ...directories.slice(0, depth));
    const nested = repositoryAt(top);
    if (nested === 'none') continue;
    if (scopesAbove(governing.top, governing.repository, top).ignored) return true;
    governing = { top, repository: nested === 'unsafe' ? undefined : nested };
  }
  const { base, scope, ignored } = scopesAbove(governing.top, governing.repository, dirname(place));
  return ignored || isIgnored(ownScope(dirname(place), base, scope), base + basename(place), false);
}
