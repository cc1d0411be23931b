/** The files of the workspace: names from git or from the walker, without those that a reader may not open. */
import { accessSync, constants, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../errors.ts';
import {
  findRepository,
  type GitCommand,
  nulSeparated,
  type Repository,
  repositoryAt,
  scopesAbove,
  type WalkOptions,
  walk,
} from '../git/index.ts';
import {
  type Boundary,
  type FileFacts,
  lstatOrUndefined,
  type PathTest,
  type RepoPath,
} from '../sandbox/index.ts';
import { byCodeUnit } from '../text/index.ts';
import { statFiles } from './stat-files.ts';

export interface ListingOptions {
  includeHidden?: boolean;
  /** Only the files directly in this directory. */
  directory?: RepoPath;
  signal?: AbortSignal | undefined;
  /** Called with names, in one or two parts, before the files are looked at; some may turn out to be none. */
  onNames?: (names: readonly string[]) => void;
}

export interface ListingDeps {
  boundary: Boundary;
  isExcluded: PathTest;
  /** Undefined: there is no git to ask. */
  git(repository: Repository): GitCommand | undefined;
  /** See Workspace. */
  checkRoot(): void;
}

/** A name that begins with a dot, or lies in such a directory. */
export const HIDDEN = /(?:^|\/)\./;

/** Throws if nothing is listed because nothing can be: an empty list means that there are no files. */
export async function listFiles(parts: ListingDeps, options: ListingOptions): Promise<FileFacts[]> {
  const files = await listed(parts, options);
  if (files.length > 0) return files;
  parts.checkRoot();
  checkReadable(parts.boundary.root);
  return files;
}

function checkReadable(root: string): void {
  try {
    readdirSync(root);
    accessSync(root, constants.X_OK);
  } catch (cause) {
    throw new AppError('io', 'root_unreadable', 'The repository root cannot be read.', {
      hint: 'Check that it is still there, and its permissions.',
      cause,
    });
  }
}

async function listed(parts: ListingDeps, options: ListingOptions): Promise<FileFacts[]> {
  const { boundary, isExcluded } = parts;
  const { signal, directory, includeHidden = false } = options;
  signal?.throwIfAborted();
  const skip = (path: string) =>
    (!includeHidden && HIDDEN.test(path)) || boundary.isDenied(path) || isExcluded(path);
  const repository = governingRepository(boundary.root);
  const walking: WalkOptions = { skip, signal, withoutNoise: repository === undefined };
  // Twice if a file is in conflict: git lists each side.
  const isWanted = (path: string) =>
    !skip(path) && (directory === undefined || parentOf(path) === directory || holds(path, directory));
  const wanted = (names: readonly string[]) => [...new Set(names)].filter(isWanted).sort();

  const asked = directory === undefined || isInNested(boundary, directory) ? '.' : directory;
  const known = repository && (await gitNames(parts.git(repository), asked, signal));
  const names = known ?? (await walk(boundary.root, { path: '', repository }, walking));
  const looked = (found: readonly string[]) => {
    const each = wanted(found);
    options.onNames?.(each);
    return statFiles(boundary, each, signal);
  };
  const { files, directories } = await looked(names);
  if (directories.length === 0) return files;
  const onTheWay = directories.filter((path) => directory === undefined || holds(path, directory));
  const nested = await nestedNames(boundary, onTheWay, walking);
  const more = await looked(nested);
  return [...files, ...more.files].sort((a, b) => byCodeUnit(a.path, b.path));
}

/** The repository that says which files of the root count. One that ignores the root has nothing to say. */
export function governingRepository(root: string): Repository | undefined {
  const repository = findRepository(root);
  if (repository === undefined || scopesAbove(repository.top, repository, root).ignored) return undefined;
  return repository;
}

async function gitNames(
  git: GitCommand | undefined,
  directory: string,
  signal: AbortSignal | undefined,
): Promise<string[] | undefined> {
  const all = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = await git?.(directory === '.' ? all : [...all, '--', directory], { signal });
  // A repository inside the repository that is not a submodule ends in a slash.
  return listed && nulSeparated(listed).map((name) => (name.endsWith('/') ? name.slice(0, -1) : name));
}

/** git names a repository inside the repository, a submodule or a clone, without its files. */
async function nestedNames(
  boundary: Boundary,
  directories: readonly RepoPath[],
  walking: WalkOptions,
): Promise<string[]> {
  const names: string[] = [];
  for (const path of directories) {
    const found = repositoryAt(boundary.hostPath(path));
    const repository = typeof found === 'string' ? undefined : found;
    for (const name of await walk(boundary.root, { path: `${path}/`, repository }, walking)) names.push(name);
  }
  return names;
}

/** git does not list what is in another repository. */
function isInNested(boundary: Boundary, directory: string): boolean {
  for (let at = directory; at !== '.'; at = parentOf(at))
    // A parent of a path is as well formed as the path.
    if (lstatOrUndefined(join(boundary.hostPath(at as RepoPath), '.git')) !== undefined) return true;
  return false;
}

export function parentOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '.' : path.slice(0, slash);
}

function holds(path: string, directory: string): boolean {
  return directory === path || directory.startsWith(`${path}/`);
}

export type TrackedButIgnored = (
  repository: Repository,
  signal: AbortSignal | undefined,
) => Promise<readonly RepoPath[]>;

/**
 * Files that git lists because it tracks them, though an ignore file names them. Every search asks, so the names are kept
 * until the index or one of the main ignore files changes.
 */
export function trackedButIgnored({ git, boundary }: ListingDeps): TrackedButIgnored {
  let last: { state: string; names: string[] } | undefined;
  return async (repository, signal) => {
    const state = stateOf(repository);
    if (last?.state !== state) {
      const options = ['-z', '--cached', '--ignored', '--exclude-standard'];
      const listed = await git(repository)?.(['ls-files', ...options], { signal });
      const names = listed === undefined ? [] : nulSeparated(listed);
      last = { state, names: names.filter((name) => !boundary.isDenied(name)) };
    }
    return (await statFiles(boundary, last.names, signal)).files.map((file) => file.path);
  };
}

function stateOf({ gitDir, commonDir, top }: Repository): string {
  const places = [join(gitDir, 'index'), join(commonDir, 'info', 'exclude'), join(top, '.gitignore')];
  return (
    places.map((place) => `${lstatOrUndefined(place)?.mtimeMs} ${lstatOrUndefined(place)?.size}`).join(' ') +
    gitDir
  );
}
