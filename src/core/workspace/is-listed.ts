import { basename, dirname } from 'node:path';
import type { Boundary } from './boundary.ts';
import { isIgnored } from './gitignore.ts';
import type { PathTest } from './glob.ts';
import { ownScope, scopesAbove } from './ignore-scopes.ts';
import { lookAt } from './look.ts';
import { NOISE_DIRECTORIES } from './noise.ts';
import type { RepoPath } from './repo-path.ts';
import type { Repository } from './repository.ts';

const HIDDEN = /(?:^|\/)\./;

/**
 * Whether a listing without hidden files would hold this file, asked for one file alone. It does not look into git's
 * index: an ignored file that was added to git all the same counts as ignored here.
 */
export function isListed(
  boundary: Boundary,
  isExcluded: PathTest,
  repository: Repository | undefined,
  path: RepoPath,
): boolean {
  if (HIDDEN.test(path) || boundary.isDenied(path) || isExcluded(path)) return false;
  const place = boundary.hostPath(path);
  if (lookAt(place)?.isFile() !== true) return false;
  const directories = path.split('/').slice(0, -1);
  if (repository === undefined && directories.some((name) => NOISE_DIRECTORIES.has(name))) return false;
  const { base, scope, ignored } = scopesAbove(repository?.top ?? boundary.root, repository, dirname(place));
  return !ignored && !isIgnored(ownScope(dirname(place), base, scope), base + basename(place), false);
}
