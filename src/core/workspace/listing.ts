/** The files of the workspace: names from the walker, then everything that keeps a reader out is left out. */
import { lstatSync, type Stats } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Boundary } from './boundary.ts';
import type { PathTest } from './glob.ts';
import type { FileFacts } from './read-file.ts';
import { listedPath, type RepoPath } from './repo-path.ts';
import { findRepository, type Repository } from './repository.ts';
import { isIgnoredBy, walk } from './walk.ts';

export interface ListingOptions {
  includeHidden?: boolean;
  signal?: AbortSignal;
}

/** About ten milliseconds of work between two turns of the event loop. */
const FILES_A_TURN = 2000;
const HIDDEN = /(?:^|\/)\./;

export async function listFiles(
  boundary: Boundary,
  isExcluded: PathTest,
  options: ListingOptions,
): Promise<FileFacts[]> {
  const { signal, includeHidden = false } = options;
  signal?.throwIfAborted();
  const skip = (path: string) =>
    (!includeHidden && HIDDEN.test(path)) || boundary.isDenied(path) || isExcluded(path);
  const names = await namesOf(boundary.root, { skip, signal });
  const paths = [...new Set(names)].filter((path) => !skip(path)).sort();
  return factsOf(boundary, paths, signal);
}

/** The repository that says which files of the root count. */
export function governingRepository(root: string): Repository | undefined {
  const repository = findRepository(root);
  return repository === undefined || isIgnoredBy(repository, root) ? undefined : repository;
}

async function namesOf(
  root: string,
  options: { skip: PathTest; signal: AbortSignal | undefined },
): Promise<string[]> {
  const repository = governingRepository(root);
  return walk(root, { path: '', repository }, { ...options, withoutNoise: repository === undefined });
}

async function factsOf(
  boundary: Boundary,
  paths: readonly string[],
  signal: AbortSignal | undefined,
): Promise<FileFacts[]> {
  const isPlain = plainDirectories(boundary);
  const files: FileFacts[] = [];
  let seen = 0;
  for (const name of paths) {
    if (++seen % FILES_A_TURN === 0) {
      await nextTurn();
      signal?.throwIfAborted();
    }
    const path = listedPath(name);
    if (path === undefined || !isPlain(parentOf(path))) continue;
    const stat = statOf(boundary.hostPath(path));
    if (stat?.isFile()) files.push({ path, size: stat.size, mtimeMs: stat.mtimeMs });
  }
  return files;
}

/** A tracked directory may have been replaced by a link, so each directory on the way is looked at, once. */
function plainDirectories(boundary: Boundary): (directory: string) => boolean {
  const known = new Map<string, boolean>([['', true]]);
  return function isPlain(directory: string): boolean {
    const before = known.get(directory);
    if (before !== undefined) return before;
    // A parent of a listed path is as well formed as the path.
    const answer =
      isPlain(parentOf(directory)) &&
      statOf(boundary.hostPath(directory as RepoPath))?.isDirectory() === true;
    known.set(directory, answer);
    return answer;
  };
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function statOf(place: string): Stats | undefined {
  try {
    return lstatSync(place, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
