/** Whether a listing would hold one file, or look into one directory, without listing the others. */
import { basename, dirname, join } from 'node:path';
import { isIgnored, ownScope, type Repository, repositoryAt, scopesAbove } from '../git/index.ts';
import {
  type Boundary,
  lstatOrUndefined,
  NOISE_DIRECTORIES,
  type PathTest,
  type RepoPath,
} from '../sandbox/index.ts';
import { HIDDEN, type ListingOptions } from './listing.ts';

/** It does not look into git's index: an ignored file that was added to git all the same counts as ignored here. */
export function isListed(
  boundary: Boundary,
  isExcluded: PathTest,
  repository: Repository | undefined,
  path: RepoPath,
  options: Pick<ListingOptions, 'includeHidden'> = {},
): boolean {
  const isFile = () => lstatOrUndefined(boundary.hostPath(path))?.isFile() === true;
  const directories = path.split('/').slice(0, -1);
  return (
    isOpen(boundary, isExcluded, repository, path, directories, options) &&
    isFile() &&
    !isIgnoredPlace(boundary.root, repository, directories, boundary.hostPath(path), false)
  );
}

/** The same of what lies in a directory: whether a listing would look into it. */
export function isListedDirectory(
  boundary: Boundary,
  isExcluded: PathTest,
  repository: Repository | undefined,
  path: RepoPath,
  options: Pick<ListingOptions, 'includeHidden'> = {},
): boolean {
  const directories = path.split('/');
  return (
    isOpen(boundary, isExcluded, repository, path, directories, options) &&
    !isIgnoredPlace(boundary.root, repository, directories.slice(0, -1), boundary.hostPath(path), true)
  );
}

function isOpen(
  boundary: Boundary,
  isExcluded: PathTest,
  repository: Repository | undefined,
  path: RepoPath,
  directories: readonly string[],
  { includeHidden = false }: Pick<ListingOptions, 'includeHidden'>,
): boolean {
  if ((!includeHidden && HIDDEN.test(path)) || boundary.isDenied(path) || isExcluded(path)) return false;
  if (repository === undefined && directories.some((name) => NOISE_DIRECTORIES.has(name))) return false;
  // A parent of a path is as well formed as the path.
  return boundary.isPlainDirectory((directories.join('/') || '.') as RepoPath);
}

/** Each repository on the way begins anew, if the one around it does not ignore it. */
function isIgnoredPlace(
  root: string,
  repository: Repository | undefined,
  directories: readonly string[],
  place: string,
  isDirectory: boolean,
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
  return ignored || isIgnored(ownScope(dirname(place), base, scope), base + basename(place), isDirectory);
}
